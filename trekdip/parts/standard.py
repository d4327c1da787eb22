"""What standard adds to the site: its card among the games one can choose."""

from trekdip.parts.part import Card, Part

PART = Part(
    card=Card(
        flavour="Europe in 1901: the game all others are measured by. Seven great powers, armies and fleets, "
        "nothing but words to move them.",
        length="Eight to fifteen game years, two seasons of movement and one of building each.",
        hidden="Nothing: the whole board is public. Orders are secret until they are played out.",
        simulation="In 1,000 games of simple scripted players without agreements, who spare the weak, a game "
        "took 85.9 years on average, half of them 52 to 109; 2 were open after 250. Won: Austria 38.2 %, "
        "Russia 22.6 %, France 21.8 %, Germany 11.7 %, Turkey 4.2 %, Italy 1.3 %, England never. "
        "People, who talk, are done far sooner.",
    )
)
