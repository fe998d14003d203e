/**
 * A marker no page can know: 128 bits drawn from a run's random id. The same for all requests of the run, so that what a
 * server has cached stays of use.
 */
export function fenceOf(runId: string): string {
  return [0, 1, 2, 3].map((part) => hash(`${part}:${runId}`).toString(16).padStart(8, '0')).join('');
}

/** A text between two lines that only we can write: the marker is taken out of the text itself. */
export function fenced(text: string, fence: string): string {
  return `[data ${fence}]\n${text.replaceAll(fence, '')}\n[end ${fence}]`;
}

/** FNV-1a with a final mix. It hides nothing; what it is drawn from is random. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
