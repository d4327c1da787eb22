"""What a process counts by itself. Of games, people and orders nothing is told, not even names."""

from prometheus_client import Counter, Gauge, Histogram

PHASES = Counter("trekdip_phases_resolved", "Phases this process has resolved.")
RESOLUTION = Histogram(
    "trekdip_resolution_seconds",
    "Time from taking a due phase to its results being written.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
SOCKETS = Gauge("trekdip_sockets", "Open sockets.", multiprocess_mode="livesum")
PUSHES = Counter("trekdip_pushes", "States sent to sockets.")
SHEETS = Counter("trekdip_sheets", "Order sheets saved and refused as a whole.", ["outcome"])
REQUESTS = Counter("trekdip_requests", "Requests by the class of their answers.", ["status"])
WAITING = Histogram(
    "trekdip_request_seconds",
    "Time from a request to the first word of its answer.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
