/**
 * Orders of rings for the browser: every ship of a stack may have its own, supports are for a race, warps go along a ring, ships
 * in warp arrive or are turned into the wormhole. Knows how these are written and where a warp leads, not what is allowed.
 *
 * @typedef {import("../notation.js").Speaker} Speaker
 * @typedef {import("../types.d.ts").Choice} Choice
 * @typedef {import("../types.d.ts").GameState} GameState
 * @typedef {import("../types.d.ts").Geometry} Geometry
 * @typedef {import("../composer.js").Composer} Composer
 */

/** @type {{viewer: string, rings: string[][]}} */
let known = { viewer: "", rings: [] };

/** @param {GameState} state @param {Geometry} geometry */
export function know(state, geometry) {
  known = { viewer: state.viewer, rings: geometry.wheel?.rings.map((ring) => ring.planets) ?? [] };
}

const SHIPS = /^(?:[BD] )?(\d*)S /;

/** @param {string} text a unit or an order @returns {number} how many ships it speaks of */
export function size(text) {
  const found = SHIPS.exec(text);
  return found ? Number(found[1] || 1) : 0;
}

/** @param {number} count @returns {string} "2 ships" */
const ships = (count) => (count === 1 ? "1 ship" : `${count} ships`);

/** @param {string[]} texts @returns {number} */
const total = (texts) => texts.reduce((sum, text) => sum + size(text), 0);

/** @param {string} planet @param {number} steps along its ring, + anticlockwise @returns {string} */
export function along(planet, steps) {
  const row = known.rings.find((ring) => ring.includes(planet)) ?? [planet];
  return row[(((row.indexOf(planet) + steps) % row.length) + row.length) % row.length] ?? planet;
}

/** @param {string} power @returns {string} "Species 8472" */
const raceOf = (power) => power.replace(/(\D)(\d)/, "$1 $2").replace(/^./, (first) => first.toUpperCase());

/** @param {string[]} texts @param {string} base @returns {boolean} builds, which a planet's key does not count */
const builds = (base, texts) => texts.some((text) => text.startsWith("B ")) || !SHIPS.test(base);

/** @param {string} base @param {string[]} texts @returns {boolean} ships are left without an order */
export const more = (base, texts) => !builds(base, texts) && !texts.some((text) => text.startsWith("D ")) && total(texts) < size(base);

/** @param {string} base @param {string[]} texts @returns {boolean} the stack has ships enough for all of these */
export const fits = (base, texts) => builds(base, texts) || total(texts) <= size(base);

/** @param {string} base @returns {string | null | undefined} */
export function stands(base) {
  if (base === "WAIVE") return null;
  const words = base.split(" ");
  return words[1] === "warp" ? words[2] ?? null : undefined;
}

/** @param {string} text @param {string} unit */
export function takeApart(text, unit) {
  const words = text.split(" ");
  if (words[0] === "WAIVE") return null;
  const marks = String(size(text));
  if (words[0] === "B") return { verb: "build", marks };
  if (words[0] === "D") return { verb: "disband", marks };
  const [, place = "", verb = "", ...tail] = words;
  if (place === "warp") return tail[1] === verb ? { verb: "arrive", marks } : { verb: "move", places: [tail[1] ?? ""], marks };
  switch (verb) {
    case "H":
      return { verb: "hold", marks };
    case "D":
      return { verb: "disband", marks };
    case "-":
      return { verb: "move", places: [tail[0] ?? ""], marks };
    case "R":
      return { verb: "retreat", places: [tail[0] ?? ""], marks };
    case "S":
      return { verb: "support", places: [tail.at(-1) ?? ""], rest: `${tail[0]} ${tail[1] === "-" ? "attacks" : "stands"}`, marks };
    case "warp":
      return { verb: "warp", places: [along(place, Number(tail[0]))], rest: tail[0] ?? "", marks };
    default:
      return unit ? { verb: "other", rest: text, marks } : null;
  }
}

export const verbs = { warp: { key: "w", word: "Warp" }, arrive: { key: "a", word: "Arrive" } };

/** How many ships of a stack an order is for: chosen before all else. @param {string} count @param {string[]} counts */
export function way(count, counts) {
  const most = Math.max(...counts.map(Number));
  return { word: Number(count) === most && most > 1 ? `All ${count}` : ships(Number(count)), key: count };
}

