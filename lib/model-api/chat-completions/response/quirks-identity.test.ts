// docs/quirks.md, "Identity of a tool call in a stream": which call a fragment belongs to. One test per row.
import { describe, expect, test } from 'vitest';
import { DONE, readCalls, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk } from '../../../testing/model-api/raw-server.ts';

const fn = (name: string | null | undefined, args?: unknown) => ({ name, arguments: args });
const PARIS = '{"city":"Paris"}';
const ROME = '{"city":"Rome"}';
const paris = ['weather', { city: 'Paris' }];
const rome = ['weather', { city: 'Rome' }];

describe('the id', () => {
  test('id-never-sent: is generated if none is sent, in a form valid for every server', () => {
    const { events } = readCalls([[{ index: 0, function: fn('weather', PARIS) }]]);
    expect(events[0]).toMatchObject({ toolCallId: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) });
  });

  test("id-shared: is made unique, and the server's own is kept for the echo", () => {
    const reply = readCalls([
      [{ index: 0, id: '0', function: fn('weather', PARIS) }],
      [{ index: 1, id: '0', function: fn('weather', ROME) }],
    ]);
    const ids = reply.events.flatMap((event) => (event.type === 'tool-input-start' ? [event.toolCallId] : []));
    expect(new Set(ids).size).toBe(2);
    expect(stepEnd(reply).opaque).toMatchObject({ toolCalls: { [ids[1] ?? '']: { wireId: '0' } } });
  });

  test('id-late: is used if it arrives before the call is emitted', () => {
    const { events } = readCalls([
      [{ index: 0, function: { arguments: PARIS } }],
      [{ index: 0, id: 'call_x' }],
      [{ index: 0, function: { name: 'weather' } }],
    ]);
    expect(events[0]).toEqual({ type: 'tool-input-start', toolCallId: 'call_x', toolName: 'weather' });
  });
});

describe('the list', () => {
  test('calls-with-finish: may contain several calls, in the chunk that also has the finish reason', () => {
    const tool_calls = [
      { index: 0, id: 'a', function: fn('weather', PARIS) },
      { index: 1, id: 'b', function: fn('weather', ROME) },
    ];
    const reply = readReply(chunk({ tool_calls }, 'tool_calls') + DONE);
    expect(reply).toMatchObject({ calls: [paris, rome], early: 2 });
  });
});
