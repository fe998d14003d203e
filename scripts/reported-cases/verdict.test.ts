import { describe, expect, test } from 'vitest';
import { type CaseOutcome, type ReportedCase, runCase } from './run-case.ts';
import { isAsWanted } from './verdict.ts';

const OUTCOME: CaseOutcome = { text: '', reasoning: '', calls: [], end: 'end:stop' };
const CALL = 'weather {"city":"Bergen"}';

describe('the verdict on a reported case', () => {
  test.each<[want: string, outcome: Partial<CaseOutcome>, verdict: boolean]>([
    [CALL, { calls: [CALL] }, true],
    [CALL, { calls: [CALL, CALL] }, false],
    [CALL, { calls: [CALL], text: '<|call|>' }, false],
    [`${CALL} + "Look."`, { calls: [CALL], text: 'Look.\n' }, true],
    [`${CALL} + "Look."`, { calls: [CALL] }, false],
    ['"Noon." thinking "Hm."', { text: 'Noon.', reasoning: 'Hm.' }, true],
    ['"Noon." thinking "Hm."', { text: 'Hm.Noon.' }, false],
    ['"Noon."', { text: 'Noon.', calls: [CALL] }, false],
    ['call not run', { calls: ['weather ERROR[truncated-input] Cut off.'] }, true],
    ['call not run', { calls: [CALL] }, false],
    ['end:length', { end: 'end:length' }, true],
    ['end:length', {}, false],
    ['not reported as complete', {}, false],
    ['not reported as complete', { end: 'INTERRUPTED connection-ended' }, true],
    ['shows "no capacity"', { end: 'FAIL detail=no capacity' }, true],
    ['shows "no capacity"', {}, false],
    ['/RETRY retry obs=\\{/', { end: 'RETRY retry obs={"type":"request-quirk"}' }, true],
    ['/RETRY retry obs=\\{/', { end: 'RETRY retry obs=null' }, false],
  ])('for %j, given %j, is %j', (want, outcome, verdict) => {
    expect(isAsWanted(want, { ...OUTCOME, ...outcome })).toBe(verdict);
  });

  test('is an error for a phrase that it does not know', () => {
    expect(() => isAsWanted('something else', OUTCOME)).toThrow('Unknown want');
  });

  test('is given on what the real client makes of a reply', async () => {
    const reported: ReportedCase = {
      id: 'text',
      source: 'here',
      interface: 'chat-completions',
      reply: { body: 'data: {"choices":[{"delta":{"content":"At six."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n' },
      want: '"At six."',
    };
    const outcome = await runCase(reported, (body) => [...body]);
    expect(outcome).toEqual({ ...OUTCOME, text: 'At six.' });
  });
});
