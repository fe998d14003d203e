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
type RequestPatterns = { lead: RegExp; before: RegExp; question: RegExp | null; after: RegExp | null };

/** The text between such a beginning and the request. */
const AFTER_LEAD = '[\\s,;:–—،，、-]';

// Built on first use: the property classes take time, and most questions do not ask to remember anything.
let patterns: readonly RequestPatterns[] | null = null;

function getPatterns(): readonly RequestPatterns[] {
  patterns ??= Object.values(WORDS).map(compile);
  return patterns;
}

function compile({ lead, before, question, after }: MemoryRequestWords): RequestPatterns {
  const startingWith = (words: string) => new RegExp(`^[¿¡]?(?:(?:${lead})${AFTER_LEAD}*){0,3}(?:${words})\\s*`, 'iu');
  return {
    lead: new RegExp(`^(?:${lead})${AFTER_LEAD}+`, 'iu'),
    before: startingWith(before),
    question: question === undefined ? null : startingWith(question),
    after: after === undefined ? null : new RegExp(`\\s*(?:${after})$`, 'iu'),
  };
}

/** Shorter sentences contain nothing to remember. In characters. */
const MIN_LENGTH = 3;

/** What a sentence asks to remember, as written, or null: "I live in Bern" for "Remember that I live in Bern." */
export function readMemoryRequest(sentence: string): string | null {
  const isQuestion = QUESTION_END.test(sentence);
  const body = withoutEndMark(sentence);
  for (const { lead, before, question, after } of getPatterns()) {
    const start = (isQuestion ? question : before)?.exec(body);
    if (start) {
      const rest = body.slice(start[0].length).replace(COLON, '');
      if (rest.length >= MIN_LENGTH) return rest;
    }
    const end = isQuestion ? null : after?.exec(body);
    if (end && end.index >= MIN_LENGTH) return body.slice(0, end.index).replace(lead, '').trim();
  }
  return null;
}

/**
 * What a line and the one below it ask to remember together, or null. The first has only the words of the request:
 * "Remember that", "Remember:", or one word more, as in "Merk dir, dass".
 */
export function readSplitMemoryRequest(line: string, next: string): string | null {
  if (END_MARK.test(line) || QUESTION_END.test(next)) return null;
  const body = withoutEndMark(`${line} ${next}`);
  for (const { before } of getPatterns()) {
    const [request] = before.exec(body) ?? [];
    if (request === undefined || request.trimEnd().length > line.length) continue;
    const rest = line.slice(request.length).replace(COLON, '');
    const isOnlyRequest = rest === '' || (!/[:：]\s*$/.test(request) && /^\p{L}{1,5}$/u.test(rest));
    const text = body.slice(request.length).replace(COLON, '');
    if (isOnlyRequest && text.length >= MIN_LENGTH) return text;
  }
  return null;
}

const END_MARK = /[.!?…。！？।؟۔]$/u;
const QUESTION_END = /[?？؟]$/;
/** Between the words of a request and what to remember. */
const COLON = /^\s*[:：]\s*/;

/** Quotation marks are kept, since quoted text is not a request. */
function withoutEndMark(sentence: string): string {
  return sentence.replace(/[\s.!?…。！？।؟۔]+$/u, '');
}
