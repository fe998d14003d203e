import type { Dialect } from '../dialect.ts';
import { Pattern } from '../pattern.ts';

/**
 * gpt-oss and Muse: messages with a header that names a channel and a recipient. The header is read by
 * `readHarmonyHeader`; these are the tokens around messages. quirks: format-harmony, format-invoke.
 */
export const harmony: Dialect = {
  name: 'harmony',
  close: ['<|call|>'],
  drop: ['<|end|>', '<|return|>', '<|eot|>', '<|eom|>', '<|message|>'],
};

export type HarmonyMessage =
  /** `isOwn`: addressed outside the namespace of the offered functions, so to a tool the model knows from training. */
  | { type: 'call'; name: string; isOwn: boolean }
  /** A message to the user. Nothing in it is a call. */
  | { type: 'answer' }
  | { type: 'reasoning' }
  | { type: 'other' };

export type HarmonyHeader = { length: number; message: HarmonyMessage };

const HEADER = new Pattern(
  '(?:<\\|start\\|>\\s*assistant)?([^<>]{0,200}?)(?:<\\|channel\\|>([^<>]{0,200}?))?(?:<\\|constrain\\|>[\\w \\-]{0,40})?<\\|message\\|>',
);

/** A header without a message token: the text or the arguments follow it directly. */
const BARE_HEADER =
  /^(?:<\|start\|>\s*assistant)?\s*<\|channel\|>\s*((?:final|commentary|analysis)(?:\s+to=[\w.-]{1,128})?)\s*(?:<\|constrain\|>\s*\w{1,40})?\s*(?=[^\s<]|$)/;

/** Reads a header without its last token. Only tried if `readHarmonyHeader` finds none. */
export function readBareHeader(text: string): HarmonyHeader | null {
  const match = BARE_HEADER.exec(text);
  return match && { length: match[0].length, message: classify(match[1] ?? '') };
}

/**
 * Reads a header at the front of `text`: `<|start|>assistant<|channel|>commentary to=functions.f<|message|>`, whole or without
 * its first parts.
 */
export function readHarmonyHeader(text: string): HarmonyHeader | 'more' | null {
  const match = HEADER.match(text);
  if (match === null || match === 'more') return match;
  return { length: match[0].length, message: classify(`${match[1] ?? ''} ${match[2] ?? ''}`) };
}

function classify(header: string): HarmonyMessage {
  const recipient = /to=(\S+)/.exec(header)?.[1];
  if (recipient === 'user' || recipient === 'all') return { type: 'answer' };
  if (recipient === 'self') return { type: 'reasoning' };
  if (recipient !== undefined)
    return { type: 'call', name: recipient.replace(/^functions\./, ''), isOwn: !recipient.startsWith('functions.') };
  if (/^\s*analysis\b/.test(header)) return { type: 'reasoning' };
  return { type: 'other' };
}

/** The same header after a server dropped the special tokens (quirk: harmony-without-tokens). */
export const STRIPPED_HEADER = new Pattern(
  '(?:assistant)?(?:commentary|analysis)\\s?to=(?:functions\\.)?([\\w.\\-]{1,128})\\s*(?:json|code)?\\s*(?=\\{)',
);
