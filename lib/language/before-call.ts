import type { WordPatterns } from './language.ts';
import { LANGUAGES } from './languages.ts';

const ALL = Object.values(LANGUAGES).map(({ beforeCall }) => beforeCall);

const EXAMPLE = joined(ALL.map(({ example }) => example));
const INTENT = joined(ALL.map(({ intent }) => intent));
const TRANSCRIPT = new RegExp(
  `(?:^|\\n)[\\s*>#-]*(?:${ALL.map(({ speaker }) => speaker).join('|')})[\\s*]*[:：]`,
  'iu',
);

/** Whether a text announces an example, a format or a quotation, in any language. */
export function announcesExample(text: string): boolean {
  return EXAMPLE.test(text);
}

/** Whether a text announces an action of its writer, in any language. */
export function announcesAction(text: string): boolean {
  return INTENT.test(text);
}

/** Whether a text is a transcript of a conversation with a model, in any language. */
export function isTranscript(text: string): boolean {
  return TRANSCRIPT.test(text);
}

function joined(patterns: readonly WordPatterns[]): RegExp {
  const whole = patterns.flatMap((each) => ('whole' in each ? [each.whole] : []));
  const anywhere = patterns.flatMap((each) => ('anywhere' in each ? [each.anywhere] : []));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${whole.join('|')})(?![\\p{L}\\p{N}])|${anywhere.join('|')}`, 'iu');
}
