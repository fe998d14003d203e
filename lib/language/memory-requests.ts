import { memoryRequests as ar } from './ar.ts';
import { memoryRequests as de } from './de.ts';
import { memoryRequests as en } from './en.ts';
import { memoryRequests as es } from './es.ts';
import { memoryRequests as fr } from './fr.ts';
import { memoryRequests as hi } from './hi.ts';
import { memoryRequests as it } from './it.ts';
import { memoryRequests as ja } from './ja.ts';
import { memoryRequests as ko } from './ko.ts';
import type { MemoryRequestWords } from './language.ts';
import type { LanguageCode } from './languages.ts';
import { memoryRequests as pl } from './pl.ts';
import { memoryRequests as pt } from './pt.ts';
import { memoryRequests as ru } from './ru.ts';
import { memoryRequests as tr } from './tr.ts';
import { memoryRequests as zh } from './zh.ts';

const WORDS: Readonly<Record<LanguageCode, MemoryRequestWords>> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  pl,
  pt,
  ru,
  tr,
  zh,
};

/** The sentence to remember follows the request, up to its end, or precedes it. The words contain no capture groups. */
type RequestPatterns = {
  code: LanguageCode;
  lead: RegExp;
  before: RegExp;
  question: RegExp | null;
  after: RegExp | null;
  further: RegExp | null;
  /** A clause inside another one. */
  nested: RegExp | null;
  toSentence: (clause: string) => string;
};

/** The text between such a beginning and the request. */
const AFTER_LEAD = '[\\s,;:–—،，、-]';

// Built on first use: the property classes take time, and most questions do not ask to remember anything.
let allPatterns: readonly RequestPatterns[] | null = null;

function getPatterns(): readonly RequestPatterns[] {
  allPatterns ??= Object.entries(WORDS).map(([code, words]) => compile(code as LanguageCode, words));
  return allPatterns;
}

function compile(code: LanguageCode, words: MemoryRequestWords): RequestPatterns {
  const { lead, before, question, after, further, that, toSentence = (clause) => clause } = words;
  const startingWith = (request: string) =>
    new RegExp(`^[¿¡]?(?:(?:${lead})${AFTER_LEAD}*){0,3}(?:${request})\\s*`, 'iu');
  return {
    code,
    lead: new RegExp(`^(?:${lead})${AFTER_LEAD}+`, 'iu'),
    before: startingWith(before),
    question: question === undefined ? null : startingWith(question),
    after: after === undefined ? null : new RegExp(`\\s*(?:${after})$`, 'iu'),
    further: further === undefined ? null : new RegExp(`(?:${further})\\s*`, 'iu'),
    nested: that === undefined ? null : new RegExp(`\\s(?:${that})`, 'iu'),
    toSentence,
  };
}

/** Shorter sentences contain nothing to remember. In characters. */
const MIN_LENGTH = 3;

/**
 * What a sentence asks to remember, in the words of the user, each thing as a separate sentence: "I live in Bern" and
 * "My boat is blue" for "Remember that I live in Bern and that my boat is blue."
 */
export function readMemoryRequest(sentence: string): string[] {
  const isQuestion = QUESTION_END.test(sentence);
  const body = withoutEndMark(sentence);
  for (const patterns of getPatterns()) {
    const { lead, before, question, after } = patterns;
    const start = (isQuestion ? question : before)?.exec(body);
    if (start) {
      const rest = body.slice(start[0].length).replace(COLON, '');
      if (rest.length >= MIN_LENGTH) return listThings(rest, patterns);
    }
    const end = isQuestion ? null : after?.exec(body);
    if (end && end.index >= MIN_LENGTH) return listThings(body.slice(0, end.index).replace(lead, '').trim(), patterns);
  }
  return [];
}

/**
 * The things that a request names one after the other. A text with a clause inside another one is not divided, because
 * what follows may continue the inner clause: "I like the song that you wrote and that I sang".
 */
function listThings(text: string, { code, further, nested, toSentence }: RequestPatterns): string[] {
  const parts = further === null ? [text] : text.split(further).map((part) => part.trim());
  const isThing = (part: string, index: number) =>
    part.length >= MIN_LENGTH && (index === parts.length - 1 || !nested?.test(part));
  const isList = parts.every(isThing);
  return (isList ? parts : [text]).map((thing) => startSentence(toSentence(thing), code));
}

/** A word in small letters, such as “my”, and not “iPhone”, “x86” or an address. */
const SMALL_WORD = /^\p{Ll}[\p{Ll}\p{M}'’]*(?=[\s,]|$)/u;

/** Begins a clause with a capital letter, since it is kept and listed as a sentence. */
function startSentence(clause: string, code: LanguageCode): string {
  if (!SMALL_WORD.test(clause)) return clause;
  const [first = ''] = clause;
  return first.toLocaleUpperCase(code) + clause.slice(first.length);
}

/**
 * What a line and the one below it ask to remember together. The first has only the words of the request:
 * "Remember that", "Remember:", or one word more, as in "Merk dir, dass".
 */
export function readSplitMemoryRequest(line: string, next: string): string[] {
  if (END_MARK.test(line) || QUESTION_END.test(next)) return [];
  const body = withoutEndMark(`${line} ${next}`);
  for (const patterns of getPatterns()) {
    const [request] = patterns.before.exec(body) ?? [];
    if (request === undefined || request.trimEnd().length > line.length) continue;
    const rest = line.slice(request.length).replace(COLON, '');
    const isOnlyRequest = rest === '' || (!/[:：]\s*$/.test(request) && /^\p{L}{1,5}$/u.test(rest));
    const text = body.slice(request.length).replace(COLON, '');
    if (isOnlyRequest && text.length >= MIN_LENGTH) return listThings(text, patterns);
  }
  return [];
}

const END_MARK = /[.!?…。！？।؟۔]$/u;
const QUESTION_END = /[?？؟]$/;
/** Between the words of a request and what to remember. */
const COLON = /^\s*[:：]\s*/;

/** Quotation marks are kept, since quoted text is not a request. */
function withoutEndMark(sentence: string): string {
  return sentence.replace(/[\s.!?…。！？।؟۔]+$/u, '');
}
