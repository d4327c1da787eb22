"""The site in a thread of the tests, reachable by browsers: the embedded server on a free port."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator

import uvicorn

from tests.services.process import NotStartedError
from trekdip.live.server import configured, repeat_for_ever
from trekdip.live.sweep import sweep

_SWEEP_SECONDS = 0.1


class LiveSite:
    """A running site. `url` is its root without a slash at the end."""

    def __init__(self, url: str, server: uvicorn.Server, loop: asyncio.AbstractEventLoop) -> None:
        self.url = url
        self._server = server
        self._loop = loop

    def drop_sockets(self) -> int:
        """Cut every connection as a lost network would, without a closing handshake; returns how many."""

        async def cut() -> int:
            connections = list(self._server.server_state.connections)
            for connection in connections:
                connection.transport.abort()
            return len(connections)

        return asyncio.run_coroutine_threadsafe(cut(), self._loop).result(10)


@contextlib.contextmanager
def live_site() -> Iterator[LiveSite]:
    """Serve the site, sweep included, while the block runs."""
    listener = socket.create_server(("127.0.0.1", 0))
    port: int = listener.getsockname()[1]
    server = uvicorn.Server(configured())
    loops: list[asyncio.AbstractEventLoop] = []
    started = threading.Event()

    async def both() -> None:
        loops.append(asyncio.get_running_loop())
        sweeping = asyncio.create_task(repeat_for_ever(sweep, "sweep", _SWEEP_SECONDS))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        started.set()
        try:
            await serving
        finally:
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(both()), name="live-site", daemon=True)
    thread.start()
    site: LiveSite | None = None
    try:
        if not started.wait(20) or not server.started:
            raise NotStartedError("The live site did not start within 20 s; see the log above.")
        site = LiveSite(f"http://127.0.0.1:{port}", server, loops[0])
        yield site
    finally:
        if site is not None:
            site.drop_sockets()
        server.should_exit = True
        thread.join(20)
        listener.close()
