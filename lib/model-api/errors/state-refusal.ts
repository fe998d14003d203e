import { isJsonObject } from '../../contracts/index.ts';

/**
 * Whether a refusal is about provider state that was sent back (signatures, encrypted reasoning, thoughts), which every
 * later request would send again (quirk: refused-state). `keys`: texts in the refused state, found in the `body` by the
 * location or quotation in the refusal; empty if it could be any. Null if the refusal is about something else.
 */
export function refusedState(text: string, body?: object): { keys: string[] } | null {
  if (!STATE.test(text) || !REFUSED.test(text) || SOMETHING_ELSE.test(text)) return null;
  const texts = [...namedItems(text), ...(body === undefined ? [] : textsInBody(text, body))];
  return { keys: [...new Set(texts.map((each) => each.slice(0, MAX_KEY)))] };
}

/** A signature is known by its beginning. In characters. */
const MAX_KEY = 200;

const STATE =
  /thought[_ ]?signature|thinking[_ ]signature|encrypted[_ ]content|reasoning_details|redacted_thinking|\bthinking['"`]? blocks?|\breasoning['"`]? items?|of type ['"`]reasoning|\brs_\w+|signature\b.{0,60}\b(?:thinking|thought|reasoning|block|content)|(?:thinking|thought|reasoning|block|content|part)s?\b.{0,60}\bsignature/i;
const REFUSED =
  /invalid|not (?:be )?(?:valid|verified|verifiable|decrypted|decoded|validated|parsed|found|accepted|recogni[sz]ed|match)|n't (?:match|verify|belong)|verif(?:y|ication)|decrypt|corrupt|cannot be modified|must remain|mismatch|expired|without its (?:required|following)|malformed|tampered|failed|unknown|wrong|incorrect|field required|not persisted/i;
/** Errors that other rules handle: state that is missing or not supported at all, and signatures of requests. */
const SOMETHING_ELSE =
  /missing a? ?['"`]?thought|encrypted content is not supported|not (?:support|permitt)|extra inputs|request signature|signature we calculated|must be passed back|webhook|jwt/i;

/** Items that the refusal names by id. */
function namedItems(text: string): string[] {
  return text.match(/\brs_[\w-]{4,}/g) ?? [];
}

/** Fields of a request that hold provider state. */
const STATE_FIELDS = new Set(['signature', 'data', 'encrypted_content', 'thoughtSignature', 'thought_signature']);

function textsInBody(text: string, body: object): string[] {
  const place = placeIn(text, body);
  if (place !== undefined) return stateTexts(place);
  // The refusal quotes the content by its beginning and end: `gAAA...DQ==`.
  const [, start, end] = /([\w+/=-]{3,})(?:\.{3}|…)([\w+/=-]{2,})/.exec(text) ?? [];
  if (start === undefined || end === undefined) return [];
  return stateTexts(body).filter((each) => each.startsWith(start) && each.endsWith(end));
}

/** The value at `messages.3.content.1` or `input[4].encrypted_content`, or its closest existing ancestor. */
function placeIn(text: string, body: object): unknown {
  const path = /\b(messages|input|contents)((?:\[\d+\]|\.\w+)+)/.exec(text);
  if (path === null) return undefined;
  let at: unknown = (body as Record<string, unknown>)[path[1] ?? ''];
  for (const name of (path[2] ?? '').match(/\w+/g) ?? []) {
    const next: unknown = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
    if (next === undefined) break;
    if (typeof next === 'string') return { [name]: next };
    at = next;
  }
  return at;
}

/** The texts of state in a value, at any depth. */
function stateTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(stateTexts);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' ? (STATE_FIELDS.has(name) && each !== '' ? [each] : []) : stateTexts(each),
  );
}
