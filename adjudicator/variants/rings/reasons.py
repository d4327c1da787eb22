"""What became of every order of a movement phase, and the sentence that says why. Reads a decided
battle, decides nothing."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.outcomes import BOUNCE, CUT, DISLODGED, ILLEGAL, VOID
from adjudicator.variants.rings.battle import Clash
from adjudicator.variants.rings.entries import Shown, Told
from adjudicator.variants.rings.language import ATTACK, WARP
from adjudicator.variants.rings.law import Sky
from adjudicator.variants.rings.muster import IN_WARP, Group
from adjudicator.variants.rings.wheel import WORMHOLE, Wheel

Fate = tuple[list[str], str]


class Chronicle:
    """The fates of all groups of one battle. `names`: race -> its name; `ways_out`: planet -> could its
    dislodged ships retreat?"""

    def __init__(self, clash: Clash, sky: Sky, wheel: Wheel, ways_out: Mapping[str, bool]) -> None:
        self.clash, self.sky, self.wheel, self.ways_out = clash, sky, wheel, ways_out

    def told(self, k: int) -> Told:
        """What became of a group."""
        group = self.clash.groups[k]
        words, because = self._fate(k, group)
        if group.problem is not None:
            does = "arrives" if group.place == IN_WARP else "holds"
            because = f"This order does not count, so the ship {does}: {group.problem}. {because}".strip()
            words = [ILLEGAL, *words]
        if group.goal is None or (group.place != IN_WARP and not self.clash.won(group)):
            words, because = self._driven_out(group, words, because)
        text = self.sky.board.notation.write(group.order)
        rank = self.sky.board.spot.get(group.place, len(self.sky.board.spot))
        return Told(group.power, rank, group.text, text, tuple(words), because, self._shown(k, group, words))

    # -- what others see of warp (G-k, G-o) --
    def _shown(self, k: int, group: Group, words: list[str]) -> Shown | None:
        if group.place == IN_WARP:
            public = tuple(w for w in words if w != ILLEGAL)
            if group.goal == WORMHOLE:
                return Shown(
                    "warp",
                    group.count,
                    f" - {WORMHOLE}",
                    public,
                    "It comes out of warp in the wormhole (G-j).",
                )
            return Shown(
                f"warp {group.bound}", group.count, f" - {group.bound}", public, self._fate(k, group)[1]
            )
        if group.order.verb != WARP:
            return None
        because = (
            "It stands to enter warp (G-j)."
            if group.problem is None
            else "Its warp does not count, so it holds."
        )
        if DISLODGED in words:
            because = self._driven_out(group, [], because)[1]
        return Shown(group.place, group.count, " warp", tuple(words), because)

    # -- fates --
    def _fate(self, k: int, group: Group) -> Fate:
        if group.goal is not None:
            return self._journey(group)
        if group.verb == "support":
            return self._support(k, group)
        if group.verb == WARP:
            goal = self.name(self.wheel.along(group.place, int(group.order.rest[0])))
            return [], f"It stands, to enter warp for {goal} when the season ends (G-j)."
        return [], self._hold(group)

    def _driven_out(self, group: Group, words: list[str], because: str) -> Fate:
        """Dislodged ships: a support is cut (G-h), a warp fails (G-j)."""
        i = self.clash.conqueror(group.place) if group.place not in {WORMHOLE, IN_WARP} else None
        if i is None:
            return words, because
        if group.verb == "support" and not {CUT, VOID} & set(words):
            words = [*words, CUT]
        end = f" {self._beaten(i)}"
        if group.verb == WARP:
            end += " The warp fails (G-j)."
        if not self.ways_out[group.place]:
            end += " It has nowhere to retreat to."
        stays = group.goal is None and group.problem is None and group.verb != "support"
        return [*words, DISLODGED], end.strip() if stays else f"{because}{end}".strip()

    def _beaten(self, i: int) -> str:
        attack = self.clash.attacks[i]
        return (
            f"{self.race(attack.race)} attacks {self.name(attack.goal)} with {self.clash.strength(i)} "
            f"against {self.clash.defence(attack.goal)} and dislodges it (G-g)."
        )

    def _hold(self, group: Group) -> str:
        if group.place == WORMHOLE:
            return "It stays in the wormhole, where there is no battle (G-i)."
        clash = self.clash
        foes = [i for i in clash.rivals.get(group.place, ()) if clash.foe(clash.attacks[i]) is not None]
        if not foes:
            return "Nobody attacks it." if group.ordered else "No order was given, so it holds (G-p)."
        best = max(foes, key=clash.strength)
        return (
            f"{self.name(group.place)} is defended with {clash.defence(group.place)} against "
            f"{clash.strength(best)} of {self.race(clash.attacks[best].race)} (G-f, G-g)."
        )

    def _support(self, k: int, group: Group) -> Fate:
        clash, (race, how), goal = self.clash, group.order.rest, group.order.to or ""
        node = clash.support_of.get(k)
        if node is None:
            if how == ATTACK:
                return [VOID], f"No ship of {self.race(race)} was ordered to {self.name(goal)} (G-e)."
            return [VOID], f"No ship of {self.race(race)} was ordered to stay at {self.name(goal)} (G-r)."
        if not clash.settled(node):
            return [CUT], self._cut(group, goal)
        if how == ATTACK and clash.holders.get(goal) == group.power != race and clash.present(goal):
            return [], "It does not help to dislodge ships of its own race, only against others (G-e, G-r)."
        what = f"attack on {self.name(goal)}" if how == ATTACK else f"stand at {self.name(goal)}"
        return [], f"It adds {group.count} to {self.race(race)}'s {what} (G-e)."

    def _cut(self, group: Group, goal: str) -> str:
        clash = self.clash
        for i in clash.rivals.get(group.place, ()):
            attack = clash.attacks[i]
            if attack.race != group.power and any(origin != goal for origin in attack.origins):
                return f"{self.race(attack.race)}'s attack on {self.name(group.place)} cuts it (G-h)."
        return "Its giver is dislodged, so it is cut (G-h)."

    # -- moves --
    def _journey(self, group: Group) -> Fate:
        if group.goal == WORMHOLE:
            return [], "The wormhole takes any number of ships, without battle (G-i)."
        i = self.clash.of[group.power, group.goal or ""]
        if self.clash.settled(i):
            return [], self._success(i)
        fall = " It falls into the wormhole (G-j)." if group.place == IN_WARP else ""
        return [BOUNCE], f"{self._failure(i)}{fall}"

    def _success(self, i: int) -> str:
        clash, attack = self.clash, self.clash.attacks[i]
        goal = self.name(attack.goal)
        if clash.foe(attack) is not None and clash.present(attack.goal):
            return f"{self._force(i)} takes {goal} against a defence of {clash.defence(attack.goal)} (G-g)."
        rivals = [j for j in clash.rivals[attack.goal] if clash.attacks[j].race != attack.race]
        if rivals:
            best = max(rivals, key=clash.full_strength)
            return (
                f"{self._force(i)} enters {goal} before {self._force(best, clash.full_strength(best))} (G-g)."
            )
        return f"It enters {goal}; nobody stands against it."

    def _failure(self, i: int) -> str:
        clash, attack = self.clash, self.clash.attacks[i]
        goal, strength = self.name(attack.goal), clash.strength(i)
        foe = clash.foe(attack)
        if foe is not None and clash.present(attack.goal) and strength <= clash.defence(attack.goal):
            return (
                f"{self._force(i)} does not overcome the defence of {goal} by {self.race(foe)}, "
                f"{clash.defence(attack.goal)} (G-f, G-g)."
            )
        for j in clash.opposing(i):
            if strength <= clash.full_strength(j):
                return f"{self._force(i)} meets {self._force(j, clash.full_strength(j))} on its way (G-g)."
        for j in clash.rivals[attack.goal]:
            if clash.attacks[j].race != attack.race and strength <= clash.weight(j):
                return f"{self._force(i)} is stood off at {goal} by {self._force(j, clash.weight(j))} (G-g)."
        return f"{self._force(i)} could succeed only by what it would itself bring about, so it fails (G-g)."

    def _force(self, i: int, strength: int | None = None) -> str:
        number = self.clash.strength(i) if strength is None else strength
        return f"{self.race(self.clash.attacks[i].race)}'s attack of strength {number}"

    # -- words --
    def race(self, power: str) -> str:
        """A race's name."""
        return self.sky.names[power]

    def name(self, place: str) -> str:
        """A planet's name."""
        return self.sky.name(place)
