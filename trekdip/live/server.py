"""The embedded server: pages, sockets and what beat has done elsewhere, in one process, on one event loop."""

import asyncio
import logging
import socket
from collections.abc import Callable

import uvicorn
from channels.db import database_sync_to_async

from trekdip.accounts import tasks as accounts
from trekdip.live.consumers import MAX_MESSAGE
from trekdip.live.handshakes import Handshakes
from trekdip.live.sweep import sweep
from trekdip.notices import tasks as notices
from trekdip.notices.postman import carry

logger = logging.getLogger(__name__)

_DAY = 24 * 3600.0


def configured() -> uvicorn.Config:
    """Uvicorn as the embedded site runs it, to be given the socket on which it listens."""
    return uvicorn.Config(
        "trekdip.asgi:application",
        ws=Handshakes,
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
            logger.exception("%s failed; the next time is in %s s", name, seconds)
        await asyncio.sleep(seconds)


def chores(*, sweep_seconds: float, post_seconds: float) -> dict[str, tuple[Callable[[], object], float]]:
    """What is done again and again, by its name in beat's schedule, and after how many seconds."""
    return {
        "sweep": (sweep, sweep_seconds),
        "notices": (carry, post_seconds),
        "prune": (notices.prune, _DAY),
        "sessions": (accounts.prune, _DAY),
    }


def serve(listener: socket.socket, *, sweep_seconds: float, post_seconds: float) -> None:
    """Serve on a bound socket until the process is told to stop (SIGINT, SIGTERM)."""
    config = configured()

    async def all_of_it() -> None:
        # Apart from each other: a mail server that takes its time delays no deadline.
        working = [
            asyncio.create_task(repeat_for_ever(act, name, seconds))
            for name, (act, seconds) in chores(sweep_seconds=sweep_seconds, post_seconds=post_seconds).items()
        ]
        try:
            await uvicorn.Server(config).serve(sockets=[listener])
        finally:
            for work in working:
                work.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(all_of_it())
