"""An adjudicator for Diplomacy and its Star Trek variants with hidden information: the public face, and
nothing else.

import adjudicator as adj
state = adj.new("standard")
done = adj.resolve(state, {"france": ["A par - bur"]})
"""

from adjudicator.amending import Standing
from adjudicator.codec import dumps
from adjudicator.draws import seed_hash
from adjudicator.errors import (
    AdjudicatorError,
    BadDeclarationError,
    BadDrawsError,
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
    amend,
    awaiting,
    check,
    declarations,
    declare,
    drawn,
    ending,
    explain,
    legal,
    loads,
    lock,
    new,
    offers,
    reach,
    recall,
    render,
    resolve,
    setup,
    variant,
    variants,
    verify,
    view,
    views,
)
from adjudicator.position import Position
from adjudicator.variant import Reading, Variant

__all__ = [
    "AdjudicatorError",
    "BadDeclarationError",
    "BadDrawsError",
    "BadOrdersError",
    "BadSetupError",
    "BadStateError",
    "BadViewerError",
    "GameOverError",
    "Outcome",
    "Position",
    "Reading",
    "RulesConflictError",
    "Standing",
    "StuckError",
    "UnknownVariantError",
    "Variant",
    "amend",
    "awaiting",
    "check",
    "declarations",
    "declare",
    "drawn",
    "dumps",
    "ending",
    "explain",
    "legal",
    "loads",
    "lock",
    "new",
    "offers",
    "reach",
    "recall",
    "render",
    "resolve",
    "seed_hash",
    "setup",
    "variant",
    "variants",
    "verify",
    "view",
    "views",
]
