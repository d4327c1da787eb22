"""The style of boards: a calm star chart, by night and by day. Classes only; powers bring their colours.

Borders, names and patterns are drawn once and shown through `use`: what styles them may not lean on anything
outside of them but inherited properties. Hence rules without `.board` before them."""

from __future__ import annotations

import functools

from adjudicator.drawing.looks import looks_of, own_style

NIGHT = (
    "--space:#0c1430;--space-2:#26377c;--star:#b9c7f2;--grid:#6a82cf;--sea:#1b2956;--sea-2:#3a4f96;"
    "--land:#2c3656;--land-2:#222a45;--void:#0a1026;--border-land:#7d8dc0;--border-sea:#4a5ea0;"
    "--border-coast:#b6c6fb;--name:#e6ecff;--name-sea:#93a6de;--halo:#0a0f20;--centre:#f4f6ff;"
    "--arrow-ok:#8fe3b0;--arrow-fail:#ff9a8a;--focus:#ffd166;--outline:#060914;--seam:#060914;--deep:0%;--tint:.33"
)
DAY = (
    "--space:#d9e2f5;--space-2:#f2f1ff;--star:#9fb0dc;--grid:#8a9bcb;--sea:#d3def4;--sea-2:#b9c8ea;"
    "--land:#fdfbf5;--land-2:#f1ede2;--void:#b9c1d8;--border-land:#7d87a6;--border-sea:#8fa0cc;"
    "--border-coast:#3f4d7a;--name:#1e2640;--name-sea:#43528a;--halo:#fdfcf8;--centre:#1b2238;"
    "--arrow-ok:#0a6b3d;--arrow-fail:#b3261e;--focus:#9a5b00;--outline:#161c30;--seam:#fdfcf8;--deep:22%;--tint:.37"
)

