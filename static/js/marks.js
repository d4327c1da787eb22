/**
 * Marks that an order can carry, `(I)` or `(D)(T)`: told apart, put into words, weighed against each other. Which marks are
 * possible is the server's list; what they cost is told by the server as well.
 *
 * @typedef {import("./types.d.ts").Meanings} Meanings
 */

/** @typedef {Record<string, string>} Letters words by the letter of a mark */
const SAID = /** @type {Letters} */ ({ I: "cloaked", E: "as the Enterprise", T: "as a trader", M: "as a military unit", D: "taken over" });
const STANDS = /** @type {Letters} */ ({ I: "cloaked", E: "Enterprise", T: "trader", M: "military", D: "infiltrated" });
const NAMES = /** @type {Letters} */ ({ I: "Cloaked", E: "Enterprise", T: "Trader", M: "Military", D: "Taken over" });
const WITHOUT = /** @type {Letters} */ ({ I: "Open", E: "Ordinary", T: "Military", M: "Trader" });
const KEYS = /** @type {Letters} */ ({ I: "i", E: "e", T: "t", M: "t", D: "x" });

/** @param {string} text @returns {string} "(D)(T)" of an order or a unit; empty without marks */
export const marksOf = (text) => text.split(" ").filter((token) => token.startsWith("(")).join("");

/** @param {string} text @returns {string} the order or unit without its marks */
export const bare = (text) => text.split(" ").filter((token) => !token.startsWith("(")).join(" ");

/** @param {string} marks @returns {string[]} ["D", "T"] */
export const lettersOf = (marks) => marks.match(/[A-Z]/g) ?? [];

/** @param {string} text an order @returns {string} ", cloaked", to stand behind what it does */
export const saidMarks = (text) => lettersOf(marksOf(text)).map((letter) => `, ${SAID[letter] ?? letter}`).join("");

/** @param {string} unit key of a unit @returns {string} " (cloaked)", to stand behind its name */
export const standingMarks = (unit) => lettersOf(marksOf(unit)).map((letter) => ` (${STANDS[letter] ?? letter})`).join("");

/** @param {string[]} texts @returns {string[]} every way in which they are marked, in their order */
export const waysToMark = (texts) => [...new Set(texts.map(marksOf))];

/** @param {string} way @param {string[]} ways all there are @returns {string[]} the letters that set it apart from others */
function apart(way, ways) {
  return lettersOf(way).filter((letter) => !ways.every((other) => lettersOf(other).includes(letter)));
}

/** @param {string} way @param {string[]} ways @returns {string} the word on the button that chooses it */
export function nameOfWay(way, ways) {
  const own = apart(way, ways);
  if (own.length) return own.map((letter) => NAMES[letter] ?? letter).join(", ");
  const other = ways.flatMap((candidate) => apart(candidate, ways))[0] ?? "";
  return WITHOUT[other] ?? "Plain";
}

/** @param {string} way @param {string[]} ways @returns {string} the key that chooses it: the same letter to and fro */
export function keyOfWay(way, ways) {
  const letter = apart(way, ways)[0] ?? ways.flatMap((candidate) => apart(candidate, ways))[0] ?? "";
  return KEYS[letter] ?? letter.toLowerCase();
}

/**
 * @param {Meanings} meanings as the server tells them for this phase
 * @param {string} unit key of the unit
 * @param {string} text its order
 * @param {string | null} goal province a move goes to
 * @param {(province: string) => string} named
 * @param {string[]} sheet all orders of the sheet
 * @returns {string[]} what follows from the order beyond its words: what marks do and cost, what is opened for ever
 */
export function consequences(meanings, unit, text, goal, named, sheet) {
  const carried = lettersOf(marksOf(text));
  const dropped = lettersOf(marksOf(unit)).filter((letter) => !carried.includes(letter));
  const told = [...carried.map((letter) => meanings.marks[letter]), ...dropped.map((letter) => meanings.without[letter])];
  const twice = carried.filter((letter) => sheet.filter((other) => lettersOf(marksOf(other)).includes(letter)).length > 1);
  told.push(...twice.map((letter) => meanings.once[letter]));
  const finds = meanings.finds[unit];
  if (finds && goal !== null) {
    const pattern = finds.sure.includes(goal) ? meanings.sure : finds.maybe.includes(goal) ? meanings.maybe : "";
    told.push(pattern.replace("{here}", named(bare(unit).split(" ")[1]?.split("/")[0] ?? "")).replace("{there}", named(goal)));
  }
  return told.filter((words) => words !== undefined && words !== "").map(String);
}
