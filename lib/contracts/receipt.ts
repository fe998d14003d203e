import * as z from 'zod';
import { hostKind } from './address.ts';

/**
 * What a request is for: a step of an answer, the title of a chat, the beginning of an unsent question (`warm-up`), a
 * query, a page without cookies, a document that a page links to or a tab shows, an opened tab, or a message to an MCP
 * server.
 */
export const SendKind = z.enum(['model', 'title', 'warm-up', 'search', 'page', 'document', 'tab', 'mcp']);
export type SendKind = z.infer<typeof SendKind>;

/**
 * Text of a page, of a project's files or of a tool's result in a request. `ranges` are its passages, out of `count`.
 */
export type SentPassage = {
  page: string;
  ranges: readonly { from: number; to: number }[];
  count: number;
  text: string;
};

/** Replaces the id of an answer for requests outside answers: for a chat's title, and before a question is sent. */
export const OUTSIDE_ANSWERS = '';

/** The answer or chat that a request is sent for. `runId`: the answer, or `OUTSIDE_ANSWERS`. */
export type AnswerRef = { threadId: string; runId: string };

/** The answer or chat that a model is called for. `passages` is called when the request is sent. */
export type ModelUse = AnswerRef & {
  kind: Extract<SendKind, 'model' | 'title' | 'warm-up'>;
  passages?: () => readonly SentPassage[];
};

/**
 * A request about to be sent. `headers` contains names only, because values may be keys. `isPrivate`: the text is not
 * kept, because it contains what the user entered only for the receiver. `url` may be one of `LOCAL_DESTINATIONS` if
 * nothing is sent.
 */
export type OutgoingRequest = {
  kind: SendKind;
  method: string;
  url: string;
  headers: readonly string[];
  body: string | null;
  passages?: readonly SentPassage[];
  isPrivate?: boolean;
};

/**
 * Records a request. Resolves once the record is written. Rejects if that fails, and the request must then not be sent.
 */
export type RecordRequest = (answer: AnswerRef, request: OutgoingRequest) => Promise<void>;

/** Destinations of requests that do not use the network: a model inside this extension, or the browser's own. */
export const LOCAL_DESTINATIONS = { extension: 'inside:extension', browser: 'inside:browser' } as const;

/**
 * How far a request went: it stayed in the browser, or it was sent to this computer or to another one. Names that
 * resolve to this computer via DNS count as elsewhere.
 */
export type Reach = 'extension' | 'browser' | 'this-computer' | 'elsewhere';

export function classifyReach(origin: string): Reach {
  if (origin === LOCAL_DESTINATIONS.extension) return 'extension';
  if (origin === LOCAL_DESTINATIONS.browser) return 'browser';
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && hostKind(host) === 'loopback' ? 'this-computer' : 'elsewhere';
}

/** SHA-256, in hexadecimal. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);

/**
 * One request of a receipt. `n` counts from 1 within a chat. `run` is the answer, or ''. `bytes` are those of the
 * address after the origin and of the body, in UTF-8. `address`, `body`, and `page` and `text` of passages are salted
 * hashes (`saltedHash`), so that they reveal nothing once the texts are deleted. The order of fields is part of the
 * format.
 */
export const ReceiptEntry = z.strictObject({
  n: z.int().min(1),
  at: Count,
  kind: SendKind,
  run: z.string(),
  origin: z.string(),
  method: z.string(),
  bytes: Count,
  headers: z.array(z.string()),
  address: Digest,
  body: Digest,
  passages: z.array(
    z.strictObject({ page: Digest, ranges: z.array(z.tuple([Count, Count])), count: Count, text: Digest }),
  ),
});
export type ReceiptEntry = z.infer<typeof ReceiptEntry>;

/** Why the text of a request is not kept. `lost`: the browser stopped Sidenote before the text was written. */
export const TextGap = z.enum(['too-large', 'no-room', 'private', 'lost']);
export type TextGap = z.infer<typeof TextGap>;

/**
 * The texts behind the hashes of an entry. `spans` are the positions of each passage's text in the body, escaped as it
 * is there, in UTF-16 units. They are null if the body contains it in another form. `body` is the text, or why it is
 * not kept.
 */
export const ReceiptDetails = z.strictObject({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  address: z.string(),
  pages: z.array(z.string()),
  spans: z.array(z.tuple([Count, Count]).nullable()),
  body: z.union([z.strictObject({ text: z.string() }), z.strictObject({ gap: TextGap })]),
});
export type ReceiptDetails = z.infer<typeof ReceiptDetails>;

/** A request in a receipt: as it was recorded, or what remains after the user deleted its answer. */
export const ReceiptLine = z.union([
  z.strictObject({
    entry: ReceiptEntry,
    key: z.string(),
    signature: z.string(),
    details: ReceiptDetails.nullable(),
  }),
  z.strictObject({ n: z.int().min(1), deleted: Digest, key: z.string(), signature: z.string() }),
]);
export type ReceiptLine = z.infer<typeof ReceiptLine>;

/** The first line of a receipt file. `keys` are the public keys of the signatures by their ids, as SPKI in base64. */
export const ReceiptHeader = z.strictObject({
  format: z.literal('sidenote-receipt'),
  version: z.literal(1),
  chat: z.string(),
  keys: z.array(z.strictObject({ id: z.string(), spki: z.string() })).min(1),
});
export type ReceiptHeader = z.infer<typeof ReceiptHeader>;

/** The last line. `chain` is the hash of the whole chain. `file` is that of all bytes before this line. */
export const ReceiptFooter = z.strictObject({
  requests: Count,
  chain: Digest,
  at: Count,
  file: Digest,
  key: z.string(),
  signature: z.string(),
});
export type ReceiptFooter = z.infer<typeof ReceiptFooter>;
