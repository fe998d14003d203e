import type { Dialect } from '../dialect.ts';
import { Pattern } from '../pattern.ts';

/**
 * gpt-oss and Muse: messages with a header that names a channel and a recipient. `readHarmonyHeader` reads the header.
 * These are the tokens around messages. quirks: format-harmony, format-invoke.
 */
export const harmony: Dialect = {
  name: 'harmony',
  close: ['<|call|>'],
  drop: ['<|end|>', '<|return|>', '<|eot|>', '<|eom|>', '<|message|>'],
};

export type HarmonyMessage =
  /**
   * `isOwn`: addressed outside the namespace of the offered functions, and therefore to a tool that the model knows
   * from training.
   */
  | { type: 'call'; name: string; isOwn: boolean }
  /** A call if there is a tool of this name, else any other message. */
  | { type: 'addressed'; name: string }
  /** A message to the user. Nothing in it is a call. */
  | { type: 'answer' }
  | { type: 'reasoning' }
  | { type: 'other' };

export type HarmonyHeader = { length: number; message: HarmonyMessage };

/** The model sometimes repeats the channel after the recipient, or writes the recipient last. */
const HEADER = new Pattern(
  '(?:<\\|start\\|>\\s*(?:assistant)?)?([^<>]{0,200}?)(?:<\\|channel\\|>([^<>]{0,200}?))?(?:<\\|channel\\|>([^<>]{0,200}?))?((?:<\\|constrain\\|>[\\w \\-=.]{0,140}){0,3})<\\|message\\|>',
);

/** A header without a message token: the text or the arguments follow it directly. */
const BARE_HEADER =
  /^(?:<\|start\|>\s*assistant)?\s*<\|channel\|>\s*((?:final|commentary|analysis)(?:\s+to=[\w.-]{1,128}(?![\w.-]))?)\s*(?:<\|constrain\|>\s*\w{1,40})?\s*(?=[^\s<]|$)/;

/** Reads a header without its last token. Only tried if `readHarmonyHeader` finds none. */
export function readBareHeader(text: string): HarmonyHeader | null {
  const match = BARE_HEADER.exec(text);
  return match && { length: match[0].length, message: classify(match[1] ?? '') };
}

/**
 * Reads a header at the front of `text`: `<|start|>assistant<|channel|>commentary to=functions.f<|message|>`, whole or
 * without its first parts.
 */
export function readHarmonyHeader(text: string): HarmonyHeader | 'more' | null {
  const match = HEADER.match(text);
  if (match === null || match === 'more') return match;
  return { length: match[0].length, message: classify(match.slice(1).join(' ')) };
}

/** A header whose first tokens are missing: its words stand at the start of a line, before the message token. */
const UNOPENED_HEADER = new Pattern(
  '(?:assistant\\s?(?:<\\|channel\\|>)?\\s?)?((?:final|commentary|analysis)(?:\\s{0,2}to=[\\w.\\-]{1,128})?|to=[\\w.\\-]{1,128})\\s?(?:<\\|constrain\\|>)?\\s?(?:json|code)?\\s?<\\|message\\|>',
);

/** Reads a header without the tokens before its words: `final<|message|>` (quirk: harmony-without-tokens). */
export function readUnopenedHeader(text: string): HarmonyHeader | 'more' | null {
  const match = UNOPENED_HEADER.match(text);
  if (match === null || match === 'more') return match;
  return { length: match[0].length, message: classify(match[1] ?? '') };
}

function classify(header: string): HarmonyMessage {
  const recipient = /to\s*=\s*(\S+)/.exec(header)?.[1];
  if (recipient === 'user' || recipient === 'all') return { type: 'answer' };
  if (recipient === 'self') return { type: 'reasoning' };
  if (recipient !== undefined)
    return { type: 'call', name: recipient.replace(/^functions\./, ''), isOwn: !recipient.startsWith('functions.') };
  if (/^\s*analysis\b/.test(header)) return { type: 'reasoning' };
  // The recipient in place of the channel, before the channel itself.
  const name = /^\s*([\w.-]{1,128})\s+commentary\b/.exec(header)?.[1];
  return name === undefined ? { type: 'other' } : { type: 'addressed', name: name.replace(/^functions\./, '') };
}

/**
 * The header of a call from which a server dropped all special tokens, or the first ones (quirk:
 * harmony-without-tokens).
 */
