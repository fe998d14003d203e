import { describe, expect, test } from 'vitest';
import type { RequestQuirk } from '../../../contracts/capability.ts';
import type { ModelMessage } from '../../../contracts/model-client.ts';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../../testing/model-api/recorded-request.ts';

/** What is sent back to a server from its own earlier output: docs/quirks.md, "What requests must look like". */

const thought = (
  message: ReturnType<typeof assistantTurn>,
  reasoning: string,
  field: string | null,
  more: object = {},
) => ({
  ...message,
  reasoning,
  opaque: { reasoningField: field, reasoningDetails: [], toolCalls: {}, ...more },
});
const asked = (toolCallId: string) => [user('Where?'), assistantTurn('', call(toolCallId)), toolMessage(toolCallId)];
const listCallIds = (messages: Record<string, unknown>[]) =>
  messages.flatMap((message) => [
    ...((message.tool_calls as { id: string }[] | undefined)?.map((each) => each.id) ?? []),
    ...(typeof message.tool_call_id === 'string' ? [message.tool_call_id] : []),
  ]);

describe('ids of calls', () => {
  test('nine-character-ids: nine letters and digits if the server requires them, the same for call and result in every request', async () => {
    const history = [
      user('Where?'),
      assistantTurn('', call('call_1'), call('abcDEF123')),
      toolMessage('call_1'),
      toolMessage('abcDEF123'),
    ];
    const first = listCallIds((await recordRequest(history, { quirks: ['nine-character-ids'] })).messages);
    expect(first[0]).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(first).toEqual([first[0], 'abcDEF123', first[0], 'abcDEF123']);
    expect(
      listCallIds((await recordRequest([...history, user('And?')], { quirks: ['nine-character-ids'] })).messages),
    ).toEqual(first);
  });

  test('ids-verbatim: echoed unchanged, even if they look odd', async () => {
    expect(listCallIds((await recordRequest(asked('functions.find:0'))).messages)).toEqual([
      'functions.find:0',
      'functions.find:0',
    ]);
  });

  test('ids-verbatim: an id that the server used twice is sent back in its original form', async () => {
    const again = {
      reasoningField: null,
      reasoningDetails: [],
      toolCalls: { call00007: { wireId: 'functions.find:0' } },
    };
    const turn: ModelMessage = {
      role: 'assistant',
      content: '',
      toolCalls: [call('call00007')],
      reasoning: '',
      opaque: again,
    };
    const { messages } = await recordRequest([user('Where?'), turn, toolMessage('call00007')]);
    expect(listCallIds(messages)).toEqual(['functions.find:0', 'functions.find:0']);
  });

  test('id-shared: but not if two calls of one turn would share it', async () => {
    const twice = { reasoningField: null, reasoningDetails: [], toolCalls: { a: { wireId: '0' }, b: { wireId: '0' } } };
    const turn: ModelMessage = {
      role: 'assistant',
      content: '',
      toolCalls: [call('a'), call('b')],
      reasoning: '',
      opaque: twice,
    };
    expect(
      listCallIds((await recordRequest([user('Where?'), turn, toolMessage('a'), toolMessage('b')])).messages),
    ).toEqual(['a', 'b', 'a', 'b']);
  });

  test('plain-ids: forty plain characters if the server requires them, still distinct', async () => {
    const long = `functions.find:${'0'.repeat(60)}`;
    const history = [user('Where?'), assistantTurn('', call(`${long}1`), call(`${long}2`), call('toolu_1'))];
    const ids = listCallIds((await recordRequest(history, { quirks: ['plain-ids'] })).messages);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toContain('toolu_1');
  });
});