SHAPES = (
    # sky
    ".board{font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,sans-serif}",
    ".board .space{fill:var(--space)}",
    "stop.nebula-core{stop-color:var(--space-2);stop-opacity:.55}",
    "stop.nebula-rim{stop-color:var(--space-2);stop-opacity:0}",
    ".board .star{fill:var(--star);opacity:.6}",
    ".board .grid{fill:none;stroke:var(--grid);stroke-width:1;stroke-opacity:.13}",
    ".board .backdrop,.board .owners,.board .chart,.board .centres,.board .coast-glow{pointer-events:none}",
    ".board .names{pointer-events:none}",
    ".board .lane{fill:none;stroke:var(--border-land);stroke-width:1.6;stroke-opacity:.6}",
    ".board .lane.upper,.board .lane.lower{stroke:var(--name-sea);stroke-opacity:.75}",
    ".board .lane.lower{stroke-dasharray:9 4}",
    ".board .lane.vertical{stroke:var(--border-coast);stroke-dasharray:1.5 6}",
    ".board .lane.ring{stroke:var(--border-coast);stroke-opacity:.5}",
    ".board .lane.hole{stroke:var(--arrow-fail);stroke-width:2.2;stroke-dasharray:2 6}",
    # boards that turn
    "stop.glow-core{stop-color:var(--star);stop-opacity:.5}",
    "stop.glow-mid{stop-color:var(--space-2);stop-opacity:.5}",
    "stop.glow-rim{stop-color:var(--space-2);stop-opacity:0}",
    ".board .orbit{fill:none;stroke:var(--border-coast);stroke-width:1.2;stroke-opacity:.5}",
    ".board .orbit.wide{stroke-width:16;stroke-opacity:.06}",
    ".board .lane.spoke{stroke-width:1.5;stroke-opacity:.42;stroke-dasharray:2 5;stroke-linecap:round}",
    ".board .lane.wormhole{stroke:var(--name-sea);stroke-width:1.5;stroke-opacity:.5;stroke-dasharray:2 5}",
    ".board #dynamic .province path{stroke:var(--border-coast);stroke-width:1.3;stroke-opacity:.75}",
    ".board #dynamic .province.wormhole path{fill:var(--void);fill-opacity:.55;stroke:var(--name-sea)}",
    ".board .vortex{fill:none;stroke:var(--name-sea);stroke-width:2.4;stroke-opacity:.5;pointer-events:none}",
    ".board .vortex{stroke-linecap:round;stroke-linejoin:round}",
    ".board .centre.great .base:first-child{fill:none;stroke:var(--centre);stroke-width:1.6}",
    ".board .centre.great.owned-centre .base:first-child{fill:none;stroke:var(--power)}",
    ".board .unit.warping .hull{stroke-dasharray:4 3;fill-opacity:.75}",
    ".board .warp-way{fill:none;stroke:var(--power);stroke-width:2;stroke-dasharray:2 5}",
    ".board .in-warp .hull{fill:var(--power);stroke:var(--outline);stroke-width:1.5}",
    ".board .in-warp .emblem{fill:var(--power-ink)}",
    ".board .in-warp text{fill:var(--name);font-size:15px;font-weight:600}",
    ".board .warp-head{fill:var(--name-sea);font-size:14px;letter-spacing:.06em}",
    # ground
    "stop.ground-lit{stop-color:var(--land)}",
    "stop.ground-dim{stop-color:var(--land-2)}",
    ".board .province.sea path{fill:var(--sea-2);fill-opacity:0}",
    ".board .province.hyperspace path{fill:var(--sea)}",
    ".board .void-ground{fill:var(--void)}",
    ".board .province.hole path{fill:var(--void)}",
    "path.hatch{fill:none;stroke:var(--border-sea);stroke-width:1;stroke-opacity:.4}",
    ".board .coast-glow{fill:none;stroke:var(--border-coast);stroke-width:6;stroke-opacity:.1}",
    ".board .coast-glow{stroke-linejoin:round}",
    ".board .coast-glow.wide{stroke-width:12;stroke-opacity:.06}",
    ".board .coast-glow.widest{stroke-width:20;stroke-opacity:.05}",
    ".border{fill:none;stroke-linejoin:round;stroke-linecap:round}",
    ".border.land{stroke:var(--border-land);stroke-width:1.2;stroke-opacity:.7}",
    ".border.coast{stroke:var(--border-coast);stroke-width:1.8}",
    ".border.sea{stroke:var(--border-sea);stroke-width:1.7;stroke-dasharray:.5 6.5}",
    ".border.node{stroke:var(--border-coast);stroke-width:1.3;stroke-opacity:.8}",
    ".border.rim{stroke:none}",
    # names
    "text.name,text.code{fill:var(--name);text-anchor:middle;letter-spacing:.015em}",
    "text.name,text.code{paint-order:stroke;stroke:var(--halo);stroke-width:3px;stroke-linejoin:round}",
    "text.name{font-weight:500;display:var(--names,inline)}",
    "text.code{font-size:15px;font-weight:600;letter-spacing:.06em;display:var(--codes,none)}",
    "text.name.sea,text.name.hyperspace{fill:var(--name-sea);font-style:italic;letter-spacing:.04em}",
    "text.name.sea,text.code.sea{stroke:var(--space)}",
    ".board.show-codes{--names:none;--codes:inline}",
    ".board.hide-names{--names:none;--codes:none}",
    ".board.hide-orders .orders{display:none}",
    # owners and centres
    ".board .owned{fill:var(--power);fill-opacity:var(--tint)}",
    ".board .owned-pattern{opacity:.4}",
    "path.weave{fill:none;stroke:var(--power);stroke-width:1.1;stroke-opacity:.75}",
    ".board .centre circle,.board .centre .base{fill:var(--halo);stroke:var(--centre);stroke-width:1.4}",
    ".board .centre .base{stroke-linejoin:round}",
    ".board .centre .core{fill:var(--centre)}",
    ".board .centre.owned-centre circle,.board .centre.owned-centre .base{fill:var(--power)}",
    ".board .centre.owned-centre circle,.board .centre.owned-centre .base{stroke:var(--halo)}",
    ".board .centre.owned-centre .core{fill:var(--power-ink)}",
    ".board .notes .wormhole{pointer-events:none;fill:none;stroke:var(--name-sea);stroke-width:2}",
    ".board .notes .wormhole path{stroke-dasharray:1 7;stroke-width:3.4;stroke-linecap:round}",
    ".board .notes .wormhole circle{stroke-opacity:.55}",
    ".board .closed,.board .frozen{fill:none;stroke:var(--arrow-fail);stroke-width:2;opacity:.75}",
    ".board .frozen{stroke:var(--name-sea)}",
    # units
    ".board .unit .hull{fill:var(--power);stroke:var(--outline);stroke-width:2.2;stroke-linejoin:round}",
    ".board .unit .hull{paint-order:stroke}",
    ".emblem{fill-rule:evenodd}",
    ".board .unit .emblem{fill:var(--power-ink)}",
    ".board .unit.dislodged .hull{stroke:var(--arrow-fail);stroke-width:3.4;stroke-dasharray:5 3}",
    ".board .unit.ghost .hull{fill:var(--halo);fill-opacity:.45;stroke:var(--power);stroke-width:1.8}",
    ".board .unit.ghost .hull{stroke-dasharray:3 3}",
    ".board .unit.ghost{opacity:.8}",
    ".board .unit.ghost .emblem{fill:var(--power);opacity:.8}",
    ".board .unit.mark-I .hull{fill:var(--halo);fill-opacity:.8;stroke:var(--power);stroke-width:2.4}",
    ".board .unit.mark-I .hull{stroke-dasharray:5 2.5}",
    ".board .unit.mark-I .emblem{fill:var(--power)}",
    ".board .mark circle{fill:var(--halo);stroke:var(--power);stroke-width:1.5}",
    ".board .mark.told circle{fill:var(--focus)}",
    ".board .mark text,.board .count,.board .age{fill:var(--name);text-anchor:middle;font-weight:700}",
    ".board .mark text{font-size:10.5px}",
    ".board .count,.board .age{paint-order:stroke;stroke:var(--halo);stroke-width:3px}",
    ".board .count{font-size:14px}",
    ".board .tally circle{fill:var(--halo);stroke:var(--power);stroke-width:1.6}",
    ".board .tally .count{stroke:none}",
    ".board .of-order{font-size:15px;pointer-events:none}",
    ".board .age{font-size:11px}",
    # orders
    ".board .order path,.board .order circle{stroke-linecap:round;stroke-linejoin:round}",
    ".board .arrow-under{fill:none;stroke:var(--seam);stroke-width:7;opacity:.8}",
    ".board .arrow-under.thin{stroke-width:4.6;opacity:.5}",
    ".board .arrow{fill:none;stroke:color-mix(in srgb,var(--power),#000 var(--deep));stroke-width:3.8}",
    ".board .head,.board .tail,.board .end{fill:var(--power);stroke:var(--seam);stroke-width:1.2}",
    ".board .arrow.thread{stroke-width:2.6;stroke-dasharray:.5 5.5}",
    ".board .convoy .thread{stroke-dasharray:9 5}",
    ".board .scan .thread{stroke-dasharray:1 4 5 4;stroke-width:2}",
    ".board .aim{fill:none;stroke:var(--power);stroke-width:1.8;stroke-dasharray:2 6;stroke-opacity:.65}",
    ".board .order .ring{fill:none;stroke:var(--power);stroke-width:2.6;stroke-dasharray:4 4}",
    ".board .order .ring.eye{stroke-width:1.6;stroke-dasharray:9 5}",
    ".board .order .ring.build{stroke-dasharray:none}",
    ".board .cross{fill:none;stroke:var(--power);stroke-width:3.4}",
    ".board .order.bounce>.arrow,.board .order.no-convoy>.arrow{stroke-dasharray:9 6}",
    ".board .order.disrupted>.arrow{stroke-dasharray:9 6}",
    ".board .order.retreat>.arrow{stroke-dasharray:5 6}",
    ".board .order.void,.board .order.illegal,.board .order.superseded{opacity:.55}",
    ".board .order .way{fill:none;stroke-width:4.4}",
    ".board .order .way.parts{stroke-dasharray:3 9}",
    ".board .join-support .way,.board .part-support .way{stroke-width:2.4;stroke-opacity:.7}",
    ".board .result circle{fill:var(--halo);stroke:var(--arrow-fail);stroke-width:1.6}",
    ".board .result path{fill:none;stroke:var(--arrow-fail);stroke-width:1.8}",
    ".board .result.assimilates circle{stroke:var(--arrow-ok)}",
    ".board .result.assimilates path{stroke:var(--arrow-ok);stroke-width:1.4}",
    ".board .order{pointer-events:visiblePainted}",
    ".board .order:focus{outline:none;opacity:1}",
    ".board .order:hover{opacity:1}",
    ".board .order:focus .arrow,.board .order:hover .arrow{stroke:var(--focus)}",
    ".board .order:focus .head,.board .order:hover .head{fill:var(--focus)}",
    ".board .order:focus .ring,.board .order:hover .ring{stroke:var(--focus)}",
    ".board .retreat-choice circle{fill:var(--halo);fill-opacity:.7;stroke:var(--power);stroke-width:2}",
    ".board .retreat-choice path{fill:none;stroke:var(--name);stroke-width:2;stroke-linecap:round}",
    # what a page says while orders are given
    ".board .province{--lit:var(--land)}",
    ".board .province.sea{--lit:var(--sea)}",
    ".board .province.target path{fill:color-mix(in srgb,var(--focus) 36%,var(--lit));fill-opacity:.9}",
    ".board .owners .yields{opacity:.3}",
    ".board .province.selected path{fill:color-mix(in srgb,var(--focus) 56%,var(--lit));fill-opacity:.9}",
    ".board .province.hovered path{filter:brightness(1.16)}",
    ".board .province.sea.hovered path{fill-opacity:.4}",
    ".board .province.dimmed{opacity:.55}",
    ".board .unit.dimmed{opacity:.5}",
    ".board .unit.selected .hull{stroke:var(--focus);stroke-width:4.4}",
    ".board .draft-arrow{fill:none;stroke:var(--power,var(--focus));stroke-width:3.4}",
    ".board .draft-arrow{stroke-dasharray:9 5;stroke-linecap:round}",
    ".board .draft-hold{fill:none;stroke:var(--power,var(--focus));stroke-width:2.6;stroke-dasharray:5 4}",
    # emblems in lists
    ".emblem .disc{fill:var(--power)}",
    ".emblem path{fill:var(--power-ink)}",
    "@media (prefers-reduced-motion: no-preference){.board .order{transition:opacity .15s}}",
    "@media print{.board .stars,.board .grid,.board .nebula,.board .coast-glow{display:none}}",
)


@functools.cache
def sheet(variant: str) -> str:
    """The whole style sheet of a variant's board: shapes, night, day, the powers' colours."""
    looks = looks_of(variant).items()
    chosen, system = '[data-theme="light"]', ':root:not([data-theme="dark"])'
    alone = ":root.board"  # a drawing in a file of its own
    rules = [f".board{{{NIGHT}}}", *SHAPES, own_style(variant)]
    rules += [f".power-{power}{{--power:{look.dark};--power-ink:{look.ink}}}" for power, look in looks]

    def by_day(when: str, *also: str) -> list[str]:
        powers = (f"{when} .power-{p}{{--power:{o.light};--power-ink:{o.ink_light}}}" for p, o in looks)
        return [f"{','.join((f'{when} .board', *also))}{{{DAY}}}", *powers]

    rules += by_day(chosen)
    return "\n".join([*rules, f"@media (prefers-color-scheme: light){{{''.join(by_day(system, alone))}}}"])
