"""The ASGI application: pages by Django, sockets by Channels, the hub for as long as the process serves."""

import os
import time
from typing import Any

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trekdip.settings.embedded")
pages = get_asgi_application()

# Only after Django is set up can modules be imported that need its models.
from trekdip.bodies import BoundedBody  # noqa: E402
from trekdip.games.edge import ARRIVED  # noqa: E402
from trekdip.live import hub  # noqa: E402
from trekdip.live.routing import sockets  # noqa: E402
from trekdip.metrics import listener  # noqa: E402
from trekdip.metrics.requests import Counted  # noqa: E402


async def timed_pages(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Note when a request came, and answer it."""
    await pages({**scope, ARRIVED: time.monotonic()}, receive, send)


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ARG001
    """Start the hub with the process and end it with it."""
    await receive()
    listener.serve_if_free()
    hub.current()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.current().stop()
    await send({"type": "lifespan.shutdown.complete"})


application = ProtocolTypeRouter(
    {
        "http": Counted(BoundedBody(timed_pages)),
        "websocket": sockets,
        "lifespan": lifespan,
    }
)
