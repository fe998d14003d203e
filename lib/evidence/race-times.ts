import type { Figure, Taken } from './facts.ts';
import { findUnit } from './units.ts';

const RACE_TIME = /(?<![\d:.,'])(?:(\d{1,2}):)?(\d{1,2})[:'′] ?(\d{2})(?:[.,]|["″]|'')(\d{1,3})(?![\d:]|[.,]\d)/g;

/** Finds times with fractions of a second, as numbers of seconds: "30:14.82" and "30'14\"82". */
export function findRaceTimes(text: string, takenRanges: Taken): Figure[] {
  return [...text.matchAll(RACE_TIME)].flatMap((match): Figure[] => {
    const [whole, hours = '0', minutes = '', seconds = '', parts = ''] = match;
    const start = match.index;
    const end = start + whole.length;
    if (takenRanges.has(start, end) || Number(seconds) > 59) return [];
    takenRanges.add(start, end);
    const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${parts}`);
    return [
      {
        type: 'figure',
        start,
        end,
        numberStart: start,
        numberEnd: end,
        values: [Number(value.toPrecision(12))],
        step: 10 ** -parts.length,
        digits: whole.replace(/\D/g, '').length,
        measure: findUnit('second'),
        per: null,
        isApproximate: false,
        magnitude: 1,
        hasDecimals: true,
        isWord: false,
        isOrdinal: false,
      },
    ];
  });
}
