"""Sentences of the adjudicator as players read them: without the ids of the rulings they rest on."""

import re

_CITED = re.compile(r" \([A-Z]-[a-z]+(?:[ ,…][^()]*)?\)")


def plainly(sentence: str) -> str:
    """The sentence without ids such as `(G-p)` or `(X-n … X-p)`: a game's record keeps them."""
    return _CITED.sub("", sentence)
