import type { Attachments, LoggedEvent, ThreadEvent } from '../contracts/index.ts';
import { parseOrigin } from '../security/index.ts';
import type { ThreadRow } from './db.ts';

/** Maximum length of a title made from the first question, in characters. */
const TITLE_LENGTH = 80;

export function newThreadRow(threadId: string, at: number): ThreadRow {
  return { threadId, title: '', createdAt: at, updatedAt: at, lastSeq: 0, openRunId: '' };
}

/** The row of a thread after one more event. */
export function foldThreadRow(thread: ThreadRow, row: LoggedEvent): ThreadRow {
  const next = { ...thread, lastSeq: row.seq, updatedAt: row.at };
  return { ...next, ...changeBy(row.event, thread) };
}

function changeBy(event: ThreadEvent, thread: ThreadRow): Partial<ThreadRow> {
  switch (event.type) {
    case 'user-message':
      return thread.title === '' ? { title: deriveChatTitle(event) } : {};
    case 'run-start':
      return { openRunId: event.runId, waiting: [], ...withSite(thread.sites, event.page?.url) };
    case 'run-end':
      return { openRunId: '', waiting: [] };
    case 'tool-approval-request':
    case 'tool-elicitation-request':
      return { waiting: [...waitingWithout(event.toolCallId, thread), event.toolCallId] };
    case 'tool-approval-response':
    case 'tool-elicitation-response':
    case 'tool-output-available':
    case 'tool-output-error':
      return { waiting: waitingWithout(event.toolCallId, thread) };
    case 'context-approval-request':
      return { waiting: [...waitingWithout(event.contextId, thread), event.contextId] };
    case 'context-approval-response':
    case 'context-error':
      return { waiting: waitingWithout(event.contextId, thread) };
    default:
      return {};
  }
}

function waitingWithout(id: string, { waiting = [] }: ThreadRow): string[] {
  return waiting.filter((each) => each !== id);
}

function withSite(sites: readonly string[] = [], url = ''): Pick<ThreadRow, 'sites'> {
  const site = parseOrigin(url);
  return site === null || sites.includes(site) ? {} : { sites: [...sites, site] };
}

/** The title of a chat that begins with this question: that of the first server prompt in it, else its first line. */
export function deriveChatTitle({ content, files = [] }: { content: string } & Pick<Attachments, 'files'>): string {
  const prompt = files.find(({ type }) => type === 'prompt');
  const line = (prompt?.name || content).trim().split('\n', 1)[0] ?? '';
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
