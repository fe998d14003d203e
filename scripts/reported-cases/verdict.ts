import type { CaseOutcome } from './run-case.ts';

/** Characters of markers, which must not remain in the text that the user reads. */
const MARKER = /[<>|｜[\]{}‖]/;

/**
 * Whether a reply had the result that its case wants: `/pattern/` for the end; calls as `name {json}`, with the text
 * beside them after `+`; a text in quotation marks, with its reasoning; or a phrase. Throws for an unknown phrase.
 */
export function isAsWanted(want: string, outcome: CaseOutcome): boolean {
  const pattern = /^\/(.+)\/$/.exec(want)?.[1];
  // A call or a text may take the place of an end.
  if (pattern !== undefined) return new RegExp(pattern).test([outcome.end, ...outcome.calls].join('\n'));
  const callWithText = /^(\w+ \{.*\}) \+ "(.*)"$/.exec(want);
  if (callWithText) return hasCalls(outcome, [callWithText[1]]) && outcome.text.trim() === callWithText[2];
  if (/^\w+ \{\.\.\}$/.test(want)) return ranCalls(outcome).length === 1 && hasCleanText(outcome);
  if (/^\w+ \{.*\}$/.test(want)) return hasCalls(outcome, [want]) && hasCleanText(outcome);
  const textWithCall = /^text and (\w+ \{.*\})$/.exec(want)?.[1];
  if (textWithCall !== undefined) {
    return hasCalls(outcome, [textWithCall]) && outcome.text !== '' && hasCleanText(outcome);
  }
  const quoted = /^"(.*?)"(?: thinking "(.*)")?$/.exec(want);
  if (quoted)
    return isText(outcome, quoted[1] ?? '') && (quoted[2] ?? outcome.reasoning.trim()) === outcome.reasoning.trim();
  const shown = /^shows "(.*)"$/.exec(want)?.[1];
  if (shown !== undefined) return `${outcome.text}\n${outcome.end}`.includes(shown);
  const end = /^end:([\w-]+)$/.exec(want)?.[0];
  if (end !== undefined) return outcome.end === end;
  const check = PHRASES[want];
  if (check === undefined) throw new Error(`Unknown want: ${want}`);
  return check(outcome);
}

const PHRASES: Record<string, (outcome: CaseOutcome) => boolean> = {
  both: (outcome) => hasTwoCalls(outcome),
  'two calls': (outcome) => hasTwoCalls(outcome),
  'text+call': (outcome) => ranCalls(outcome).length === 1 && outcome.text !== '' && hasCleanText(outcome),
  'call not run': (outcome) => ranCalls(outcome).length === 0,
  'not run': (outcome) => ranCalls(outcome).length === 0,
  'second not run': (outcome) => ranCalls(outcome).length === 1,
  'no call, text kept': (outcome) => outcome.calls.length === 0 && outcome.text !== '',
  'no call, no crash': (outcome) => outcome.calls.length === 0,
  'an error for the model': (outcome) => outcome.calls.some((call) => call.includes('ERROR[')),
  'asked again or call read': (outcome) => outcome.end.startsWith('RETRY') || ranCalls(outcome).length > 0,
  'not reported as complete': ({ end }) => !/^end:(stop|tool-calls|other)$/.test(end),
  'end:content-filter or other': ({ end }) => /^end:(content-filter|other)$/.test(end),
  'failure or retry': hasFailed,
  'retry or failure': hasFailed,
  failure: hasFailed,
  retry: ({ end }) => end.startsWith('RETRY'),
  interrupted: ({ end }) => end.startsWith('INTERRUPTED'),
  'model fault named': ({ end }) => end.includes('call-unreadable'),
  'It broke.': ({ end }) => end.includes('It broke.'),
  'the words are shown': ({ text, end }) => text.trim() !== '' || /detail=.*\w/.test(end),
  shown: ({ text }) => text.includes('No.') && text.includes('Noon.'),
  'reasoning apart': ({ text, reasoning }) => text === 'Noon.' && reasoning !== '',
  'reasoning Hm.': ({ text, reasoning }) => text === 'Noon.' && reasoning === 'Hm.',
  'Noon.': (outcome) => isText(outcome, 'Noon.'),
  'Noon. or clear error': (outcome) => isText(outcome, 'Noon.') || hasFailed(outcome),
  'High noon.': (outcome) => isText(outcome, 'High noon.'),
  'High noon., end:stop': (outcome) => isText(outcome, 'High noon.') && outcome.end === 'end:stop',
  'At noon.': (outcome) => isText(outcome, 'At noon.'),
  'At Noon.': (outcome) => isText(outcome, 'At Noon.'),
  '(yields)': ({ end }) => end !== 'NO END',
};

function hasFailed({ end }: CaseOutcome): boolean {
  return end.startsWith('FAIL') || end.startsWith('RETRY');
}

function ranCalls({ calls }: CaseOutcome): string[] {
  return calls.filter((call) => !call.includes('ERROR[') && !call.endsWith(' null'));
}

function hasCalls({ calls }: CaseOutcome, wanted: readonly (string | undefined)[]): boolean {
  return JSON.stringify(calls) === JSON.stringify(wanted);
}

function hasTwoCalls(outcome: CaseOutcome): boolean {
  return ranCalls(outcome).length === 2 && outcome.calls.length === 2 && hasCleanText(outcome);
}

function hasCleanText({ text }: CaseOutcome): boolean {
  return !MARKER.test(text);
}

function isText({ text, calls }: CaseOutcome, wanted: string): boolean {
  return calls.length === 0 && text.trim() === wanted;
}
