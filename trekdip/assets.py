"""Static files: hashed names that also reach into ES modules, and serving them from an ASGI process."""

from django.http import HttpRequest, HttpResponse
from typing_extensions import override
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed static files; `import` lines of ES modules are rewritten to the hashed names."""

    support_js_module_import_aggregation = True
    # A pass settles one level of modules that import modules; more levels than these would be a circle.
    max_post_process_passes = 12


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole bodies: ASGI would read its file iterators in one go anyway."""

    @staticmethod
    @override
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        response = HttpResponse(
            answer.file.read() if answer.file is not None else b"", status=int(answer.status)
        )
        if answer.file is not None:
            answer.file.close()
        del response.headers["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response