describe('provider state', () => {
  const signed = {
    toolCalls: {
      call_1: {
        wireId: 'call_1',
        extraContent: { google: { thought_signature: 'c2ln' } },
        fields: { provider_specific_fields: { a: 1 } },
        functionFields: { thought_signature: 'c2ln' },
      },
    },
  };
  const turns = (message: ModelMessage) => [user('Where?'), message, toolMessage('call_1')];
  const assistant = async (message: ModelMessage, ...quirks: RequestQuirk[]) =>
    (await recordRequest(turns(message), { quirks })).messages[2];

  test('thought-signature: signatures go back verbatim, where they were', async () => {
    expect(await assistant(thought(assistantTurn('', call('call_1')), '', null, signed))).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'find', arguments: '{"query":"x"}', thought_signature: 'c2ln' },
          extra_content: { google: { thought_signature: 'c2ln' } },
          provider_specific_fields: { a: 1 },
        },
      ],
    });
  });

  test('thought-signature: a call without one gets the documented placeholder if the server requires it; a signed one does not', async () => {
    const dummy = { google: { thought_signature: 'skip_thought_signature_validator' } };
    const history = [user('Where?'), assistantTurn('', call('a'), call('b')), toolMessage('a'), toolMessage('b')];
    const { messages } = await recordRequest(history, { quirks: ['dummy-thought-signature'] });
    expect(messages[2]?.tool_calls).toMatchObject([{ extra_content: dummy }, {}]);
    expect(JSON.stringify(messages).match(/skip_thought/g)).toHaveLength(1);
    const turn = await assistant(
      thought(assistantTurn('', call('call_1')), '', null, signed),
      'dummy-thought-signature',
    );
    expect(JSON.stringify(turn)).not.toContain('skip_thought');
  });

  test('echo-reasoning: reasoning_content is sent back with its calls', async () => {
    const message = thought(assistantTurn('', call('call_1')), 'Hm.', 'reasoning_content');
    expect(await assistant(message)).toMatchObject({ reasoning_content: 'Hm.' });
  });

  test('echo-reasoning: other names only if the server requires it, under the name it used; never as an empty string', async () => {
    const message = thought(assistantTurn('', call('call_1')), 'Hm.', 'reasoning');
    expect(await assistant(message)).not.toHaveProperty('reasoning');
    expect(await assistant(message, 'echo-reasoning')).toMatchObject({ reasoning: 'Hm.' });
    expect(await assistant(assistantTurn('', call('call_1')), 'echo-reasoning')).toMatchObject({
      reasoning_content: ' ',
    });
  });

  test('echo-reasoning: an answer without calls keeps its reasoning to itself unless asked', async () => {
    const message = thought(assistantTurn('There.'), 'Hm.', 'reasoning_content');
    expect(await assistant(message)).toEqual({ role: 'assistant', content: 'There.' });
    expect(await assistant(message, 'echo-reasoning')).toMatchObject({ reasoning_content: 'Hm.' });
    expect(await assistant(assistantTurn('There.'), 'echo-reasoning')).toEqual({
      role: 'assistant',
      content: 'There.',
    });
  });

  test('omit-reasoning: no reasoning if the server has refused it', async () => {
    const details = { reasoningDetails: [{ type: 'reasoning.encrypted', data: 'x' }] };
    const message = thought(assistantTurn('', call('call_1')), 'Hm.', 'reasoning_content', details);
    expect(Object.keys((await assistant(message, 'omit-reasoning')) ?? {})).toEqual(['role', 'content', 'tool_calls']);
  });

  test('reasoning-details: reasoning_details go back unchanged, in order', async () => {
    const reasoningDetails = [
      { type: 'reasoning.summary', summary: 'Hm.', index: 0 },
      { type: 'reasoning.encrypted', data: 'x', index: 1 },
    ];
    const message = thought(assistantTurn('', call('call_1')), 'Hm.', 'reasoning', { reasoningDetails });
    expect(await assistant(message)).toMatchObject({ reasoning_details: reasoningDetails });
  });

  test('content-or-reasoning: no text with calls and reasoning if the template does not support both', async () => {
    const message = thought(assistantTurn('Let me see.', call('call_1')), 'Hm.', 'reasoning_content');
    expect(await assistant(message)).toMatchObject({ content: 'Let me see.' });
    expect(await assistant(message, 'no-content-with-calls')).toMatchObject({
      content: null,
      reasoning_content: 'Hm.',
    });
    expect(await assistant(assistantTurn('Let me see.', call('call_1')), 'no-content-with-calls')).toMatchObject({
      content: 'Let me see.',
    });
  });
});
