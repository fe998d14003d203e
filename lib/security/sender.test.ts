import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Command, type CommandReply } from '../contracts/command.ts';
import { answerMessage, classifySender, type Sender } from './sender.ts';

const OWN = { id: 'sidenote', origin: 'chrome-extension://sidenote' };
const PAGE: Sender = { id: 'sidenote', url: 'chrome-extension://sidenote/sidepanel.html', origin: OWN.origin };

describe('classifySender', () => {
  test.each<[string, Sender | undefined]>([
    ['own-page', PAGE],
    ['own-page', { id: 'sidenote', url: 'chrome-extension://sidenote/options.html', frameId: 0, tab: {} }],
    ['own-frame', { ...PAGE, frameId: 3 }],
    ['content-script', { id: 'sidenote', url: 'https://evil.test/', origin: 'https://evil.test', tab: {} }],
    ['content-script', { ...PAGE, origin: 'https://evil.test' }],
    ['content-script', { ...PAGE, url: 'https://evil.test/?chrome-extension://sidenote/' }],
    ['content-script', { id: 'sidenote', url: 'chrome-extension://sidenote.evil.test/' }],
    ['content-script', { id: 'sidenote', origin: 'null' }],
    ['other-extension', { id: 'other', url: PAGE.url, origin: PAGE.origin }],
    ['program', { ...PAGE, nativeApplication: 'x' }],
    ['unknown', { url: PAGE.url, origin: PAGE.origin }],
    ['unknown', { id: 'sidenote' }],
    ['unknown', undefined],
    ['unknown', null as never],
    ['unknown', 'own-page' as never],
    ['own-page', { id: 'sidenote', url: 'chrome-extension://sidenote' }],
    ['content-script', { id: 'sidenote', url: 'blob:chrome-extension://sidenote/x' }],
    ['content-script', { id: 'sidenote', url: 'view-source:chrome-extension://sidenote/' }],
    ['content-script', { id: 'sidenote', url: '' }],
  ])('%s: %j', (kind, sender) => {
    expect(classifySender(sender, OWN)).toBe(kind);
  });
});

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }) },
  fc.record({
    type: fc.oneof(
      fc.constantFrom(
        'send',
        'stop',
        'respond',
        'reveal',
        'list-models',
        'find-field',
        'write-field',
        '__proto__',
        'constructor',
      ),
      fc.string(),
    ),
    threadId: fc.oneof(fc.string(), fc.constant('t'), fc.anything()),
    toolCallId: fc.oneof(fc.string(), fc.anything()),
    approved: fc.oneof(fc.boolean(), fc.anything()),
    content: fc.string(),
    ['__proto__']: fc.anything(),
  }),
  fc.constant(JSON.parse('{"type":"respond","threadId":"t","toolCallId":"a","approved":true,"__proto__":{"x":1}}')),
);

const stranger: fc.Arbitrary<Sender | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ id: fc.constant('sidenote'), url: fc.webUrl(), frameId: fc.nat(9), tab: fc.constant({ id: 1 }) }),
  fc
    .record({ id: fc.string(), url: fc.constant(PAGE.url as string), origin: fc.constant(OWN.origin) })
    .filter(({ id }) => id !== OWN.id),
  fc.record({ id: fc.constant('sidenote'), url: fc.constant(PAGE.url as string), frameId: fc.integer({ min: 1 }) }),
  fc
    .record({ id: fc.constant('sidenote'), url: fc.string(), origin: fc.string() })
    .filter(({ origin }) => origin !== OWN.origin),
);

test('ten thousand messages of pages, content scripts, other extensions and frames: no effect, no answer, no exception', () => {
  let handled = 0;
  let answered = 0;
  const handle = async (): Promise<CommandReply> => {
    handled++;
    return { type: 'done' };
  };
  fc.assert(
    fc.property(hostile, stranger, (message, sender) => {
      expect(answerMessage(handle, OWN, message, sender, () => answered++)).toBe(false);
    }),
    { numRuns: 10_000 },
  );
  expect([handled, answered]).toEqual([0, 0]);
});

describe('a command of an own page', () => {
  const ask = async (handle: () => Promise<CommandReply>, message: unknown) => {
    const replies: CommandReply[] = [];
    const isAnswered = answerMessage(handle, OWN, message, PAGE, (reply) => replies.push(reply));
    await new Promise((resolve) => setTimeout(resolve, 0));
    return { isAnswered, replies };
  };
  const stop = { type: 'stop', threadId: 't' };

  test('is answered with the result of its handler', async () => {
    expect(await ask(async () => ({ type: 'done' }), stop)).toEqual({ isAnswered: true, replies: [{ type: 'done' }] });
  });

  test('is answered with the reason if its handler fails', async () => {
    const { isAnswered, replies } = await ask(() => Promise.reject(new Error('disk')), stop);
    const reason = { type: 'command-failed' };
    const failure = { code: 'internal', reason, detail: 'Error: disk', retryable: true };
    expect([isAnswered, replies]).toEqual([true, [{ type: 'refused', failure }]]);
  });

  test('is refused if it is not understood, with a detail of bounded length', async () => {
    const many = { type: 'send', ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`unknown${n}`, n])) };
    const { isAnswered, replies } = await ask(async () => ({ type: 'done' }), many);
    expect(isAnswered).toBe(false);
    expect(replies).toHaveLength(1);
    const [reply] = replies;
    if (reply?.type !== 'refused') throw new Error('Not refused.');
    expect(reply.failure).toMatchObject({ code: 'internal', reason: { type: 'not-understood' }, retryable: true });
    expect(reply.failure.detail?.length).toBeGreaterThan(10);
    expect(reply.failure.detail?.length).toBeLessThanOrEqual(2000);
  });
});

test('messages of own pages are only accepted if they are commands, and change no prototype', () => {
  fc.assert(
    fc.property(hostile, (message) => {
      let handled = 0;
      const handle = async (): Promise<CommandReply> => {
        handled++;
        return { type: 'done' };
      };
      answerMessage(handle, OWN, message, PAGE, () => undefined);
      expect(handled).toBe(Command.safeParse(message).success ? 1 : 0);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});
