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
  // The result is valid input for an import of Sidenote's own files.
  const thread = ExportedThread.parse(item.thread);
  const rows = thread.events.map((row) => ({ threadId: thread.threadId, ...row }));
  return { thread, lost: item.lost, state: reduceAll(emptyThread(thread.threadId), rows) };
}

/** The visible conversation, one line per message. */
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

  test('an answer without metadata has the model of its chat', async () => {
    const mapping = { q: node('q', null, 'user', text('Why?')), a: node('a', 'q', 'assistant', text('The moon.')) };
    const chat = { ...conversation, current_node: 'a', mapping };
    expect(lines((await readThread([{ ...chat, default_model_slug: 'gpt-y' }])).state)[1]).toBe('gpt-y: The moon.');
    expect(lines((await readThread([{ ...chat, default_model_slug: 'auto' }])).state)[1]).toBe('ChatGPT: The moon.');
  });

  test('a mark of a citation becomes a link, an entity its name, and other marks vanish', async () => {
    const written =
      'High water is at noon. \uE200cite\uE202turn0search0\uE201 In \uE200entity\uE202["city","Hamburg","port"]\uE201 too. \uE200filecite\uE202turn0file0\uE201See \u30104\u2020source\u3011';
    const references = [
      { type: 'sources_footnote', matched_text: ' ', alt: 'x' },
      {
        matched_text: '\uE200cite\uE202turn0search0\uE201',
        items: [{ title: 'Tides [2026]', url: 'https://tides.test/a' }, { url: 'javascript:alert(1)' }],
      },
    ];
    const mapping = {
      q: node('q', null, 'user', text('When?')),
      a: node('a', 'q', 'assistant', text(written), { metadata: { content_references: references } }),
    };
    const { state } = await readThread({ ...conversation, current_node: 'a', mapping });
    expect(lines(state)[1]).toBe(
      'ChatGPT: High water is at noon. ([Tides  2026 ](https://tides.test/a)) In Hamburg too. See',
    );
  });

  test('spoken words and documents of the canvas are part of the chat, and a node that cannot be read is counted', async () => {
    const spoken = {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'audio_transcription', text: 'Why?' }, { content_type: 'audio_asset_pointer' }],
    };
    const canvas = {
      content_type: 'code',
      text: JSON.stringify({ name: 'Poem', type: 'document', content: 'Low, high.' }),
    };
    const mapping = {
      q: node('q', null, 'user', spoken),
      broken: { id: 'broken', parent: 'q', message: { author: 7 } },
      c: node('c', 'broken', 'assistant', canvas, { recipient: 'canmore.create_textdoc' }),
      a: node('a', 'c', 'assistant', text('Here it is.'), answer),
    };
    const { state, lost } = await readThread({ ...conversation, current_node: 'a', mapping });
    expect(lines(state)).toEqual(['user: Why?', 'gpt-x: **Poem**\n\n```\nLow, high.\n```\n\nHere it is.']);
    expect(lost.toSorted()).toEqual(['attachment', 'message']);
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

test('Claude: the content of an artifact is part of the answer, and one message that cannot be read does not affect others', async () => {
  const { state, lost } = await readThread([
    {
      uuid: 'c',
      name: 'Tides',
      chat_messages: [
        { uuid: 'm1', sender: 'human', text: 'Write it.', content: 'Write it.' },
        { uuid: 'm2', sender: 7 },
        {
          uuid: 'm3',
          sender: 'assistant',
          text: '',
          content: [
            { type: 'text', text: 'Here:' },
            {
              type: 'tool_use',
              name: 'artifacts',
              input: { command: 'create', title: 'Tide', language: 'js', content: 'high();' },
            },
            { type: 'tool_result', content: [{ type: 'text', text: 'OK' }] },
          ],
        },
      ],
    },
  ]);
  expect(lines(state)).toEqual(['user: Write it.', 'Claude: Here:\n\n**Tide**\n\n```js\nhigh();\n```']);
  expect(lost).toEqual(['message']);
});

