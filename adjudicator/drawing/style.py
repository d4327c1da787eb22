"""The style of boards: a calm star chart, by night and by day. Classes only; colours of powers come from
their looks."""

from __future__ import annotations

import functools

from adjudicator.drawing.looks import looks_of

NIGHT = """--space:#0a0e1c;--star:#8fa3d9;--sea:#0f1630;--land:#27304d;--void:#070a14;--border-land:#7f8fc2;--border-sea:#2a3863;
        --border-coast:#a9b9ee;--name:#dfe6fb;--name-sea:#8598cf;--halo:#0b1020;--centre:#f4f6ff;--arrow-fail:#ff8a7a;--focus:#ffd166;
        --outline:#05070f"""
DAY = """--space:#e8ecf7;--star:#b9c3e2;--sea:#dde4f5;--land:#fbf8f1;--void:#c9d0e4;--border-land:#7b86a8;--border-sea:#b4c0e0;
      --border-coast:#4d5a85;--name:#222a44;--name-sea:#51608f;--halo:#fdfcf8;--centre:#1b2238;--arrow-fail:#b3261e;--focus:#9a5b00;
      --outline:#ffffff"""

SHAPES = """.board{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif} .board
         .space{fill:var(--space)}.board .star{fill:var(--star);opacity:.55} .board .backdrop,.board
         .owners,.board #board-borders,.board #board-names,.board .centres,.board
         .ghosts{pointer-events:none} .board .province path{fill:var(--land)}.board .province.sea
         path{fill:var(--sea);fill-opacity:.72} .board .void{fill:var(--void)} .board
         .border{fill:none;stroke-linejoin:round;stroke-linecap:round} .board
         .border.land{stroke:var(--border-land);stroke-width:1.3;stroke-opacity:.75} .board
         .border.coast{stroke:var(--border-coast);stroke-width:2} .board
         .border.sea{stroke:var(--border-sea);stroke-width:1.2;stroke-dasharray:1 5} .board
         .border.rim{stroke:none}.board
         .border.lane{stroke:var(--border-land);stroke-width:1.6;stroke-opacity:.6} .board .name,.board
         .code{fill:var(--name);text-anchor:middle;paint-order:stroke;stroke:var(--halo);stroke-width:2.5px;
         stroke-linejoin:round;letter-spacing:.02em} .board
         .name.sea{fill:var(--name-sea);font-style:italic}.board .name{font-weight:500} .board
         .code{font-size:15px;font-weight:600;letter-spacing:.06em;display:none} .board.show-codes
         .name{display:none}.board.show-codes .code{display:inline} .board.hide-names
         .name,.board.hide-names .code{display:none}.board.hide-orders .orders{display:none} .board
         .owned{fill:var(--power);fill-opacity:.34}.board .owned-pattern{opacity:.5} .board
         .weave{fill:none;stroke:var(--power);stroke-width:1.1;stroke-opacity:.75} .board .centre
         circle{fill:var(--space);stroke:var(--centre);stroke-width:1.3}.board .centre
         path{fill:var(--centre)} .board .centre.neutral circle{stroke-dasharray:2 2} .board
         .centre.owned-centre circle{fill:var(--power)}.board .centre.owned-centre
         path{fill:var(--power-ink)} .board .unit
         .hull{fill:var(--power);stroke:var(--outline);stroke-width:2;stroke-linejoin:round} .board .unit
         .emblem{fill:var(--power-ink)} .board .unit.dislodged
         .hull{stroke:var(--arrow-fail);stroke-width:2.5;stroke-dasharray:4 3} .board
         .unit.ghost{opacity:.5}.board .unit.ghost .hull{fill:none;stroke:var(--power);stroke-dasharray:3
         3} .board .unit.ghost .emblem{fill:var(--power)} .board .unit.mark-I
         .hull{fill-opacity:.45;stroke:var(--power);stroke-dasharray:4 2} .board .unit.mark-I
         .emblem{fill:var(--name)} .board .mark
         circle{fill:var(--space);stroke:var(--power);stroke-width:1.2} .board .mark text,.board
         .count,.board .result text{fill:var(--name);font-size:9px;font-weight:700;text-anchor:middle}
         .board .count{font-size:12px;paint-order:stroke;stroke:var(--halo);stroke-width:3px} .board
         .arrow-under{fill:none;stroke:var(--outline);stroke-width:6;stroke-linecap:round;opacity:.7}
         .board .arrow-under.thin{stroke-width:4} .board
         .arrow{fill:none;stroke:var(--power);stroke-width:3.2;stroke-linecap:round} .board
         .head{fill:var(--power);stroke:var(--outline);stroke-width:.8;stroke-linejoin:round} .board
         .thread{stroke-width:2.2;stroke-dasharray:2 5}.board .convoy .thread{stroke-dasharray:9 5} .board
         .end{fill:var(--power);stroke:var(--outline);stroke-width:1} .board
         .ring{fill:none;stroke:var(--power);stroke-width:2.4;stroke-dasharray:3 4} .board .order.failed
         .arrow{stroke-opacity:.75}.board .order.bounce>.arrow{stroke-dasharray:8 5} .board .order.retreat
         .arrow{stroke-dasharray:5 4} .board .result
         circle{fill:var(--space);stroke:var(--arrow-fail);stroke-width:1.6}.board .result
         text{fill:var(--arrow-fail)} .board .order{pointer-events:visibleStroke}.board
         .order:focus{outline:none} .board .order:focus .arrow,.board .order:hover
         .arrow{stroke:var(--focus)} .board .retreat-choice
         circle{fill:none;stroke:var(--arrow-fail);stroke-width:2;stroke-dasharray:3 3} .board
         .province.target path{fill:var(--focus);fill-opacity:.34}.board .province.selected
         path{fill:var(--focus);fill-opacity:.5} .board .province.hovered
         path{filter:brightness(1.18)}.board .province.dimmed{opacity:.55}.board .unit.dimmed{opacity:.5}
         .board .unit.selected .hull{stroke:var(--focus);stroke-width:3.4}.board .unit.ordered
         .hull{stroke-width:2.4} .board
         .draft-arrow{fill:none;stroke:var(--power,var(--focus));stroke-width:3.4;stroke-dasharray:9
         5;stroke-linecap:round} .board
         .draft-hold{fill:none;stroke:var(--power,var(--focus));stroke-width:2.6;stroke-dasharray:5 4}
         .emblem .disc{fill:var(--power)}.emblem path{fill:var(--power-ink)}
         """


@functools.cache
def sheet(variant: str) -> str:
    """The whole style sheet of a variant's board: shapes, night, day, the powers' colours."""
    looks = looks_of(variant)
    night = "".join(f".power-{p}{{--power:{o.dark};--power-ink:{o.ink}}}" for p, o in looks.items())
    day = "".join(f"{{0}} .power-{p}{{{{--power:{o.light}}}}}" for p, o in looks.items())
    by_choice = day.format('[data-theme="light"]')
    by_system = day.format(':root:not([data-theme="dark"])')
    return (
        f".board{{{NIGHT}}}{SHAPES}{night}"
        f'[data-theme="light"] .board{{{DAY}}}{by_choice}'
        f'@media (prefers-color-scheme: light){{:root:not([data-theme="dark"]) .board{{{DAY}}}{by_system}}}'
    )
