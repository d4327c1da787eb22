/**
 * What the variant of this page adds to the language of orders (`static/js/parts/<variant>-orders.js`), and the numbers of sheet
 * entries where one key can be given several orders. Knows no order itself.
 *
 * @typedef {import("./types.d.ts").Language} Language
 */

/** @type {Language} */
let language = {};

/** @param {Language} more what the page's variant adds; a page has one variant */
export const learn = (more) => {
  language = more;
};

/** @returns {Language} every part of which may be missing: then the core notation has the word */
export const spoken = () => language;

/** @param {string} key "BRIBE #2" @returns {string} "BRIBE", as the list of legal orders has it */
export const baseOf = (key) => key.replace(/ #\d+$/, "");

/** @param {string} base @param {number} number from 1 @returns {string} the key of its entry on the sheet */
export const entryOf = (base, number) => (number > 1 ? `${base} #${number}` : base);
