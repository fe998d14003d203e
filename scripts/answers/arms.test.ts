import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Arm, askArm, INJECTED_CHARACTERS } from './arms.ts';
import { readingOfPage } from './pages.ts';
import { QUESTIONS } from './questions.ts';
import { AnswerServer } from './server.ts';

type Body = { messages: { role: string; content: string }[]; tools?: unknown[] };

/**
 * Calls read_page if it is offered natively and nothing has been read yet, and answers otherwise. Counts tokens like
 * llama.cpp.
 */
function replyTo({ messages, tools = [] }: Body): string {
  const isCalling = tools.length > 0 && !messages.some(({ role }) => role === 'tool');
  const call = { index: 0, id: 'call_1', function: { name: 'read_page', arguments: '{}' } };
  const delta = isCalling ? { tool_calls: [call] } : { content: 'It cost 412,000 crowns.' };
  const chunks = [
    { choices: [{ index: 0, delta }] },
    { choices: [{ index: 0, delta: {}, finish_reason: isCalling ? 'tool_calls' : 'stop' }] },
    { choices: [], usage: { prompt_tokens: 700, completion_tokens: 9 }, timings: { prompt_n: isCalling ? 700 : 50 } },
  ];
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

const WINDOWS = [4_096, 8_192, 16_384];
const bodies: Body[] = [];
const http = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const list = { data: WINDOWS.map((tokens) => ({ id: `window-${tokens}`, meta: { n_ctx: tokens } })) };
    response.end(request.url === '/v1/models' ? JSON.stringify(list) : '{}');
    return;
  }
  const body = JSON.parse((await request.toArray()).join('')) as Body;
  bodies.push(body);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(replyTo(body));
});

let server: AnswerServer;
beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  server = await open('window-8192');
});
beforeEach(() => bodies.splice(0));
afterAll(() => void http.close());

function open(modelId: string): Promise<AnswerServer> {
  return AnswerServer.open(`http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`, modelId, null);
}

async function ask(arm: Arm, page = 'lighthouse', question = 'How much did the restoration cost?') {
  return askArm(arm, server, await readingOfPage(page), question);
}

test('a model that the server does not have is rejected', async () => {
  await expect(open('large')).rejects.toThrow('window-4096');
});

test('page-first sends all of a short page in one request', async () => {
  expect(await ask('page-first')).toMatchObject({ requests: 1, text: 'It cost 412,000 crowns.', outcome: 'complete' });
  expect(bodies[0]?.tools).toBeUndefined();
  expect(JSON.stringify(bodies[0]?.messages)).toContain('cost 412,000 crowns');
});

test('page-first sends the relevant part of a long page', async () => {
  await ask('page-first', 'museum', 'How many steps does the mechanical goose walk?');
  const sent = JSON.stringify(bodies[0]?.messages);
  expect(sent).toContain('it walks nine steps');
  expect(sent.length).toBeLessThan(30_000);
});

test.each(WINDOWS)(
  'page first, the words that answer are in the first request, with a window of %i',
  async (tokens) => {
    const small = await open(`window-${tokens}`);
    const missing: string[] = [];
    for (const each of QUESTIONS) {
      if ('absent' in each) continue;
      bodies.splice(0);
      await askArm('page-first', small, await readingOfPage(each.page), each.question);
      const sent = bodies[0]?.messages.map(({ content }) => content).join('\n') ?? '';
      const evidence = [each.evidence].flat();
      if (!evidence.every((words) => sent.includes(words))) missing.push(`${each.page}: ${each.question}`);
    }
    // What the electric drive cost: "the bill is complete" shares no word with the question.
    expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(1);
  },
);

test('at a reading speed, page-first sends what is read in 20 seconds, and offers no tools', async () => {
  const page = await readingOfPage('museum');
  await askArm('page-first', server, page, 'How many steps does the mechanical goose walk?', 40);
  const [body] = bodies;
  const prompt = body?.messages.at(-1)?.content ?? '';
  expect(prompt).toContain('it walks nine steps');
  // 800 tokens of the page, and the text around it.
  expect(prompt.length).toBeGreaterThan(1_500);
  expect(prompt.length).toBeLessThan(4_500);
  expect(JSON.stringify(body)).not.toContain('read_page');
});

test('with native tools the page is read by a call, and both requests are counted', async () => {
  const answer = await ask('native');
  const counts = { requests: 2, promptTokens: 1400, processed: 750 };
  expect(answer).toMatchObject({ ...counts, text: 'It cost 412,000 crowns.', outcome: 'complete' });
  expect(answer.firstWordMs).toBeGreaterThan(0);
  expect(answer.firstWordMs).toBeLessThanOrEqual(answer.ms);
  expect(JSON.stringify(bodies[0]?.messages)).not.toContain('412,000');
  expect(JSON.stringify(bodies[1]?.messages)).toContain('cost 412,000 crowns');
});

test('with tags the tools are in the prompt', async () => {
  expect(await ask('tags')).toMatchObject({ requests: 1 });
  expect(bodies[0]?.tools).toBeUndefined();
  expect(bodies[0]?.messages[0]?.content).toContain('read_page');
});

test('inject sends the beginning of the page, in one request without tools', async () => {
  expect(await ask('inject', 'museum')).toMatchObject({ requests: 1, promptTokens: 700, processed: 50 });
  const [body] = bodies;
  const prompt = body?.messages.at(-1)?.content ?? '';
  expect(body?.tools).toBeUndefined();
  expect(prompt).toContain('Catalogue of the permanent exhibition');
  expect(prompt.length).toBeGreaterThan(INJECTED_CHARACTERS);
  expect(prompt.length).toBeLessThan(INJECTED_CHARACTERS + 300);
});
