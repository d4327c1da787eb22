"""Orders of every variant as a judge writes them."""

import pytest

from trekdip.archives import judge
from trekdip.games import gate

ORDERS = [
    ("standard", "A mar S A par - bur", "Army Marseilles SUPPORT Army Paris -> Burgundy"),
    ("standard", "F nth C A lon - bel", "Fleet North Sea CONVOY Army London -> Belgium"),
    ("standard", "A lon - bel via", "Army London -> Belgium by convoy"),
    ("standard", "F stp/sc R fin", "Fleet St Petersburg (sc) -> Finland"),
    ("standard", "A tri D", "Army Trieste DISBAND"),
    ("standard", "B A vie", "Builds an army in Vienna"),
    ("standard", "D F stp/nc", "Removes a fleet in St Petersburg (nc)"),
    ("standard", "WAIVE", "Build waived"),
    ("stdip", "A ber (E) - mun", "Army Berlin (E) -> Munich"),
    ("stdip", "A pru scan war", "Army Prussia scan Warsaw"),
    ("stdip", "CHOOSE F bul/sc", "CHOOSE Fleet Bulgaria (sc)"),
    ("quadrants", "F earth S F vulcan - rigel", "Fleet Earth SUPPORT Fleet Vulcan -> Rigel"),
    ("quadrants", "F portas S F breen", "Fleet Portas V SUPPORT Fleet Breen"),
    ("quadrants", "FREEZE organia", "FREEZE Organia"),
    ("rings", "S caa - cha", "Ship Caa -> Cha"),
    ("rings", "2S aca H", "2 ships Species 8472 Homeworld HOLD"),
    ("rings", "S caa S romulan - cba", "Ship Caa SUPPORT Romulan -> Cba"),
    ("rings", "S caa S romulan cba", "Ship Caa SUPPORT Romulan Cba"),
    ("rings", "S afb warp +5", "Ship Afb warp +5"),
    ("rings", "S warp aja - wormhole", "Ship in warp to Aja -> Wormhole"),
    ("rings", "B 2S aga", "Builds 2 ships in Borg Homeworld"),
    ("rings", "D S warp aja", "Removes a ship in warp to Aja"),
    ("cosmic", "B Q sol", "Builds a fold in Sol"),
    ("cosmic", "Q 49 S F 2 - 86", "Fold 49 SUPPORT Fleet 2 -> 86"),
]


@pytest.mark.parametrize(("variant", "order", "words"), ORDERS, ids=[f"{v} {o}" for v, o, _ in ORDERS])
def test_orders_are_said_as_judges_say_them(variant: str, order: str, words: str) -> None:
    names = {place: facts["name"] for place, facts in gate.geometry(variant)["provinces"].items()}
    judged = judge.Words(dict(gate.variant(variant).powers), names, gate.kinds(variant))
    assert judged.order(order) == words
