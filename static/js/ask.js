/** One question to the server and its answer as JSON. What is asked, and what becomes of the answer, is the callers'. */

/** @param {string} url @param {object} [body] sent as JSON where given @param {string} [token] @returns {Promise<any>} the answer; throws its problem in words */
export async function ask(url, body, token = "") {
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token };
  const sent = body === undefined ? { headers: { Accept: "application/json" } } : { method: "POST", headers, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(url, { ...sent, credentials: "same-origin", cache: "no-store" });
  } catch {
    throw new Error("No connection. What you have planned stays in this browser.");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.problem ?? "The server could not answer this.");
  return answer;
}
