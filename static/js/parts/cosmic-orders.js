/**
 * Orders of cosmic for the browser: warps of types A, B and C, their supports, and moves and supports over lanes that only a
 * warp can make. The list of legal orders has patterns for these (`*` for a space); what they stand for is worked out here.
 *
 * @typedef {import("../types.d.ts").Choice} Choice
 * @typedef {import("../types.d.ts").Speaker} Speaker
 * @typedef {import("../types.d.ts").GameState} GameState
 * @typedef {import("../types.d.ts").Geometry} Geometry
 * @typedef {import("../types.d.ts").Composer} Composer
 */
import { crewOf, Typed, warpIn } from "./cosmic-text.js";
import { Sky } from "./cosmic-sky.js";

const FEWEST = 3; // folds for a warp of type C

/** @type {Sky | null} what is known of the board that orders are given on */
let sky = null;
/** @type {Record<string, string[]>} entry -> its patterns */
let patterns = {};
/** @type {Record<string, Set<string>>} entry -> what is listed for it */
let listed = {};

export const verbs = {
  warp: { key: "w", word: "Warp" },
  back: { key: "b", word: "Support warp" },
  far: { key: "v", word: "Move by warp" },
  aid: { key: "u", word: "Support by warp" },
  empire: { key: "e", word: "Empire" },
};

/** @param {GameState} state @param {Geometry} geometry */
export function know(state, geometry) {
  sky = new Sky(state, geometry);
  patterns = {};
  listed = {};
}

/** @param {Record<string, string[]>} legal @returns {Record<string, string[]>} the list without its patterns */
export function slots(legal) {
  /** @type {Record<string, string[]>} */
  const plain = {};
  for (const [key, texts] of Object.entries(legal)) {
    patterns[key] = texts.filter((text) => text.includes("*"));
    plain[key] = texts.filter((text) => !text.includes("*"));
    listed[key] = new Set(plain[key]);
  }
  return plain;
}

/** @param {string} base @param {string} pattern @returns {boolean} whether the entry has a pattern that ends so */
const has = (base, pattern) => (patterns[base] ?? []).some((text) => text === pattern || text.endsWith(` ${pattern}`));

/** @returns {string[]} the folds that can be given up for a warp of type C */
const folds = () => crewOf(patterns["WARP"]?.[0] ?? "");

/** @param {string} base @param {string[]} texts @returns {boolean} */
export function more(base, texts) {
  if (base === "EMPIRE") return (listed[base]?.size ?? 0) > texts.length;
  if (base !== "WARP" || !sky) return false;
  if (!folds().length) return texts.length < sky.warpsDue();
  return folds().length - texts.flatMap(crewOf).length >= FEWEST;
}

/** @param {string} text @param {string} unit @returns {{verb: string, places: string[], rest: string} | null} */
export function takeApart(text, unit) {
  if (text.startsWith("EMPIRE ")) return { verb: "empire", places: [], rest: text.slice(7) };
  const warp = warpIn(text);
  if (!warp) return null;
  const crew = crewOf(text);
  const verb = crew.length ? `spend${crew.length}` : / S |^S /.test(text) ? "back" : "warp";
  const named = crew.length && crew.length < folds().length ? crew : [];
  return unit ? { verb, places: [...named, warp.a, warp.b], rest: warp.sign } : null;
}

/** @param {string} base @param {string[]} path @returns {Choice[]} */
export function further(base, path) {
  if (!sky || !patterns[base]?.length) return [];
  const [verb, ...places] = path;
  if (base === "WARP" && folds().length) return spending(base, path);
  const owner = sky.ownerOf(base);
  /** @type {Choice[]} */
  const found = [];
  const wants = (/** @type {string} */ one) => verb === undefined || verb === one;
  if (has(base, base === "WARP" ? "*+*" : "W *+*") && wants("warp")) found.push(...warping(base, "warp", places, base === "WARP" ? null : owner, verb === undefined));
  if (has(base, "S *+*") && wants("back")) found.push(...warping(base, "back", places, null, verb === undefined));
  if (has(base, "- *") && wants("far")) found.push(...moving(base, verb === undefined));
  if (has(base, "S * - *") && wants("aid")) found.push(...aiding(base, places, verb === undefined));
  return found;
}

/** @param {string} unit @param {string} verb @param {string[]} places @param {string} rest @param {string} text @returns {Choice} */
const choice = (unit, verb, places, rest, text) => ({ unit, verb, places, rest, text, marks: "" });

/** @param {string} base @param {string} verb @param {string} warp @returns {string} */
function textOf(base, verb, warp) {
  const head = base === "WARP" ? "" : `${base} `;
  return `${head}${verb === "back" ? "S " : base === "WARP" ? "" : "W "}${warp}`;
}

