/** Milliseconds since 1970 of a date as text, or null. */
export function parseDate(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** Milliseconds since 1970 of a time in seconds, or in the smaller units that some versions used, or null. */
export function fromSeconds(time: number | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  if (time > 1e17) return time / 1e6;
  return time > 1e11 ? time : time * 1000;
}
