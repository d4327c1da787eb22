"""The channel layer of the embedded site: everything in one process, no server. Production uses Redis."""

import asyncio
from typing import Any

from channels.layers import InMemoryChannelLayer
from typing_extensions import override


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer, with messages carried to the event loop on which their channel lives.

    The stock layer fills a queue from whichever loop or thread sends, and a receiver on another loop may not
    wake. Channels of loops that have ended are forgotten.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._homes: dict[str, asyncio.AbstractEventLoop] = {}

    @override
    async def new_channel(self, prefix: str = "specific.") -> str:
        name: str = await super().new_channel(prefix)
        self._homes[name] = asyncio.get_running_loop()
        return name

    @override
    async def send(self, channel: str, message: dict[str, Any]) -> None:
        home = self._homes.get(channel)
        if home is None or home is asyncio.get_running_loop():
            await super().send(channel, message)
        elif home.is_closed():
            self._homes.pop(channel, None)
            self._remove_from_groups(channel)
        else:
            # Handed over, not waited for: the home loop may be waiting for this very thread.
            home.call_soon_threadsafe(home.create_task, super().send(channel, message))
