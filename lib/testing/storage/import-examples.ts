import type { ExportedThread } from '../../storage/export-format.ts';
import { FOOTER_LINE, headerLine } from '../../storage/export-format.ts';

/** A small file in each format that can be imported, with everything that the format supports. */
export const IMPORT_EXAMPLES: Record<string, string> = {
  Sidenote: sidenoteFile(),
  ChatGPT: JSON.stringify([chatGpt('g1'), chatGpt('g2')]),
  Claude: JSON.stringify([claude()]),
  'Open WebUI': JSON.stringify([openWebUi()]),
  LibreChat: JSON.stringify(libreChat()),
  'page-assist': JSON.stringify(pageAssist()),
  'ollama-client': JSON.stringify([ollamaClient()]),
};

function sidenoteFile(): string {
  const thread = (threadId: string): ExportedThread => ({
    threadId,
    title: 'Tides',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_009,
    events: [
      { seq: 1, at: 1_700_000_000_000, event: { type: 'user-message', messageId: 'q', content: 'Why “tides”? 🌊' } },
      {
        seq: 2,
        at: 1_700_000_000_001,
        event: {
          type: 'run-start',
          runId: 'r',
          messageId: 'q',
          model: { endpointId: 'e', modelId: 'm' },
          tabId: null,
          page: { title: 'Tides', url: 'https://tides.test/' },
          maxSteps: 3,
        },
      },
      { seq: 3, at: 1_700_000_000_002, event: { type: 'step-start', stepId: 's', toolMode: 'native' } },
      { seq: 4, at: 1_700_000_000_003, event: { type: 'tool-input-start', toolCallId: 'c', toolName: 'read_page' } },
      {
        seq: 5,
        at: 1_700_000_000_004,
        event: { type: 'tool-input-available', toolCallId: 'c', repaired: false, input: { section: ['a', { b: 1 }] } },
      },
      { seq: 8, at: 1_700_000_000_005, event: { type: 'text-delta', delta: 'The moon.' } },
      { seq: 9, at: 1_700_000_000_009, event: { type: 'step-end', finishReason: 'stop' } },
    ],
  });
  return `${headerLine('2026-01-01T00:00:00.000Z')}\n${['a', 'b'].map((id) => JSON.stringify(thread(id))).join(',\n')}\n${FOOTER_LINE}\n`;
}

function chatGpt(id: string) {
  const node = (nodeId: string, parent: string | null, role: string, content: object) => ({
    id: nodeId,
    parent,
    children: [],
    message: { id: nodeId, author: { role }, create_time: 1_690_000_000.5, recipient: 'all', content, metadata: {} },
  });
  const text = (...parts: unknown[]) => ({ content_type: 'text', parts });
  return {
    id,
    title: 'Tides',
    create_time: 1_690_000_000,
    update_time: 1_690_000_100,
    current_node: 'a2',
    mapping: {
      root: { id: 'root', parent: null, message: null, children: ['q'] },
      q: node('q', 'root', 'user', text('Why?', { content_type: 'image_asset_pointer' })),
      a1: node('a1', 'q', 'assistant', text('The wind.')),
      t: node('t', 'q', 'assistant', { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] }),
      a2: node('a2', 't', 'assistant', text('The moon.')),
    },
  };
}

function claude() {
  const message = (uuid: string, parent: string | null, sender: string, text: string) => ({
    uuid,
    parent_message_uuid: parent,
    sender,
    text,
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text },
    ],
    created_at: '2026-01-02T03:04:06Z',
    attachments: [{ file_name: 'tide.txt', extracted_content: 'High' }],
    files: [{ file_name: 'tide.txt' }, { file_name: 'photo.png' }],
  });
  return {
    uuid: 'c',
    name: 'Tides',
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:05:05Z',
    chat_messages: [message('m1', null, 'human', 'Why?'), message('m2', 'm1', 'assistant', 'The moon.')],
  };
}

function openWebUi() {
  const details = '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> Hm.\n</details>\n';
  const messages = {
    q: { id: 'q', parentId: null, role: 'user', content: 'Why?', timestamp: 1_690_000_000, files: [{ type: 'image' }] },
    a: { id: 'a', parentId: 'q', role: 'assistant', content: `${details}The moon.`, model: 'llama' },
    b: { id: 'b', parentId: 'q', role: 'assistant', content: 'Wind.', model: 'tiny' },
  };
  const chat = { title: 'Tides', history: { currentId: 'a', messages } };
  return { id: 'w', title: 'Tides', created_at: 1_690_000_000, updated_at: 1_690_000_001, chat };
}

function libreChat() {
  const answer = {
    messageId: 'a',
    parentMessageId: 'q',
    isCreatedByUser: false,
    text: '',
    content: [
      { type: 'think', think: 'Hm.' },
      { type: 'text', text: { value: 'The moon.' } },
    ],
    children: [],
  };
  const question = { messageId: 'q', parentMessageId: null, isCreatedByUser: true, text: 'Why?', children: [answer] };
  return { conversationId: 'l', title: 'Tides', options: { model: 'm' }, messagesTree: [question] };
}

function pageAssist() {
  const messages = [
    { id: 'b', role: 'assistant', name: 'llama', content: '<think>Hm.</think>\nThe moon.', createdAt: 7 },
    { id: 'a', role: 'user', name: 'You', content: 'Why?', images: ['data:image/png;base64,AA'], createdAt: 6 },
  ];
  return { knowledge: [], chat: [{ history: { id: 'p', title: 'Tides', createdAt: 5 }, messages }], prompts: [] };
}

function ollamaClient() {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'The moon.', model: 'llama', timestamp: 8 },
  ];
  return { id: 's', title: 'Tides', createdAt: 5, updatedAt: 9, messages };
}