/** @param {string} base @param {Speaker} speaker */
export function unit(base, speaker) {
  const words = base.split(" ");
  if (!SHIPS.test(base)) return null;
  const place = speaker.place(words.at(-1) ?? "");
  const many = size(base) === 1 ? "A ship" : ships(size(base));
  return words[1] === "warp" ? `${many} in warp to ${place}` : `${many} at ${place}`;
}

/** @param {number} steps @returns {string} */
const way_along = (steps) => `${Math.abs(steps)} places ${steps > 0 ? "anticlockwise" : "clockwise"}`;

/** @param {string} text @param {Speaker} speaker @param {string} base */
export function deed(text, speaker, base) {
  const taken = takeApart(text, base);
  if (!taken) return null;
  const goal = speaker.place(taken.places?.[0] ?? "");
  const some = size(text) < size(base) ? `${ships(size(text))}: ` : "";
  const s = size(text) === 1 ? "s" : "";
  switch (taken.verb) {
    case "build":
      return `builds ${ships(size(text))}`;
    case "disband":
      return `${some}disband${s}`;
    case "arrive":
      return `${some}arrive${s} at ${speaker.place(text.split(" ")[2] ?? "")}`;
    case "hold":
      return `${some}hold${s}`;
    case "move":
      return text.includes(" warp ") ? `${some}turn${s} into the wormhole` : `${some}move${s} to ${goal}`;
    case "retreat":
      return `${some}retreat${s} to ${goal}`;
    case "warp":
      return `${some}enter${s} warp for ${goal}, ${way_along(Number(taken.rest))}`;
    case "support":
      return `${some}support${s} ${helped(taken.rest ?? "")} ${taken.rest?.endsWith("attacks") ? "attack on" : "at"} ${goal}`;
    default:
      return null;
  }
}

/** @param {string} rest "romulan attacks" @returns {string} whose attack or stand it is */
function helped(rest) {
  const race = raceOf(rest.split(" ")[0] ?? "");
  return rest.endsWith("attacks") ? `the ${race}` : `the ${race} ships`;
}

/** @param {Choice} choice */
export function rest(choice) {
  if (choice.verb === "warp") return way_along(Number(choice.rest));
  if (choice.verb !== "support") return null;
  const power = choice.rest.split(" ")[0] ?? "";
  const who = power === known.viewer ? "own" : raceOf(power);
  return choice.rest.endsWith("attacks") ? `${who} attack` : `${who} defence`;
}

/** @param {Composer} composer @param {Speaker} speaker */
export function ask(composer, speaker) {
  if (composer.unit === null || !SHIPS.test(composer.unit)) return null;
  const name = unit(composer.unit.replace(/ #\d+$/, ""), speaker) ?? "";
  const [verb, place] = composer.path;
  if (verb === "warp" && composer.stage === "place") return `${name}: to where along the ring? They stand this season and arrive the next.`;
  if (verb === "warp") return `${name}: which way round to ${speaker.place(place ?? "")}?`;
  if (verb === "support" && composer.stage === "place") return `${name}: support at which planet?`;
  if (verb === "support") return `${name}: whom at ${speaker.place(place ?? "")}?`;
  return null;
}

/** Ships of several places that go to one planet attack together. @param {string} text @param {Speaker} speaker @param {string[]} sheet */
export function follows(text, speaker, sheet) {
  const goal = attacked(text);
  if (goal === null || goal === "wormhole") return [];
  const joint = sheet.filter((other) => attacked(other) === goal);
  const from = new Set(joint.map((other) => other.split(" ").slice(1, other.includes(" warp ") ? 3 : 2).join(" ")));
  const backing = sheet.filter((other) => other.endsWith(` S ${known.viewer} - ${goal}`));
  if (from.size < 2 && !backing.length) return [];
  const help = backing.length ? `, ${total(backing)} in support` : "";
  return [`Attack on ${speaker.place(goal)}: ${ships(total(joint))}${from.size > 1 ? ` from ${from.size} places` : ""}${help}.`];
}

/** @param {string} text @returns {string | null} the planet its ships go to */
function attacked(text) {
  const words = text.split(" ");
  const at = words.indexOf("-");
  return at < 0 || words[2] === "S" ? null : words[at + 1] ?? null;
}