/**
 * @param {string} base @param {string} verb @param {string[]} places @param {string | null} owner who connects, where centres are closed to others
 * @param {boolean} one whether one of them is enough
 * @returns {Choice[]}
 */
function warping(base, verb, places, owner, one) {
  if (!sky) return [];
  const [a, b] = places;
  /** @type {Choice[]} */
  const found = [];
  for (const first of a === undefined ? sky.spaces : [a]) {
    for (const second of b === undefined ? sky.spaces : [b]) {
      for (const sign of ["+", "/"]) {
        if (!sky.forbids(first, second, sign, owner)) found.push(choice(base, verb, [first, second], sign, textOf(base, verb, `${first}${sign}${second}`)));
        if (one && found.length) return found;
      }
      if (a === undefined && found.at(-1)?.places[0] === first) break; // one goal shows that this is a beginning
    }
  }
  return found;
}

/** @param {string} base @param {boolean} one @returns {Choice[]} */
function moving(base, one) {
  const here = sky?.unit(base);
  if (!sky || !here) return [];
  const found = sky.spaces.filter((goal) => sky?.reaches(here, goal) && !listed[base]?.has(`${base} - ${goal}`))
    .map((goal) => choice(base, "far", [goal], "", `${base} - ${goal}`));
  return one ? found.slice(0, 1) : found;
}

/** @param {string} base @param {string[]} places @param {boolean} one @returns {Choice[]} */
function aiding(base, places, one) {
  const here = sky?.unit(base);
  if (!sky || !here) return [];
  const [helped] = places;
  const found = [];
  for (const aim of sky.units) {
    if (aim.place === here.place || (helped !== undefined && helped !== aim.place)) continue;
    for (const goal of [aim.place, ...sky.spaces.filter((space) => space !== aim.place)]) {
      const text = `${base} S ${aim.kind} ${aim.place}${goal === aim.place ? "" : ` - ${goal}`}`;
      if (!sky.helps(here, aim, goal) || listed[base]?.has(text)) continue;
      found.push(choice(base, "aid", [aim.place, goal], "", text));
      if (one) return found;
      if (helped === undefined) break;
    }
  }
  return found;
}

/** @param {string} base @param {string[]} path @returns {Choice[]} warps of type C: how many folds, which, from where to where */
function spending(base, path) {
  if (!sky) return [];
  const all = folds();
  const [verb, ...places] = path;
  const found = [];
  for (let count = FEWEST; count <= all.length; count += 1) {
    if (verb !== undefined && verb !== `spend${count}`) continue;
    const asked = count < all.length ? count : 0; // all of them need not be named
    const crew = asked ? places.slice(0, count) : all;
    const rest = places.slice(asked);
    if (asked && crew.length < count) {
      const left = all.filter((fold) => !crew.includes(fold));
      for (const fold of left) found.push(choice(base, `spend${count}`, [...crew, fold, ...left.filter((other) => other !== fold).slice(0, count - crew.length - 1), "", ""], "", ""));
      continue;
    }
    const head = crew.map((fold) => `Q${fold}`).join(",");
    for (const one of warping(base, "warp", rest, sky.viewer, verb === undefined)) {
      found.push(choice(base, `spend${count}`, [...(asked ? crew : []), ...one.places], one.rest, `${head} ${one.text}`));
    }
  }
  return found;
}

for (let count = FEWEST; count <= 20; count += 1) {
  Object.assign(verbs, { [`spend${count}`]: { key: String(count % 10), word: `Give up ${count} folds` } });
}

/** @param {string} base @param {Speaker} speaker @returns {string | null} */
export function unit(base, speaker) {
  if (base === "EMPIRE") return "An empire";
  if (base !== "WARP") return null;
  const crew = folds();
  return crew.length ? `A warp for folds (${crew.map((fold) => speaker.place(fold)).join(", ")})` : "A lasting warp";
}

/** @param {string} text @param {Speaker} speaker @returns {string | null} */
export function deed(text, speaker) {
  if (text.startsWith("EMPIRE ")) return `takes in the home systems of ${sky?.powerName(text.slice(7)) ?? text.slice(7)}`;
  const warp = warpIn(text);
  if (!warp) return null;
  const ends = `${speaker.place(warp.a)} and ${speaker.place(warp.b)}`;
  const crew = crewOf(text);
  const does = warp.sign === "+" ? "connect" : "disconnect";
  if (crew.length) return `${does}s ${ends}; the folds in ${crew.map((fold) => speaker.place(fold)).join(", ")} are gone`;
  return / S |^S /.test(text) ? `supports those who ${does} ${ends}` : `${does}s ${ends}`;
}

