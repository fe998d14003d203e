import type { HighlightAnswer, HighlightRequest } from '../contracts/index.ts';
import { HighlightSession } from './highlight-session.ts';
import { showPassageHere } from './show-passage-here.ts';

/** The sessions of the panels that show answers about this document. */
const sessions = new Map<string, HighlightSession>();

/** Answers a request about this document. Only pages of the extension can send one: the page has no way to. */
export async function answerHighlightRequest(request: HighlightRequest): Promise<HighlightAnswer> {
  if (request.type === 'show') return { type: 'done', count: showPassageHere(request.pieces, request.ms) };
  if (request.type === 'watch') {
    // The tab may show another site by now.
    if (request.origin !== '' && request.origin !== ownOrigin()) return { type: 'gone' };
    openSession(request.sessionId).watch(request.passages);
    return { type: 'done', count: request.passages.length };
  }
  const session = sessions.get(request.sessionId);
  if (session === undefined) return { type: 'gone' };
  switch (request.type) {
    case 'light':
      return { type: 'done', count: await session.light(request.passages) };
    case 'next':
      return session.next();
    case 'end':
      sessions.delete(request.sessionId);
      session.end();
      return { type: 'done', count: 0 };
    default:
      return request satisfies never;
  }
}

function openSession(sessionId: string): HighlightSession {
  const session = sessions.get(sessionId) ?? new HighlightSession(() => sessions.delete(sessionId));
  sessions.set(sessionId, session);
  return session;
}

/** The origin as `parseOrigin` formats it. Files have no origin. */
function ownOrigin(): string {
  return location.origin === 'null' ? `${location.protocol}${location.pathname}` : location.origin;
}
