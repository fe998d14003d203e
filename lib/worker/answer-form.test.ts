import { describe, expect, test } from 'vitest';
import { Elicitations } from '../agent/run-context.ts';
import type { ElicitationAnswer } from '../contracts/elicitation.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { memoryLog } from '../testing/agent/memory-log.ts';
import { answerForm } from './approvals.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const RUN: ThreadEvent[] = [
  { type: 'user-message', messageId: 'q', content: '?' },
  { type: 'run-start', runId: 'r', messageId: 'q', model: MODEL, tabId: 7, page: null, maxSteps: 9 },
];
const CALL: ThreadEvent[] = [
  { type: 'step-start', stepId: 's', toolMode: 'native' },
  { type: 'tool-input-start', toolCallId: 'a', toolName: 'tell' },
  { type: 'tool-input-available', toolCallId: 'a', input: {}, repaired: false },
  { type: 'step-end', finishReason: 'tool-calls' },
];

describe('the answer to a form', () => {
  const field = { type: 'number', name: 'nights', title: 'Nights', description: '', isRequired: true } as const;
  const fields = [{ ...field, isInteger: true, minimum: 1, maximum: 30, default: null }];
  const form = { server: { name: 'Hotel', url: 'https://a.test/mcp' }, message: 'How long?', fields };
  const command = { type: 'answer-form', threadId: 't', toolCallId: 'a' } as const;

  async function answered(
    elicitationId: string,
    answer: ElicitationAnswer,
  ): Promise<[string, ElicitationAnswer | null]> {
    const log = memoryLog();
    await log.append('t', RUN, null);
    await log.append(
      't',
      [
        ...CALL,
        { type: 'tool-output-start', toolCallId: 'a' },
        { type: 'tool-elicitation-request', toolCallId: 'a', elicitationId: 'shown', form },
      ],
      'r',
    );
    const elicitations = new Elicitations();
    let received: ElicitationAnswer | null = null;
    const stop = new AbortController();
    const waiting = elicitations.wait('shown', stop.signal).then(
      (given) => {
        received = given;
      },
      () => undefined,
    );
    const reply = await answerForm({ log, elicitations }, { ...command, elicitationId, answer });
    stop.abort();
    await waiting;
    return [reply.type, received];
  }

  test.each<[string, ElicitationAnswer]>([
    ['accepted', { action: 'accept', content: { nights: 3 } }],
    ['declined', { action: 'decline' }],
    ['cancelled', { action: 'cancel' }],
  ])('reaches the call that shows it if it is %s', async (_what, answer) => {
    expect(await answered('shown', answer)).toEqual(['done', answer]);
  });

  test.each<[string, string, ElicitationAnswer]>([
    ['of another form', 'earlier', { action: 'accept', content: { nights: 3 } }],
    ['that does not fit', 'shown', { action: 'accept', content: { nights: 31 } }],
    ['that lacks a value', 'shown', { action: 'accept', content: {} }],
    ['with more than was asked', 'shown', { action: 'accept', content: { nights: 3, more: 'x' } }],
  ])('%s is refused, and reaches no call', async (_what, elicitationId, answer) => {
    expect(await answered(elicitationId, answer)).toEqual(['refused', null]);
  });
});