/** @param {Choice} one @param {Speaker} speaker @returns {string | null} */
export function rest(one, speaker) {
  if (one.verb === "empire") return `Over ${sky?.powerName(one.rest) ?? one.rest}`;
  const warp = warpIn(one.text);
  if (!warp || !sky) return null;
  const [a, b] = [speaker.place(warp.a), speaker.place(warp.b)];
  const open = sky.open(warp.a, warp.b);
  if (warp.sign === "+") return open ? `Connect ${a} and ${b} (they are: against others who part them)` : `Connect ${a} and ${b}`;
  return open ? `Disconnect ${a} and ${b}` : `Disconnect ${a} and ${b} (they are: against others who join them)`;
}

/** @param {Composer} composer @param {Speaker} speaker @returns {string | null} */
export function ask(composer, speaker) {
  const [verb, ...places] = composer.path;
  if (!composer.unit || verb === undefined) return null;
  const name = speaker.unit(composer.unit.replace(/ #\d+$/, ""));
  const count = verb.startsWith("spend") ? Number(verb.slice(5)) : 0;
  const named = count && count < folds().length ? count : 0;
  if (named && places.length < named) return `${name}: which fold is given up? ${places.length} of ${named} are named.`;
  const ends = places.slice(named);
  if (verb === "far") return `${name}: where to, should a warp lead there?`;
  if (verb === "aid") return ends[0] === undefined ? `${name} supports which unit, should a warp lead there?` : `${name} supports ${speaker.place(ends[0])} to where? Itself again: to hold.`;
  if (verb !== "warp" && verb !== "back" && !count) return null;
  const what = verb === "back" ? "supports a warp" : "warps";
  if (ends[0] === undefined) return `${name} ${what} between which two spaces?`;
  return ends[1] === undefined ? `${name} ${what} between ${speaker.place(ends[0])} and which space?` : `${name}: connect or disconnect?`;
}

/** @param {string} text @param {Speaker} speaker @param {string[]} sheet @returns {string[]} */
export function follows(text, speaker, sheet) {
  return sky ? sky.warnings(text, sheet, (place) => speaker.place(place)) : [];
}

/** @param {string} text @returns {{a: string, b: string, opens: boolean, from: string[]} | null} */
export function draws(text) {
  const warp = warpIn(text);
  if (!warp) return null;
  const crew = crewOf(text);
  const from = crew.length ? crew : / [WS] /.test(text) ? [text.split(" ")[1] ?? ""] : [];
  return { a: warp.a, b: warp.b, opens: warp.sign === "+", from };
}

/** @param {string} province @returns {{base: string, verb: string} | null} */
export function opens(province) {
  if (!patterns["WARP"]?.length || folds().length || !sky?.spaces.includes(province)) return null;
  return { base: "WARP", verb: "warp" };
}

/** @param {string} text @param {string} base @returns {boolean} whether an order belongs to what the patterns stand for */
function fits(text, base) {
  if (!sky) return false;
  const warp = warpIn(text);
  const owner = sky.ownerOf(base);
  if (warp) {
    const crew = crewOf(text);
    if (crew.length) return crew.length >= FEWEST && new Set(crew).size === crew.length && crew.every((fold) => folds().includes(fold)) && !sky.forbids(warp.a, warp.b, warp.sign, sky.viewer);
    const back = / S |^S /.test(text);
    const pattern = `${back ? "S " : base === "WARP" ? "" : "W "}*+*`;
    return has(base, pattern) && !sky.forbids(warp.a, warp.b, warp.sign, back || base === "WARP" ? null : owner);
  }
  const here = sky.unit(base);
  const words = text.split(" ");
  if (!here) return false;
  if (words[2] === "-") return has(base, "- *") && sky.reaches(here, words[3] ?? "");
  const aim = sky.unit(`${words[3]} ${words[4]}`);
  return words[2] === "S" && aim !== null && has(base, "S * - *") && sky.helps(here, aim, words[6] ?? aim.place);
}

/** @param {string} typed @returns {{unit: string, text: string} | null} */
export function read(typed) {
  const found = sky ? new Typed(sky, Object.keys(patterns)).read(typed) : null;
  return found && fits(found.text, found.unit) ? found : null;
}

/** @param {string} typed @returns {{unit: string, text: string}[]} */
export function complete(typed) {
  if (!sky) return [];
  return new Typed(sky, Object.keys(patterns)).complete(typed).filter(({ unit: base, text }) => fits(text, base)).slice(0, 8);
}
