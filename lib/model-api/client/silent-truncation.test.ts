import { describe, expect, test } from 'vitest';
import type { HostKind } from '../../contracts/address.ts';
import type { ModelInterface } from '../../contracts/endpoint.ts';
import type { ModelEvent, ModelRequest } from '../../contracts/model-client.ts';
import { WIRES } from '../../testing/model-api/conformance/wires.ts';
import { startRawServer } from '../../testing/model-api/raw-server.ts';
import { createModelClient } from './model-client.ts';

const WINDOW = 4_096;
const PAGE = 'The ferry leaves the harbour at a quarter past nine. ';

const SPOKEN = ['chat-completions', 'anthropic-messages', 'openai-responses', 'gemini'] as const;

/** What a client reports about a server that counted `inputTokens` for a prompt of `characters` characters. */
async function ask(modelInterface: ModelInterface, characters: number, inputTokens: number, hostKind: HostKind) {
  const { begin, say, end, contentType } = WIRES[modelInterface];
  const counts = { input: inputTokens, cached: 0, output: 4 };
  const said = [{ type: 'text' as const, text: 'At nine.' }];
  const pieces = [...begin(counts), ...say(said), ...end({ type: 'answer', said, end: 'stop', counts })];
  const server = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).end(pieces.join(''));
  });
  const client = createModelClient({
    baseUrl: `${server.url}/v1`,
    hostKind,
    apiKey: null,
    fetch,
    interface: modelInterface,
  });
  const image = { mediaType: 'image/png' as const, data: 'A'.repeat(40_000), width: 64, height: 64 };
  const attached = {
    delimiter: 'page',
    data: [{ label: 'A page', text: PAGE.repeat(characters / PAGE.length), page: 'needed' as const }],
    images: [{ name: 'map.png', image }],
  };
  const request: ModelRequest = {
    modelId: 'm',
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'When does it leave?', attached }],
    tools: [],
    toolMode: 'native',
    maxOutputTokens: null,
    attempt: 0,
  };
  const events: ModelEvent[] = [];
  for await (const event of client.stream(request, new AbortController().signal)) events.push(event);
  await server.close();
  return events.filter(({ type }) => type === 'observation' || type === 'step-notice');
}

describe.each(SPOKEN)('over %s', (modelInterface) => {
  test('a prompt that a local server truncated to its window is reported (quirk: silent-truncation)', async () => {
    expect(await ask(modelInterface, 56_000, WINDOW, 'loopback')).toEqual([
      { type: 'observation', observation: { type: 'context-window', tokens: WINDOW } },
      { type: 'step-notice', notice: { code: 'shortened', what: 'by-server', tokens: WINDOW } },
    ]);
  });

  test('a prompt that was read completely is not, although the file with it is long', async () => {
    expect(await ask(modelInterface, 16_000, WINDOW, 'loopback')).toEqual([]);
  });

  test('a hosted server refuses prompts that are too long, so its counts prove nothing', async () => {
    expect(await ask(modelInterface, 56_000, WINDOW, 'public')).toEqual([]);
  });
});
