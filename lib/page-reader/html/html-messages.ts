import type { PageReading } from '../../contracts/index.ts';

/** Channel between the worker and the extension page that reads documents. */
export const HTML_CHANNEL = 'sidenote-html';

/** A page that was fetched, as text. */
export type HtmlRequest = { id: string; html: string; url: string };

/** `error` is for a log: what a user reads is that the page could not be read. */
export type HtmlReply = { id: string } & ({ reading: PageReading } | { error: string });