test('Open WebUI: an answer in output, content as a list, and messages of other roles', async () => {
  const output = [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Sun too.' }] },
    { type: 'function_call', name: 'search' },
    { type: 'function_call_output', output: [{ type: 'input_text', text: '…' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'The moon.' }] },
  ];
  const messages = {
    s: { id: 's', parentId: null, role: 'system', content: 'Be brief.' },
    q: { id: 'q', parentId: 's', role: 'user', content: [{ type: 'text', text: 'Why?' }, { type: 'image_url' }] },
    a: { id: 'a', parentId: 'q', role: 'assistant', content: '', output, model: 'llama' },
  };
  const chat = { history: { currentId: 'a', messages } };
  const { state, lost } = await readThread({ id: 'w', chat });
  expect(lines(state)).toEqual(['user: Why?', 'llama: (Sun too.) The moon.']);
  expect(lost).toEqual(['picture', 'tool-call']);
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

test('LibreChat: a tree of a long chat, in which each message is nested in the one before it', async () => {
  type Nested = ReturnType<typeof question> & { children: Nested[] };
  let tree: Nested | null = null;
  for (let n = 400; n > 0; n--) {
    const message = { ...question(`m${n}`, n === 1 ? null : `m${n - 1}`), isCreatedByUser: n % 2 === 1 };
    tree = { ...message, children: tree === null ? [] : [tree] };
  }
  const { state } = await readThread({ conversationId: 'l', title: 'Tides', messagesTree: [tree] });
  expect(state.messages).toHaveLength(400);
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

test('ollama-client: messages with parents are versions, with their thoughts, and the one that was shown is shown', async () => {
  const message = (id: number, parentId: number | null, role: string, content: string, more: object = {}) => ({
    id,
    parentId,
    role,
    content,
    timestamp: id,
    ...more,
  });
  const messages = [
    message(1, null, 'user', 'Why?', { images: ['AA'] }),
    message(2, 1, 'assistant', 'The wind.'),
    message(3, 1, 'assistant', 'The moon.', { thinking: 'Sun too.', model: 'llama' }),
  ];
  const session = { id: 's', title: 'Tides', createdAt: 5, updatedAt: 9, currentLeafId: 3, messages };
  const { state, lost } = await readThread(session);
  expect(lines(state)).toEqual(['user: Why?', 'llama: (Sun too.) The moon.']);
  expect(versionAt(state, 1)).toMatchObject({ number: 2, count: 2 });
  expect(lost).toEqual(['picture']);
});

test('page-assist: the messages of one downloaded chat', async () => {
  const messages = [
    {
      isBot: false,
      name: 'You',
      message: 'Why are there tides?\nBriefly.',
      sources: [],
      images: ['data:image/png;base64,AA', ''],
    },
    {
      isBot: true,
      name: 'llama3.2:latest',
      message: '<think>Hm.</think>\nThe moon.',
      sources: [],
      reasoning_time_taken: 3,
    },
    { isBot: false, name: 'You', message: 'And the sun?', sources: [], images: [] },
    { isBot: true, name: 'llama3.2:latest', modelName: 'Llama', message: 'Too.', sources: [], generationInfo: {} },
  ];
  const { thread, state, lost } = await readThread(messages);
  expect(await read(messages)).toHaveLength(1);
  expect(thread).toMatchObject({ title: 'Why are there tides?', createdAt: NOW });
  expect(lines(state)).toEqual([
    'user: Why are there tides?\nBriefly.',
    'llama3.2:latest: (Hm.) The moon.',
    'user: And the sun?',
    'Llama: Too.',
  ]);
  expect(lost).toEqual(['picture']);
  // The same file is the same chat, and a longer one is another.
  expect((await readThread(messages)).thread.threadId).toBe(thread.threadId);
  expect((await readThread(messages.slice(0, 2))).thread.threadId).not.toBe(thread.threadId);
});

test('page-assist: an answer that only called a tool is omitted', async () => {
  const messages = [
    { id: 'a', role: 'user', content: 'Why?', createdAt: 1 },
    { id: 'b', role: 'assistant', content: '', createdAt: 2 },
    { id: 'c', role: 'tool', content: '{}', createdAt: 3 },
    { id: 'd', role: 'assistant', name: 'llama', content: 'The moon.', createdAt: 4 },
  ];
  const { state, lost } = await readThread({ history: { id: 'p' }, messages });
  expect(lines(state)).toEqual(['user: Why?', 'llama: The moon.']);
  expect(lost).toEqual(['tool-call']);
});

test('DeepSeek: fragments of a message are its text and reasoning', async () => {
  const mapping = {
    root: { id: 'root', parent: null, children: ['1'], message: null },
    1: { id: '1', parent: 'root', message: { fragments: [{ type: 'REQUEST', content: 'Why?' }] } },
    2: {
      id: '2',
      parent: '1',
      message: {
        model: 'deepseek-chat',
        fragments: [
          { type: 'THINK', content: 'Sun too.' },
          { type: 'RESPONSE', content: 'The moon.' },
        ],
      },
    },
  };
  const { state, thread } = await readThread([
    { id: 'd', title: 'Tides', inserted_at: '2026-01-02T03:04:05+08:00', mapping },
  ]);
  expect(lines(state)).toEqual(['user: Why?', 'deepseek-chat: (Sun too.) The moon.']);
  expect(thread.createdAt).toBe(Date.parse('2026-01-01T19:04:05Z'));
});

test('Grok: chats in a list of an object, with the times of MongoDB', async () => {
  const response = (_id: string, parent_response_id: string | null, sender: string, message: string) => ({
    response: { _id, parent_response_id, sender, message, create_time: { $date: { $numberLong: '1690000000000' } } },
  });
  const responses = [response('q', null, 'human', 'Why?'), response('a', 'q', 'ASSISTANT', 'The moon.')];
  const conversation = { id: 'g', title: 'Tides', create_time: '2023-07-22T04:26:40Z' };
  const file = { projects: [], conversations: [{ conversation, responses }], tasks: [] };
  const items = await read(file);
  expect(items.map(({ type }) => type)).toEqual(['thread']);
  expect(lines((await readThread(file)).state)).toEqual(['user: Why?', 'Grok: The moon.']);
});

test('Gemini: entries within half an hour are one chat, in the order of time, and HTML becomes Markdown', async () => {
  const entry = (title: string, minute: number, html?: string) => ({
    header: 'Gemini Apps',
    title,
    time: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
    products: ['Gemini Apps'],
    ...(html === undefined ? {} : { safeHtmlItem: [{ html }] }),
  });
  const html =
    '<p>The <strong>moon</strong> &amp; the <a href="https://sun.test/">sun</a>.</p><ul><li>High</li><li>Low</li></ul>';
  const items = await read([
    entry('Prompted And then?', 59, '<p>Low.</p>'),
    entry('Created Gemini Canvas', 58),
    entry('Prompted When?', 12, '<p>Noon.</p>'),
    entry('Prompted Why?', 10, html),
  ]);
  const threads = items.flatMap((item) => (item.type === 'thread' ? [item.thread] : []));
  expect(threads.map(({ title }) => title)).toEqual(['And then?', 'Why?']);
  const [, first] = threads;
  const rows = (first?.events ?? []).map((row) => ({ threadId: 't', ...row }));
  expect(lines(reduceAll(emptyThread('t'), rows))).toEqual([
    'user: Why?',
    'Gemini: The **moon** & the [sun](https://sun.test/).\n\n- High\n- Low',
    'user: When?',
    'Gemini: Noon.',
  ]);
  expect((await read([{ ...entry('Watched a film', 1), header: 'YouTube', products: ['YouTube'] }]))[0]?.type).toBe(
    'unreadable',
  );
});

test('an answer without a question follows a placeholder, and one after an answer continues it', async () => {
  const messages = ['The moon.', 'And the sun.'].map((content) => ({ role: 'assistant', content }));
  const { state } = await readThread({ id: 's', title: '', createdAt: 5, updatedAt: 9, messages });
  expect(lines(state)).toEqual(['user: …', 'ollama-client: The moon.', 'ollama-client: And the sun.']);
});

test('anything other than these exports is unreadable', async () => {
  for (const value of [{}, [], [1], 'text', null, { messages: [] }, [{ id: 'x' }]])
    expect((await read(value)).filter(({ type }) => type !== 'unreadable')).toEqual([]);
});

/** A file that is read in pieces of `size` bytes. */
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

async function readItems(json: string, size: number): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of jsonItems(inPieces(json, size), ['chat'])) items.push(JSON.parse(item.json));
  return items;
}

test('the items of an array are read completely, regardless of how the file is split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 20 }), async (values, size) => {
      const json = JSON.stringify(values, null, 1);
      expect(await readItems(json, size)).toEqual(JSON.parse(json));
    }),
  );
});

test('the items of the list in an object are read one by one, and the object without them last', async () => {
  const size = fc.integer({ min: 1, max: 20 });
  const others = fc.dictionary(fc.constantFrom('a', 'chats', '"chat', '\\', 'history'), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(others, fc.array(fc.jsonValue()), others, size, async (before, values, after, each) => {
      const json = JSON.stringify({ ...before, ...{ chat: values }, ...after }, null, 1);
      expect(await readItems(json, each)).toEqual([...JSON.parse(json).chat, { ...JSON.parse(json), chat: [] }]);
    }),
  );
});

test('an object without that list is one item, even if the name is a text or nested deeper', async () => {
  for (const value of [{}, { a: ['chat', [1, 2]] }, { b: { chat: [1, 2] } }, { chat: { chat: [1, 2] } }, 'chat', 7]) {
    expect(await readItems(JSON.stringify(value), 3)).toEqual([value]);
  }
});
