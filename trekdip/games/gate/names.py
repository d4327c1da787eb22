"""What viewers beside the powers are called at the gate, and the shapes that go in."""

from collections.abc import Mapping, Sequence

PUBLIC = "public"
GM = "gm"
Declaration = tuple[str, str]  # a power and what it declared
Sheets = Mapping[str, Sequence[str]]  # order lines by power
