/**
 * Adding this browser to the devices that get push messages. Shows its button only where the browser can do it and has not been added.
 */

const section = document.getElementById("push");
const form = document.getElementById("push-form");
const button = document.getElementById("push-button");
const told = document.getElementById("push-told");
const missing = document.getElementById("push-missing");

/**
 * @param {string} text base64url
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytes(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

/** @returns {string} what this browser is called in the list */
function browserName() {
  const agent = navigator.userAgent;
  const names = /** @type {const} */ ([["Firefox/", "Firefox"], ["Edg/", "Edge"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]]);
  const browser = names.find(([sign]) => agent.includes(sign))?.[1] ?? "A browser";
  const systems = /** @type {const} */ ([["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], ["Mac OS", "Mac"], ["Linux", "Linux"]]);
  const system = systems.find(([sign]) => agent.includes(sign))?.[1];
  return system ? `${browser} on ${system}` : browser;
}

/**
 * @param {HTMLFormElement} where the form with the token
 * @param {string} worker
 * @param {string} key the site's public key
 */
async function add(where, worker, key) {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error("The browser does not allow it. Its settings for this site say so.");
  }
  const registration = await navigator.serviceWorker.register(worker);
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const made = subscription.toJSON();
  const body = new FormData(where);
  body.set("endpoint", made.endpoint ?? "");
  body.set("p256dh", made.keys?.p256dh ?? "");
  body.set("auth", made.keys?.auth ?? "");
  body.set("name", browserName());
  const answer = await fetch(where.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error((await answer.json()).problem ?? "The site did not take it. Try again.");
}

/** Show the button where it leads somewhere. */
async function begin() {
  if (!(form instanceof HTMLFormElement) || !section?.dataset.key || !section.dataset.worker) return;
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const registration = await navigator.serviceWorker.getRegistration(section.dataset.worker);
  if (await registration?.pushManager.getSubscription()) return;
  const { key, worker } = section.dataset;
  form.hidden = false;
  if (missing) missing.hidden = true;
  button?.addEventListener("click", async () => {
    try {
      await add(form, worker, key);
      location.reload();
    } catch (error) {
      if (told) told.textContent = error instanceof Error ? error.message : String(error);
    }
  });
}

begin();
