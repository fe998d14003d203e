import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionAt } from '../../agent/thread/branches.ts';
import { reduceAll } from '../../agent/thread/reduce.ts';
import { emptyThread, type ThreadState } from '../../contracts/thread.ts';
import { ExportedThread } from '../export-format.ts';
import { type ForeignItem, foreignThreads } from './foreign-threads.ts';
import { jsonItems } from './json-items.ts';

const NOW = 1_700_000_000_000;

async function read(value: unknown): Promise<ForeignItem[]> {
  const items: ForeignItem[] = [];
  for await (const item of foreignThreads(new Blob([JSON.stringify(value)]), NOW, JSON.parse)) items.push(item);
  return items;
}

async function readThread(value: unknown) {
  const [item] = await read(value);
  if (item?.type !== 'thread') throw new Error(JSON.stringify(item));
  // What is written is what an import of our own files takes.
  const thread = ExportedThread.parse(item.thread);
  const rows = thread.events.map((row) => ({ threadId: thread.threadId, ...row }));
  return { thread, lost: item.lost, state: reduceAll(emptyThread(thread.threadId), rows) };
}

/** The conversation that is shown, one line a message. */
const lines = ({ messages }: ThreadState) =>
  messages.map((message) =>
    message.role === 'user'
      ? `user: ${message.content}`
      : `${message.model.modelId}: ${message.steps
          .flatMap(({ parts }) => parts)
          .map((part) => (part.type === 'text' ? part.text : part.type === 'reasoning' ? `(${part.text})` : part.type))
          .join(' ')}`,
  );

describe('ChatGPT', () => {
  const node = (id: string, parent: string | null, role: string, content: object, more: object = {}) => ({
    id,
    parent,
    children: [],
    message: { id, author: { role }, create_time: 1_690_000_000, content, ...more },
  });
  const text = (...parts: unknown[]) => ({ content_type: 'text', parts });
  const answer = { metadata: { model_slug: 'gpt-x' } };
  const conversation = {
    id: 'c1',
    title: 'Tides',
    create_time: 1_690_000_000,
    update_time: 1_690_000_100,
    current_node: 'a2',
    mapping: {
      root: { id: 'root', parent: null, message: null, children: [] },
      hidden: node('hidden', 'root', 'system', text(''), {
        metadata: { is_visually_hidden_from_conversation: true },
      }),
      q1: node('q1', 'hidden', 'user', text('Why are there tides?')),
      a1: node('a1', 'q1', 'assistant', text('The moon.'), answer),
      think: node('think', 'q1', 'assistant', { content_type: 'thoughts', thoughts: [{ content: 'Sun too.' }] }),
      call: node('call', 'think', 'assistant', { content_type: 'code', text: 'search("tides")' }, { recipient: 'web' }),
      result: node('result', 'call', 'tool', text('…')),
      a2: node('a2', 'result', 'assistant', text('The moon and the sun.', { image: 1 }), answer),
    },
  };

  test('branches become versions, the one that was shown is shown, and thoughts go with their answer', async () => {
    const { thread, state, lost } = await readThread([conversation]);
    expect(lines(state)).toEqual(['user: Why are there tides?', 'gpt-x: (Sun too.) The moon and the sun.']);
    expect(versionAt(state, 1)).toMatchObject({ number: 2, count: 2 });
    expect(thread).toMatchObject({ title: 'Tides', createdAt: 1_690_000_000_000, updatedAt: 1_690_000_100_000 });
    expect(lost.toSorted()).toEqual(['picture', 'tool-call', 'tool-call']);
  });

  test('a chat without a message is empty, and one that leads in a circle ends', async () => {
    const [empty] = await read([{ ...conversation, mapping: { root: conversation.mapping.root } }]);
    expect(empty?.type).toBe('empty');
    const circle = { ...conversation.mapping, q1: { ...conversation.mapping.q1, parent: 'a1' } };
    expect((await read([{ ...conversation, mapping: circle }])).length).toBe(1);
  });
});

test('Claude: messages in their order, with thoughts and the text of attached files', async () => {
  const { state, lost, thread } = await readThread([
    {
      uuid: 'c',
      name: 'Tides',
      created_at: '2026-01-02T03:04:05Z',
      updated_at: '2026-01-02T03:05:05Z',
      account: { uuid: 'u' },
      chat_messages: [
        {
          uuid: 'm1',
          sender: 'human',
          text: 'What is in it?',
          content: [{ type: 'text', text: 'What is in it?' }],
          created_at: '2026-01-02T03:04:06Z',
          attachments: [{ file_name: 'tide.txt', file_size: 4, extracted_content: 'High' }, { file_name: 'b.bin' }],
          files: [{ file_name: 'tide.txt' }, { file_name: 'b.bin' }, { file_name: 'photo.png' }],
        },
        {
          uuid: 'm2',
          sender: 'assistant',
          text: '',
          content: [
            { type: 'thinking', thinking: 'A word.' },
            { type: 'tool_use', name: 'repl' },
            { type: 'text', text: 'High.' },
          ],
          created_at: '2026-01-02T03:04:07Z',
          attachments: [],
          files: [],
        },
      ],
    },
  ]);
  expect(lines(state)).toEqual(['user: What is in it?', 'Claude: (A word.) High.']);
  expect(state.messages[0]).toMatchObject({ files: [{ type: 'text', name: 'tide.txt', text: 'High' }] });
  expect(lost).toEqual(['attachment', 'attachment', 'tool-call']);
  expect(thread.createdAt).toBe(Date.parse('2026-01-02T03:04:05Z'));
});

