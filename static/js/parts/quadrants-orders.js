/**
 * Orders of quadrants that no unit gives: abilities that cost latinum or are used up. What can be ordered is the server's list.
 *
 * @typedef {import("../notation.js").Speaker} Speaker
 */

/** @type {Record<string, {entry: string, verb: string, deed: string, key: string, ask: string}>} by the first word of the order */
const ABILITIES = {
  FREEZE: { entry: "Energy Dampening Weapon", verb: "freeze", deed: "freezes", key: "z", ask: "Freeze which system?" },
  BRIBE: { entry: "Bribe", verb: "bribe", deed: "bribes", key: "b", ask: "Bribe which centre that nobody owns?" },
  SABOTAGE: { entry: "Sabotage", verb: "sabotage", deed: "sabotages the support from", key: "g", ask: "Sabotage the support of which fleet?" },
  IMMUNITY: { entry: "Diplomatic Immunity", verb: "immunity", deed: "keeps the fleet in", key: "i", ask: "Which dislodged fleet stays?" },
};
const PRICES = /** @type {Record<string, number>} */ ({ BRIBE: 15, SABOTAGE: 25 });

/** @param {string} text @returns {string} */
const wordOf = (text) => text.split(" ", 1)[0] ?? "";

/** @type {number | null} what the board at hand has in the treasury, where that is another than the section's */
let planned = null;

/** @param {import("../types.d.ts").GameState} state */
export function know(state) {
  const memory = /** @type {{latinum?: number} | undefined} */ (state.view["memory"]);
  planned = memory?.latinum ?? null;
}

/** @returns {number} what is in the treasury, as the section beside the board tells it */
function treasury() {
  if (planned !== null) return planned;
  const told = document.querySelector("[data-latinum]");
  return told instanceof HTMLElement ? Number(told.dataset["latinum"]) : 0;
}

/** @param {string[]} texts @returns {number} what they cost */
const costOf = (texts) => texts.reduce((sum, text) => sum + (PRICES[wordOf(text)] ?? 0), 0);

export const verbs = Object.fromEntries(Object.values(ABILITIES).map(({ verb, key, entry }) => [verb, { key, word: verb === "freeze" ? "Freeze" : entry }]));

/** @param {string} text */
export function takeApart(text) {
  const ability = ABILITIES[wordOf(text)];
  return ability ? { verb: ability.verb, places: [text.split(" ")[1] ?? ""] } : null;
}

/** @param {string} base */
export const unit = (base) => ABILITIES[base]?.entry;

/** @param {string} text @param {Speaker} speaker */
export function deed(text, speaker) {
  const ability = ABILITIES[wordOf(text)];
  return ability ? `${ability.deed} ${speaker.place(text.split(" ")[1] ?? "")}` : null;
}

/** @param {import("../composer.js").Composer} composer */
export function ask(composer) {
  return composer.unit === null ? null : ABILITIES[composer.unit.replace(/ #\d+$/, "")]?.ask;
}

/** @param {string} base @param {string[]} texts */
export const more = (base, texts) => base in PRICES && costOf(texts) + (PRICES[base] ?? 0) <= treasury();

/** @param {string} text @param {Speaker} _speaker @param {string[]} sheet */
export function follows(text, _speaker, sheet) {
  const word = wordOf(text);
  if (word === "FREEZE" || word === "IMMUNITY") return ["This is used up: it works once in the game."];
  const price = PRICES[word];
  if (price === undefined) return [];
  const [all, have] = [costOf(sheet), treasury()];
  const rest = all <= have ? `${have - all} are left after all of this sheet.` : `The sheet costs ${all} and there are ${have}: what cannot be paid, in the order written, does not count.`;
  return [`${price} latinum, paid when orders lock. ${rest}`];
}
