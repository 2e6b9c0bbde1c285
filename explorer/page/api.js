// Questions to the program. The token is in the page's own address, and goes along in a header,
// which no page of somebody else can send.

const token = location.pathname.split('/')[1];

/** The answer of the program; an Error says what is wrong in words for the user. */
export async function ask(name, question = {}) {
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Explorer-Token': token },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Error('cpngen does not answer; it may have been ended. Start it again.');
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.error ?? `cpngen refuses this (${response.status}).`);
  return answer;
}
