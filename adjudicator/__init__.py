"""An adjudicator for Diplomacy and its Star Trek variants with hidden information: the public face, and
nothing else.

import adjudicator as adj
state = adj.new("standard")
done = adj.resolve(state, {"france": ["A par - bur"]})
"""

from adjudicator.codec import dumps
from adjudicator.errors import (
    AdjudicatorError,
    BadDeclarationError,
    BadOrdersError,
    BadSetupError,
    BadStateError,
    BadViewerError,
    GameOverError,
    RulesConflictError,
    StuckError,
    UnknownVariantError,
)
from adjudicator.game import (
    Outcome,
    awaiting,
    check,
    declarations,
    declare,
    legal,
    loads,
    lock,
    new,
    render,
    resolve,
    setup,
    variant,
    variants,
    view,
    views,
)
from adjudicator.position import Position
from adjudicator.variant import Reading, Variant

__all__ = [
    "AdjudicatorError",
    "BadDeclarationError",
    "BadOrdersError",
    "BadSetupError",
    "BadStateError",
    "BadViewerError",
    "GameOverError",
    "Outcome",
    "Position",
    "Reading",
    "RulesConflictError",
    "StuckError",
    "UnknownVariantError",
    "Variant",
    "awaiting",
    "check",
    "declarations",
    "declare",
    "dumps",
    "legal",
    "loads",
    "lock",
    "new",
    "render",
    "resolve",
    "setup",
    "variant",
    "variants",
    "view",
    "views",
]