const STRIPPED_CALL = new Pattern(
  '(?:assistant\\s?)?(?:(?:commentary|analysis|final)\\s?)?to=(functions\\.)?([\\w.\\-]{1,128})\\s*(?:(?:commentary|analysis)\\s*)?(?:json|code)?\\s*(?=\\{)',
);

export type StrippedCall = { length: number; name: string };

/**
 * Reads `commentary to=functions.f json`, or a part of it, before an object. `isName` decides which of the words that
 * may be attached to the name belong to it.
 */
export function readStrippedCall(text: string, isName: (name: string) => boolean): StrippedCall | 'more' | null {
  const match = STRIPPED_CALL.match(text);
  if (match === null || match === 'more') return match;
  const rawName = match[2] ?? '';
  const names = [
    rawName,
    rawName.replace(/(?:json|code)$/, ''),
    rawName.replace(/(?:commentary|analysis)(?:json|code)?$/, ''),
  ];
  const name = names.find((each) => each !== '' && isName(each));
  if (name === undefined && match[1] === undefined) return null;
  return { length: match[0].length, name: name ?? rawName };
}

/** The channel of the next message, attached to the previous one. No word of a natural language begins like this. */
const NEXT_CHANNEL = new Pattern('assistant(final|commentary|analysis)(?=[^_\\d])');

/**
 * The channel of the first message, attached to its text. Only the capital letter of a new sentence distinguishes it
 * from an identifier such as `finalScore = 3`.
 */
const FIRST_CHANNEL = new Pattern(
  '(analysis)\\n(?=\\p{Lu})|(analysis|commentary|final)(?=\\p{Lu}[\\p{L}\'’]{0,30}(?:[.,!?:]?\\s[^=]|[.!?]{1,3}assistant(?:final|commentary|analysis))|\\p{Lo}|[*#"“¡¿])',
);

export type StrippedChannel = { length: number; channel: 'final' | 'commentary' | 'analysis' };

/** Reads the name of a channel whose tokens a server dropped (quirk: harmony-without-tokens). */
export function readStrippedChannel(text: string, isFirst: boolean, isOver: boolean): StrippedChannel | 'more' | null {
  // The end of the text also ends a word.
  const whole = isOver ? `${text}\n\n` : text;
  const next = NEXT_CHANNEL.match(whole);
  const first = isFirst ? FIRST_CHANNEL.match(whole) : null;
  const match = typeof next === 'object' && next !== null ? next : (first ?? next);
  if (match === null || match === 'more') return match;
  return { length: match[0].length, channel: (match[1] ?? match[2]) as StrippedChannel['channel'] };
}

/** Possible beginnings of a header whose tokens were dropped by a server. */
export const STRIPPED_STARTS: readonly string[] = [
  'to=',
  'commentary to=',
  'commentaryto=',
  'assistant to=',
  'assistantto=',
  'assistantfinal',
  'assistantcommentary',
  'assistantanalysis',
];
/** Texts that end reasoning in a message whose tokens were dropped. */
export const STRIPPED_ENDS: readonly string[] = [
  'assistantfinal',
  'assistantcommentary',
  'assistantanalysis',
  'assistant to=',
];
const STRIPPED = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${STRIPPED_STARTS.join('|')})`, 'u');
/** Matches one of them, or a prefix of one, at the end of a text. */
const STRIPPED_AT_END = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${STRIPPED_STARTS.map(prefixes).join('|')})$`, 'u');
const LONGEST_START = 24;

/** The source of a regular expression that matches every prefix of `word`: `t(?:o(?:=)?)?`. */
function prefixes(word: string): string {
  return [...word].reduceRight((rest, letter) => (rest === '' ? letter : `${letter}(?:${rest})?`), '');
}

/**
 * Where a header without its tokens may begin in a text, or the text's length. `isCut`: more may follow, so the last
 * characters may be the beginning of a header.
 */
export function findStrippedHeader(text: string, isCut: boolean): number {
  const at = text.includes('to=') || text.includes('assistant') ? text.search(STRIPPED) : -1;
  if (at >= 0) return at;
  const from = Math.max(0, text.length - LONGEST_START);
  const end = isCut ? text.slice(from).search(STRIPPED_AT_END) : -1;
  return end < 0 ? text.length : from + end;
}
