import { isJsonObject, parseJson, type Transcript } from '../../contracts/index.ts';
import { oneLine } from '../../text/index.ts';

type Line = Transcript['lines'][number];

const TIME = /(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

/**
 * The cues of a WebVTT or SRT file, without styles, notes, speaker tags, or the repeated lines of rolling automatic
 * captions.
 */
export function linesOfVtt(source: string): Line[] {
  const cues = source.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return withoutRepeats(
    cues.flatMap((cue) => {
      const lines = cue.split('\n');
      const timing = lines.findIndex((line) => line.includes('-->'));
      const start = timing === -1 ? null : parseSeconds(lines[timing] ?? '');
      return start === null ? [] : [{ start, text: plain(lines.slice(timing + 1).join('\n')) }];
    }),
  );
}

/** YouTube's `json3` captions. */
export function linesOfJson3(source: string): Line[] {
  const events = parseEvents(source);
  return withoutRepeats(
    events.flatMap(({ tStartMs, segs }) =>
      segs === undefined
        ? []
        : [{ start: (tStartMs ?? 0) / 1000, text: plain(segs.map(({ utf8 }) => utf8 ?? '').join('')) }],
    ),
  );
}

type Json3Event = { tStartMs?: number; segs?: { utf8?: string }[] };

function parseEvents(source: string): Json3Event[] {
  const value = parseJson(source);
  return isJsonObject(value) && Array.isArray(value.events) ? (value.events as Json3Event[]) : [];
}

/** Drops lines that repeat the previous one. Keeps only the new words of rolling captions. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const newLines: Line[] = [];
  let before = '';
  for (const { start, text } of lines) {
    const isLonger = before !== '' && `${text} `.startsWith(`${before} `);
    const fresh = isLonger ? text.slice(before.length).trim() : text;
    if (text !== '') before = text;
    if (fresh !== '' && fresh !== newLines.at(-1)?.text) newLines.push({ start, text: fresh });
  }
  return newLines;
}

function plain(text: string): string {
  return oneLine(
    text
      .replace(/<[^<>]*>/g, '')
      .replace(/&nbsp;/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  );
}

function parseSeconds(timing: string): number | null {
  const [whole, hours = 0, minutes, seconds, fraction = ''] = TIME.exec(timing) ?? [];
  if (whole === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;
}

/** Converts a displayed time such as `1:02:03` to seconds, or null. */
export function secondsOfClock(text: string): number | null {
  const clock = /^\s*(?:(\d+):)?(\d{1,2}):(\d{2})\s*$/.exec(text);
  return clock ? Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]) : null;
}
