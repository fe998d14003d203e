import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../contracts/model-client.ts';
import { NO_REQUEST_CAPABILITY, requestBody } from './request-body.ts';

const image = { mediaType: 'image/jpeg', data: 'AAAA', width: 8, height: 6 } as const;
const call = { toolCallId: 'a', toolName: 'capture_page', input: {} };
const request: ModelRequest = {
  modelId: 'm',
  system: 'Be brief.',
  messages: [
    { role: 'user', content: 'What does the chart show?' },
    { role: 'assistant', content: '', toolCalls: [call], reasoning: '', opaque: null },
    {
      role: 'tool',
      toolCallId: 'a',
      toolName: 'capture_page',
      content: 'A screenshot.',
      isError: false,
      images: [image],
    },
    { role: 'user', content: 'And now?' },
  ],
  tools: [],
  toolMode: 'native',
  maxOutputTokens: null,
  attempt: 0,
};
const picture = [
  { type: 'text', text: 'The picture from capture_page:' },
  { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AAAA' } },
];

test('a picture follows its result as a user turn, joined with the next user message', () => {
  expect(requestBody(request, NO_REQUEST_CAPABILITY).messages.slice(3)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'A screenshot.' },
    { role: 'user', content: [...picture, { type: 'text', text: 'And now?' }] },
  ]);
});

test('a picture is in the same turn as its result if results are text', () => {
  const { messages } = requestBody({ ...request, toolMode: 'none' }, NO_REQUEST_CAPABILITY);
  expect(messages.at(-1)).toMatchObject({
    role: 'user',
    content: [{ type: 'text' }, ...picture, { type: 'text', text: 'And now?' }],
  });
});

test('without pictures every content is a string', () => {
  const messages = request.messages.map((message) => (message.role === 'tool' ? { ...message, images: [] } : message));
  for (const { content } of requestBody({ ...request, messages }, NO_REQUEST_CAPABILITY).messages) {
    expect(content === null || typeof content === 'string').toBe(true);
  }
});
