"""The URL table of the API and of the pages about it."""

from django.urls import path

from trekdip.api import views
from trekdip.api.routes import api

urlpatterns = [
    path("api/", views.documentation, name="api_documentation"),
    path("api/v1/openapi.json", views.schema, name="api_schema"),
    path("api/v1/", api.urls),
    path("games/<slug:slug>/tokens", views.tokens, name="tokens"),
]
