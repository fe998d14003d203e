import { reduceAll } from '../agent/index.ts';
import { type AssistantMessage, emptyThread, type LoggedEvent } from '../contracts/index.ts';

/** The text of a message, and the range of its rows. `at` is in milliseconds since 1970. */
export type MessageText = { messageId: string; at: number; firstSeq: number; lastSeq: number; text: string };

/**
 * The texts of a thread's messages, in all branches: questions, and answers that have ended. `rows` are readable and in order,
 * and may begin anywhere except within a run.
 */
export function messageTexts(rows: readonly LoggedEvent[]): MessageText[] {
  const texts: MessageText[] = [];
  let run: LoggedEvent[] = [];
  for (const row of rows) {
    const { event, seq, at } = row;
    switch (event.type) {
      case 'user-message':
        texts.push({ messageId: event.messageId, at, firstSeq: seq, lastSeq: seq, text: event.content });
        break;
      case 'run-start':
        run = [row];
        break;
      case 'run-end': {
        const [first] = run;
        if (first) texts.push(answerText(first, [...run, row]));
        run = [];
        break;
      }
      default:
        if (run.length > 0) run.push(row);
    }
  }
  return texts;
}

function answerText({ threadId, seq }: LoggedEvent, rows: LoggedEvent[]): MessageText {
  const [answer] = reduceAll(emptyThread(threadId), rows).messages;
  const last = rows.at(-1);
  return {
    messageId: answer?.messageId ?? '',
    at: last?.at ?? 0,
    firstSeq: seq,
    lastSeq: last?.seq ?? seq,
    text: answer?.role === 'assistant' ? textOf(answer) : '',
  };
}

/** The text of an answer without reasoning and tools. */
export function textOf(answer: AssistantMessage): string {
  return answer.steps
    .flatMap((step) => step.parts.flatMap((part) => (part.type === 'text' ? [part.text.trim()] : [])))
    .filter((text) => text !== '')
    .join('\n\n');
}
