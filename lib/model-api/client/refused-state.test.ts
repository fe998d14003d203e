import { afterEach, describe, expect, test } from 'vitest';
import type { ModelInterface } from '../../contracts/index.ts';
import { MODEL, THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { scriptedRun } from '../../testing/agent/scripted-run.ts';
import { SIGNATURE, WIRES } from '../../testing/model-api/conformance/wires.ts';
import { EVENT_STREAM, startRawServer } from '../../testing/model-api/raw-server.ts';
import { closeServers, servers } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';

afterEach(closeServers);

const COUNTS = { input: 10, output: 5, cached: 0 };
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** An answer whose state contains a signature. */
function answer(modelInterface: ModelInterface, signature: string): string {
  const wire = WIRES[modelInterface];
  const text = { type: 'text', text: 'At nine.' } as const;
  const said = {
    'chat-completions': () =>
      data({
        choices: [
          { index: 0, delta: { reasoning_details: [{ type: 'reasoning.encrypted', data: SIGNATURE, index: 0 }] } },
        ],
      }) + wire.say([text]).join(''),
    'anthropic-messages': () => wire.say([{ type: 'thinking', text: 'Hm.' }, text]).join(''),
    'openai-responses': () => wire.say([{ type: 'thinking', text: 'Hm.' }, text]).join(''),
    gemini: () =>
      data({ candidates: [{ content: { parts: [{ text: 'At nine.', thoughtSignature: SIGNATURE }] }, index: 0 }] }),
    ollama: () => wire.say([text]).join(''),
  }[modelInterface]();
  const whole = [
    ...wire.begin(COUNTS),
    said,
    ...wire.end({ type: 'answer', said: [], end: 'stop', counts: COUNTS }),
  ].join('');
  return whole.replaceAll(SIGNATURE, signature).replaceAll('rs_1', `rs_${signature.toLowerCase()}`);
}

/** A chat with a server that refuses one signature, with a refusal that contains `words`. */
async function chatWith(modelInterface: ModelInterface, refused: RegExp, words: string) {
  let answers = 0;
  const statuses: number[] = [];
  const server = await startRawServer((request, response) => {
    const status = refused.test(request.body) ? 400 : 200;
    statuses.push(status);
    if (status === 400) response.writeHead(400).end(JSON.stringify({ error: { message: words } }));
    else response.writeHead(200, EVENT_STREAM).end(answer(modelInterface, `Signature${++answers}`));
  });
  servers.push(server);
  const client = createModelClient({
    baseUrl: `${server.url}/v1`,
    hostKind: 'public',
    apiKey: null,
    fetch,
    interface: modelInterface,
  });
  const { log, goOn, answer: lastRun, rows } = scriptedRun(() => [], {}, { client });
  let questions = 0;
  return {
    rows,
    statuses,
    bodies: () => server.requests.map(({ body }) => body),
    async ask() {
      const number = ++questions;
      const start = {
        runId: `run${number}`,
        messageId: `q${number}`,
        model: MODEL,
        tabId: null,
        page: null,
        maxSteps: 5,
      };
      await log.append(
        THREAD_ID,
        [
          { type: 'user-message', messageId: `q${number}`, content: 'When?' },
          { type: 'run-start', ...start },
        ],
        null,
      );
      await goOn();
      return lastRun().outcome;
    },
  };
}

describe('quirk: refused-state', () => {
  test.each<[ModelInterface, words: string]>([
    ['chat-completions', 'messages[2].reasoning_details[0].data could not be decrypted: invalid signature'],
    ['anthropic-messages', 'messages.1.content.0: Invalid `signature` in `thinking` block'],
    ['openai-responses', 'The encrypted content Sig...re1 could not be verified.'],
    ['gemini', 'Corrupted thought signature.'],
  ])('of %s is not sent again, and later state is', async (modelInterface, words) => {
    const chat = await chatWith(modelInterface, /Signature1\b/, words);
    for (let question = 0; question < 4; question++) expect(await chat.ask()).toEqual({ type: 'complete' });
    // Only the second question is refused, once.
    expect(chat.statuses).toEqual([200, 400, 200, 200, 200]);
    const [, refused, without, third, fourth] = chat.bodies();
    expect(refused).toContain('Signature1');
    expect(without).not.toMatch(/Signature/);
    expect(third).toContain('Signature2');
    expect(fourth).toMatch(/Signature2[\s\S]*Signature3/);
    for (const body of [without, third, fourth]) expect(body).not.toContain('Signature1');
  });

  test('that is named is omitted, and nothing else', async () => {
    const chat = await chatWith(
      'anthropic-messages',
      /Signature2\b/,
      'messages.3.content.0: Invalid `signature` in `thinking` block',
    );
    for (let question = 0; question < 3; question++) expect(await chat.ask()).toEqual({ type: 'complete' });
    expect(chat.statuses).toEqual([200, 200, 400, 200]);
    expect(chat.bodies().at(-1)).toContain('Signature1');
    expect(chat.bodies().at(-1)).not.toContain('Signature2');
  });

  test('of a reasoning item without its follower is omitted by its id', async () => {
    const words = "Item 'rs_signature1' of type 'reasoning' was provided without its required following item.";
    const chat = await chatWith('openai-responses', /rs_signature1/, words);
    for (let question = 0; question < 3; question++) expect(await chat.ask()).toEqual({ type: 'complete' });
    expect(chat.statuses).toEqual([200, 400, 200, 200]);
  });

  test('after a second refusal is omitted completely', async () => {
    const chat = await chatWith(
      'anthropic-messages',
      /Signature/,
      'messages.1.content.0: Invalid `signature` in `thinking` block',
    );
    for (let question = 0; question < 2; question++) expect(await chat.ask()).toEqual({ type: 'complete' });
    expect(await chat.ask()).toEqual({ type: 'complete' });
    expect(chat.rows.map(({ event }) => event).filter(({ type }) => type === 'state-discard').length).toBeGreaterThan(
      0,
    );
  });

  test('without state in the request, the refusal is the outcome', async () => {
    const chat = await chatWith('gemini', /When/, 'Corrupted thought signature.');
    expect(await chat.ask()).toMatchObject({ type: 'error' });
    expect(chat.statuses).toEqual([400]);
  });
});
