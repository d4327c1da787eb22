"""The embedded server: pages, sockets, the sweep and the post in one process, on one event loop."""

import asyncio
import logging
import socket
from collections.abc import Callable

import uvicorn
from channels.db import database_sync_to_async

from trekdip.live.consumers import MAX_MESSAGE
from trekdip.live.sweep import sweep
from trekdip.notices.postman import carry

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


async def repeat_for_ever(act: Callable[[], object], name: str, seconds: float) -> None:
    """Do it every `seconds`; a time that fails is logged, and the next one comes all the same."""
    run = database_sync_to_async(act, thread_sensitive=False)
    while True:
        try:
            await run()
        except Exception:
            logger.exception("the %s failed; the next one comes in %s s", name, seconds)
        await asyncio.sleep(seconds)


def serve(listener: socket.socket, *, sweep_seconds: float, post_seconds: float) -> None:
    """Serve on a bound socket until the process is told to stop (SIGINT, SIGTERM)."""
    config = configured()

    async def both() -> None:
        # Apart from each other: a mail server that takes its time delays no deadline.
        working = [
            asyncio.create_task(repeat_for_ever(sweep, "sweep", sweep_seconds)),
            asyncio.create_task(repeat_for_ever(carry, "post", post_seconds)),
        ]
        try:
            await uvicorn.Server(config).serve(sockets=[listener])
        finally:
            for work in working:
                work.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(both())
