import { Readability } from '@mozilla/readability';
import Defuddle from 'defuddle';

/** Readers that the benchmark runs in a page, for comparison. Each returns HTML or plain text of the main content. */
const peers = {
  innerText: () => ({ text: document.body?.innerText ?? '' }),
  readability: () => ({ html: new Readability(document.cloneNode(true) as Document).parse()?.content ?? '' }),
  defuddle: () => ({ html: new Defuddle(document, { url: document.URL }).parse().content }),
};

export type PeerName = keyof typeof peers;
export type PeerReply = { text?: string; html?: string };

(globalThis as unknown as { peers: typeof peers }).peers = peers;
