"""The style of boards: a calm star chart, by night and by day. Classes only; powers bring their colours.

Borders and names are drawn once and shown through `use`: what styles them may not lean on anything outside of
them but inherited properties."""

from __future__ import annotations

import functools

from adjudicator.drawing.looks import looks_of

NIGHT = (
    "--space:#0a0e1c;--star:#8fa3d9;--sea:#0f1630;--land:#27304d;--void:#070a14;--border-land:#7f8fc2;"
    "--border-sea:#2f3f70;--border-coast:#a9b9ee;--name:#dfe6fb;--name-sea:#8598cf;--halo:#0b1020;"
    "--centre:#f4f6ff;--arrow-fail:#ff8a7a;--focus:#ffd166;--outline:#05070f;"
)
DAY = (
    "--space:#e8ecf7;--star:#b9c3e2;--sea:#dbe3f6;--land:#fbf8f1;--void:#c9d0e4;--border-land:#7b86a8;"
    "--border-sea:#aebbdd;--border-coast:#4d5a85;--name:#222a44;--name-sea:#4c5b8a;--halo:#fdfcf8;"
    "--centre:#1b2238;--arrow-fail:#b3261e;--focus:#9a5b00;--outline:#ffffff;"
)

SHAPES = (
    # ground
    ".board{font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,sans-serif}",
    ".board .space{fill:var(--space)}",
    ".board .star{fill:var(--star);opacity:.55}",
    ".board .backdrop,.board .owners,.board .dynamic-use,.board .centres,.board .ghosts{pointer-events:none}",
    ".board .province path{fill:var(--land)}",
    ".board .province.sea path{fill:var(--sea);fill-opacity:.72}",
    ".board .void{fill:var(--void)}",
    "path.border{fill:none;stroke-linejoin:round;stroke-linecap:round}",
    "path.border.land{stroke:var(--border-land);stroke-width:1.3;stroke-opacity:.75}",
    "path.border.coast{stroke:var(--border-coast);stroke-width:2}",
    "path.border.sea{stroke:var(--border-sea);stroke-width:1.6;stroke-dasharray:1 6}",
    "path.border.rim{stroke:none}",
    "path.border.lane{stroke:var(--border-land);stroke-width:1.6;stroke-opacity:.6}",
    "path.border.lane.upper,path.border.lane.lower{stroke:var(--name-sea);stroke-opacity:.75}",
    "path.border.lane.lower{stroke-dasharray:9 4}",
    "path.border.lane.vertical{stroke:var(--border-coast);stroke-dasharray:1.5 6}",
    ".board .province.hyperspace path{fill:var(--sea);stroke:var(--border-sea);stroke-width:1.4}",
    "text.name.hyperspace{fill:var(--name-sea);font-style:italic}",
    # names
    "text.name,text.code{fill:var(--name);text-anchor:middle;letter-spacing:.02em}",
    "text.name,text.code{paint-order:stroke;stroke:var(--halo);stroke-width:2.5px;stroke-linejoin:round}",
    "text.name{font-weight:500;display:var(--names,inline)}",
    "text.code{font-size:15px;font-weight:600;letter-spacing:.06em;display:var(--codes,none)}",
    "text.name.sea{fill:var(--name-sea);font-style:italic}",
    ".board.show-codes{--names:none;--codes:inline}",
    ".board.hide-names{--names:none;--codes:none}",
    ".board.hide-orders .orders{display:none}",
    # owners and centres
    ".board .owned{fill:var(--power);fill-opacity:.34}",
    ".board .owned-pattern{opacity:.4}",
    "path.weave{fill:none;stroke:var(--power);stroke-width:1.1;stroke-opacity:.75}",
    ".board .centre circle{fill:var(--space);stroke:var(--centre);stroke-width:1.3}",
    ".board .centre path{fill:var(--centre)}",
    ".board .centre.neutral circle{stroke-dasharray:2 2}",
    ".board .centre.owned-centre circle{fill:var(--power)}",
    ".board .centre.owned-centre path{fill:var(--power-ink)}",
    # units
    ".board .unit .hull{fill:var(--power);stroke:var(--outline);stroke-width:2;stroke-linejoin:round}",
    ".board .unit .emblem{fill:var(--power-ink)}",
    ".board .unit.dislodged .hull{stroke:var(--arrow-fail);stroke-width:2.5;stroke-dasharray:4 3}",
    ".board .unit.ghost{opacity:.55}",
    ".board .unit.ghost .hull{fill:none;stroke:var(--power);stroke-dasharray:3 3}",
    ".board .unit.ghost .emblem{fill:var(--power)}",
    ".board .unit.mark-I .hull{fill-opacity:.45;stroke:var(--power);stroke-dasharray:4 2}",
    ".board .unit.mark-I .emblem{fill:var(--name)}",
    ".board .mark circle{fill:var(--space);stroke:var(--power);stroke-width:1.2}",
    ".board .mark text,.board .count,.board .result text{fill:var(--name);text-anchor:middle}",
    ".board .mark text,.board .count,.board .result text{font-size:9px;font-weight:700}",
    ".board .count{font-size:12px;paint-order:stroke;stroke:var(--halo);stroke-width:3px}",
    # orders
    ".board .arrow-under{fill:none;stroke:var(--outline);stroke-width:6;stroke-linecap:round;opacity:.7}",
    ".board .arrow-under.thin{stroke-width:4}",
    ".board .arrow{fill:none;stroke:var(--power);stroke-width:3.2;stroke-linecap:round}",
    ".board .head{fill:var(--power);stroke:var(--outline);stroke-width:.8;stroke-linejoin:round}",
    ".board .thread{stroke-width:2.2;stroke-dasharray:2 5}",
    ".board .convoy .thread{stroke-dasharray:9 5}",
    ".board .end{fill:var(--power);stroke:var(--outline);stroke-width:1}",
    ".board .ring{fill:none;stroke:var(--power);stroke-width:2.4;stroke-dasharray:3 4}",
    ".board .order.failed .arrow{stroke-opacity:.75}",
    ".board .order.bounce>.arrow:not(.head){stroke-dasharray:8 6}",
    ".board .order.retreat .arrow:not(.head){stroke-dasharray:5 5}",
    ".board .result circle{fill:var(--space);stroke:var(--arrow-fail);stroke-width:1.6}",
    ".board .result text{fill:var(--arrow-fail)}",
    ".board .order{pointer-events:visibleStroke}",
    ".board .order:focus{outline:none}",
    ".board .order:focus .arrow,.board .order:hover .arrow{stroke:var(--focus)}",
    ".board .retreat-choice circle{fill:none;stroke:var(--arrow-fail);stroke-width:2;stroke-dasharray:3 3}",
    # what a page says while orders are given
    ".board .province.target path{fill:var(--focus);fill-opacity:.34}",
    ".board .province.selected path{fill:var(--focus);fill-opacity:.5}",
    ".board .province.hovered path{filter:brightness(1.18)}",
    ".board .province.dimmed{opacity:.55}",
    ".board .unit.dimmed{opacity:.5}",
    ".board .unit.selected .hull{stroke:var(--focus);stroke-width:3.4}",
    ".board .draft-arrow{fill:none;stroke:var(--power,var(--focus));stroke-width:3.4}",
    ".board .draft-arrow{stroke-dasharray:9 5;stroke-linecap:round}",
    ".board .draft-hold{fill:none;stroke:var(--power,var(--focus));stroke-width:2.6;stroke-dasharray:5 4}",
    # emblems in lists
    ".emblem .disc{fill:var(--power)}",
    ".emblem path{fill:var(--power-ink)}",
)


@functools.cache
def sheet(variant: str) -> str:
    """The whole style sheet of a variant's board: shapes, night, day, the powers' colours."""
    looks = looks_of(variant).items()
    chosen, system = '[data-theme="light"]', ':root:not([data-theme="dark"])'
    rules = [f".board{{{NIGHT}}}", *SHAPES]
    rules += [f".power-{power}{{--power:{look.dark};--power-ink:{look.ink}}}" for power, look in looks]

    def by_day(when: str) -> list[str]:
        return [f"{when} .board{{{DAY}}}", *(f"{when} .power-{p}{{--power:{o.light}}}" for p, o in looks)]

    rules += by_day(chosen)
    return "\n".join([*rules, f"@media (prefers-color-scheme: light){{{''.join(by_day(system))}}}"])
