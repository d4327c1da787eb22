"""Counting what visitors ask: how many answers of each class, and how long they waited for the first word. No
path, name or address is kept.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from trekdip.metrics.counters import REQUESTS, WAITING

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class Counted:
    """Counts every request by the class of its answer's status; `none` is one whose visitor had gone."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        began = time.perf_counter()
        answered = "none"

        async def noted(message: dict[str, Any]) -> None:
            nonlocal answered
            if message["type"] == "http.response.start" and answered == "none":
                answered = f"{message['status'] // 100}xx"
                WAITING.observe(time.perf_counter() - began)
            await send(message)

        try:
            await self.application(scope, receive, noted)
        except Exception:
            answered = "5xx" if answered == "none" else answered  # the server answers for it
            raise
        finally:
            REQUESTS.labels(answered).inc()
