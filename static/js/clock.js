/**
 * Times for people: every `<time data-local>` in the reader's own zone, every `<time data-countdown>` counting down by the
 * server's clock. Knows nothing of games.
 */

/** Milliseconds by which the server's clock is ahead of this computer's. */
let ahead = 0;

/** @param {string} now the server's clock, as ISO text, at this moment */
export function setServerClock(now) {
  const at = Date.parse(now);
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** @returns {number} the server's clock in milliseconds */
export function serverNow() {
  return Date.now() + ahead;
}

const SAME_DAY = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const OTHER_DAY = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/**
 * @param {Date} when
 * @returns {string} local time; with the day unless it is today
 */
export function localTime(when) {
  const today = new Date(serverNow()).toDateString() === when.toDateString();
  return (today ? SAME_DAY : OTHER_DAY).format(when);
}

/**
 * @param {number} milliseconds what is left
 * @returns {string} "3 d 4 h", "2 h 05 min", "4 min 09 s", or "due"
 */
export function left(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds <= 0) return "due";
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours >= 1) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  if (minutes >= 1) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${seconds} s`;
}

/** Write all times on the page anew. */
export function refreshTimes() {
  for (const time of document.querySelectorAll("time[data-local], time[data-countdown]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const when = new Date(time.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    const text = "countdown" in time.dataset ? left(when.getTime() - serverNow()) : localTime(when);
    if (time.textContent !== text) time.textContent = text;
    if ("local" in time.dataset) time.title = EXACT.format(when);
    if ("countdown" in time.dataset) {
      const rest = when.getTime() - serverNow();
      time.classList.toggle("soon", rest > 0 && rest < 3_600_000);
      time.classList.toggle("over", rest <= 0);
    }
  }
}

const now = document.querySelector("meta[name=server-now]");
if (now instanceof HTMLMetaElement) setServerClock(now.content);
refreshTimes();
setInterval(() => {
  if (!document.hidden) refreshTimes();
}, 1000);
document.addEventListener("visibilitychange", refreshTimes);
