"""What standard adds to the site: its card among the games one can choose."""

from trekdip.parts.part import Card, Part

PART = Part(
    card=Card(
        flavour="Europe in 1901: the game all others are measured by. Seven great powers, armies and fleets, "
        "nothing but words to move them.",
        length="Eight to fifteen game years, two seasons of movement and one of building each.",
        hidden="Nothing: the whole board is public. Orders are secret until they are played out.",
    )
)
