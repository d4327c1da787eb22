"""The embedded server: pages, sockets and the sweep in one process, on one event loop."""

import asyncio
import logging
import socket

import uvicorn
from channels.db import database_sync_to_async

from trekdip.live.consumers import MAX_MESSAGE
from trekdip.live.sweep import sweep

logger = logging.getLogger(__name__)


def configured() -> uvicorn.Config:
    """Uvicorn as the embedded site runs it, to be given the socket on which it listens."""
    return uvicorn.Config(
        "trekdip.asgi:application",
        ws="websockets-sansio",
        ws_max_size=4 * MAX_MESSAGE,  # clients say next to nothing
        ws_per_message_deflate=False,  # it would compress each state once a socket
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,  # browsers keep connections open for as long as they like
    )


async def sweep_for_ever(seconds: float) -> None:
    """A sweep every `seconds`; one that fails is logged, and the next one comes all the same."""
    run = database_sync_to_async(sweep, thread_sensitive=False)
    while True:
        try:
            await run()
        except Exception:
            logger.exception("the sweep failed; the next one comes in %s s", seconds)
        await asyncio.sleep(seconds)


def serve(listener: socket.socket, *, sweep_seconds: float) -> None:
    """Serve on a bound socket until the process is told to stop (SIGINT, SIGTERM)."""
    config = configured()

    async def both() -> None:
        sweeping = asyncio.create_task(sweep_for_ever(sweep_seconds), name="sweep")
        try:
            await uvicorn.Server(config).serve(sockets=[listener])
        finally:
            sweeping.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(both())
