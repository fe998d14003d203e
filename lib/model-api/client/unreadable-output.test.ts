import { afterEach, describe, expect, test } from 'vitest';
import { ask, closeServers, reply, stream } from '../../testing/model-api/request-from-server.ts';

afterEach(closeServers);

const message = (text: string) => JSON.stringify({ error: { code: 500, message: text, type: 'server_error' } });
const call = '<tool_call>\n{"name": "find", "arguments": {"query": "tide"}}';

describe('quirk: unreadable-output', () => {
  test.each([
    ['llama.cpp', `Failed to parse input at pos 3: ${call}\n</tool_call>`],
    ['llama.cpp, without the closing tag', `Failed to parse input at pos 3: ${call}`],
    ['Ollama', `error parsing tool call: raw='{"name":"find","arguments":{"query":"tide"}}', err=unexpected end`],
  ])('the call that the error quotes runs: %s', async (_, text) => {
    const { events } = await ask((response) => reply(response, 500, message(text)));
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-input-available', input: { query: 'tide' } }));
    expect(events.at(-1)).toEqual({ type: 'step-end', finishReason: 'tool-calls' });
  });

  test('also if the error is inside a reply', async () => {
    const error = `data: ${message(`Failed to parse input at pos 0: ${call}</tool_call>`)}\n\n`;
    const { events } = await ask((response) => stream(response, error));
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-input-available' }));
  });

  test.each([
    ['was cut off', 'Failed to parse input at pos 3: <tool_call>\n{"name": "find", "arguments": {"query": "ti'],
    ['has no name', `error parsing tool call: raw='{"query":"tide"}]', err=invalid character ']'`],
    ['is none', 'Failed to parse input at pos 0: The tide is high.'],
    ['is not quoted', 'XML syntax error on line 8: element <function> closed by </parameter>'],
  ])('the model is asked again if the text quoted by the error %s', async (_, text) => {
    const { events } = await ask((response) => reply(response, 500, message(text)));
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'retry', failure: { reason: { type: 'call-unreadable' } } });
  });
});