test('Open WebUI: trees, reasoning in details, and seconds', async () => {
  const details =
    '<details type="reasoning" done="true">\n<summary>Thought for 1 s</summary>\n> Sun too.\n</details>\n';
  const { state, thread } = await readThread([
    {
      id: 'w',
      title: 'Tides',
      created_at: 1_690_000_000,
      updated_at: 1_690_000_001,
      chat: {
        history: {
          currentId: 'a',
          messages: {
            q: { id: 'q', parentId: null, role: 'user', content: 'Why?', timestamp: 1_690_000_000 },
            a: { id: 'a', parentId: 'q', role: 'assistant', content: `${details}The moon.`, model: 'llama' },
            b: { id: 'b', parentId: 'q', role: 'assistant', content: 'Wind.', model: 'tiny' },
          },
        },
      },
    },
  ]);
  expect(lines(state)).toEqual(['user: Why?', 'llama: (Sun too.) The moon.']);
  expect(versionAt(state, 1)).toMatchObject({ number: 2, count: 2 });
  expect(thread.createdAt).toBe(1_690_000_000_000);
});

test.each([
  ['a list', { messages: [question('q', null), reply('a', 'q')] }],
  ['a tree', { messagesTree: [{ ...question('q', null), children: [reply('a', 'q')] }] }],
])('LibreChat: %s', async (_, messages) => {
  const { state } = await readThread({ conversationId: 'l', title: 'Tides', options: { model: 'm' }, ...messages });
  expect(lines(state)).toEqual(['user: Why?', 'm: (Sun too.) The moon.']);
});

function question(messageId: string, parentMessageId: string | null) {
  return { messageId, parentMessageId, isCreatedByUser: true, text: 'Why?', createdAt: '2026-01-02T03:04:05Z' };
}

function reply(messageId: string, parentMessageId: string) {
  const content = [
    { type: 'think', think: 'Sun too.' },
    { type: 'text', text: { value: 'The moon.' } },
  ];
  return { messageId, parentMessageId, isCreatedByUser: false, text: '', content };
}

test('page-assist: messages by their dates, and thoughts between tags', async () => {
  const { state, lost } = await readThread({
    knowledge: [],
    chat: [
      {
        history: { id: 'p', title: 'Tides', createdAt: 5 },
        messages: [
          { id: 'b', role: 'assistant', name: 'llama', content: '<think>Sun too.</think>\nThe moon.', createdAt: 7 },
          { id: 'a', role: 'user', name: 'You', content: 'Why?', images: ['data:image/png;base64,AA'], createdAt: 6 },
        ],
      },
    ],
  });
  expect(lines(state)).toEqual(['user: Why?', 'llama: (Sun too.) The moon.']);
  expect(lost).toEqual(['picture']);
});

test('ollama-client: one session or a list, whose messages have no ids', async () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'The moon.', model: 'llama' },
  ];
  const session = { id: 's', title: 'Tides', createdAt: 5, updatedAt: 9, messages };
  const { state, lost, thread } = await readThread(session);
  expect(lines(state)).toEqual(['user: Why?', 'llama: The moon.']);
  expect(lost).toEqual(['system-message']);
  expect((await readThread([session])).thread).toEqual(thread);
});

test('an answer without a question stands after a placeholder, and one after an answer goes on with it', async () => {
  const messages = ['The moon.', 'And the sun.'].map((content) => ({ role: 'assistant', content }));
  const { state } = await readThread({ id: 's', title: '', createdAt: 5, updatedAt: 9, messages });
  expect(lines(state)).toEqual(['user: …', 'ollama-client: The moon.', 'ollama-client: And the sun.']);
});

test('what is no export of these is unreadable', async () => {
  for (const value of [{}, [], [1], 'text', null, { messages: [] }, [{ id: 'x' }]])
    expect((await read(value)).filter(({ type }) => type !== 'unreadable')).toEqual([]);
});

/** A file that is read in pieces of so many bytes. */
function inPieces(json: string, size: number): Blob {
  const bytes = new TextEncoder().encode(json);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  );
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
  return { stream } as unknown as Blob;
}

async function itemsOf(json: string, size: number): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of jsonItems(inPieces(json, size), 'chat')) items.push(JSON.parse(item.json));
  return items;
}

test('the items of an array come out whole, however the file is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 20 }), async (values, size) => {
      const json = JSON.stringify(values, null, 1);
      expect(await itemsOf(json, size)).toEqual(JSON.parse(json));
    }),
  );
});

test('the items of the list in an object come out one by one, and the object without them last', async () => {
  const size = fc.integer({ min: 1, max: 20 });
  const others = fc.dictionary(fc.constantFrom('a', 'chats', '"chat', '\\', 'history'), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(others, fc.array(fc.jsonValue()), others, size, async (before, values, after, each) => {
      const json = JSON.stringify({ ...before, ...{ chat: values }, ...after }, null, 1);
      expect(await itemsOf(json, each)).toEqual([...JSON.parse(json).chat, { ...JSON.parse(json), chat: [] }]);
    }),
  );
});

test('an object without that list is one item, also if the name is a text or lies deeper', async () => {
  for (const value of [{}, { a: ['chat', [1, 2]] }, { b: { chat: [1, 2] } }, { chat: { chat: [1, 2] } }, 'chat', 7]) {
    expect(await itemsOf(JSON.stringify(value), 3)).toEqual([value]);
  }
});
