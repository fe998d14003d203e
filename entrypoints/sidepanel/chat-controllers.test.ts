import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Attachments } from '../../lib/contracts/attachments.ts';
import type { Command, CommandReply } from '../../lib/contracts/command.ts';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import type { FocusedField } from '../../lib/contracts/focused-field.ts';
import type { QuickRequest } from '../../lib/contracts/quick-request.ts';
import type { QueuedMessage } from '../../lib/contracts/thread.ts';
import { openDb, type SidenoteDb } from '../../lib/storage/db.ts';
import { enqueue, loadQueue } from '../../lib/storage/drafts.ts';
import { createStores, type Stores } from '../../lib/storage/stores.ts';
import { fold } from '../../lib/testing/agent/crash-scenario.ts';
import { asked, runEnd, runStart, step, textDelta } from '../../lib/testing/agent/scripted-thread.ts';
import { AnswerController } from './answer-controller.ts';
import { ChatCommands, type ChatPorts, type ChatSnapshot } from './chat-commands.ts';
import { QuestionController } from './question-controller.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const TAB = { tabId: 7, url: 'https://example.org/tides' };
const UNANSWERED: CommandReply = {
  type: 'refused',
  failure: { code: 'internal', reason: { type: 'no-answer-from-worker' }, retryable: true },
};
const FILE = { kind: 'text', name: 'a.txt', text: 'A' } as never;

let db: SidenoteDb;
let storage: Stores;
let panel: {
  sent: Command[];
  draft: string;
  saved: string;
  files: Attachments;
  refusal: string | null;
  copied: string;
  rewriting: FocusedField | null;
  translations: number;
  proposed: string[];
};
let reply: CommandReply;
/** The replies to the first commands, before `reply`. */
let firstReplies: CommandReply[];
beforeEach(() => {
  db = openDb(`chat-${crypto.randomUUID()}`);
  storage = createStores(db);
  panel = {
    sent: [],
    draft: '',
    saved: '',
    files: {},
    refusal: null,
    copied: '',
    rewriting: null,
    translations: 0,
    proposed: [],
  };
  reply = { type: 'done' };
  firstReplies = [];
});
afterEach(() => db.delete());

/** A chat with one answer, which is still being written if `isOpen`. */
function chat(
  change: Partial<ChatSnapshot> = {},
  { isOpen = false, more = [] as ThreadEvent[], ports = {} as Partial<ChatPorts> } = {},
) {
  const events = [
    asked('q', 'Why?'),
    runStart('r'),
    ...more,
    ...step('s', textDelta('So.')),
    ...(isOpen ? [] : [runEnd()]),
  ];
  const thread = fold(events.map((event, index) => ({ threadId: 'thread', seq: index + 1, at: 0, event })));
  panel.draft = change.draft ?? '';
  panel.files = change.attached ?? {};
  const commands = new ChatCommands(
    {
      thread,
      model: MODEL,
      tab: TAB,
      pageContext: null,
      projectId: null,
      hasWeb: false,
      hasOwnData: false,
      opinion: null,
      isOpinionOpen: false,
      draft: '',
      attached: {},
      ...change,
    },
    {
      storage,
      sendCommand: async (command) => {
        panel.sent.push(command);
        return firstReplies.shift() ?? reply;
      },
      canApprove: async () => true,
      requestSite: async () => true,
      copyText: async (text) => {
        panel.copied = text;
      },
      findCheck: () => null,
      copyFormatted: async (text) => {
        panel.copied = text;
      },
      onTranslatePage: () => {
        panel.translations += 1;
      },
      onRewriting: (field) => {
        panel.rewriting = field;
      },
      takeMessageId: () => 'next',
      draft: {
        change: (text) => {
          panel.draft = text;
        },
        hold: () => {
          panel.saved = panel.draft;
          panel.draft = '';
        },
        restore: (text) => {
          panel.draft = text;
        },
        forget: () => {
          panel.saved = '';
        },
      },
      attachments: {
        putBack: (attached) => {
          panel.files = attached;
        },
        forget: () => {
          panel.files = {};
        },
      },
      beginWith: () => null,
      proposeMemories: async (texts) => {
        panel.proposed.push(...texts);
      },
      onSent: () => undefined,
      onFocusField: () => undefined,
      onRefusal: (message) => {
        panel.refusal = message;
      },
      onError: (error) => {
        throw error;
      },
      ...ports,
    },
  );
  return { questions: new QuestionController(commands), answers: new AnswerController(commands) };
}

describe('sending the draft', () => {
  test('asks about the tab, with the attachments, and empties the field', async () => {
    await chat({ draft: ' And then? ', attached: { files: [FILE] }, pageContext: 'never' }).questions.send();
    expect(panel.sent).toEqual([
      {
        type: 'send',
        threadId: 'thread',
        messageId: 'next',
        content: 'And then?',
        files: [FILE],
        model: MODEL,
        tabId: 7,
        pageContext: 'never',
      },
    ]);
    expect(panel).toMatchObject({ draft: '', saved: '', files: {}, refusal: null });
  });

  test('without text asks what the attached files show', async () => {
    await chat({ draft: ' ', attached: { files: [FILE] } }).questions.send();
    expect(panel.sent).toMatchObject([{ type: 'send', content: 'What does this show?', files: [FILE] }]);
  });

  test('restores text and files if the worker rejects it', async () => {
    reply = { type: 'refused', failure: { code: 'internal', message: 'Busy.', retryable: true } };
    await chat({ draft: 'And then?', attached: { files: [FILE] } }).questions.send();
    expect(panel).toMatchObject({ draft: 'And then?', saved: 'And then?', files: { files: [FILE] }, refusal: 'Busy.' });
  });

  test('queues it while an answer is being written, with the site and the choice about its page', async () => {
    await chat({ draft: 'And then?', pageContext: 'on-demand' }, { isOpen: true }).questions.send();
    expect(panel.sent).toEqual([{ type: 'resume', threadId: 'thread' }]);
    expect(await loadQueue(db, 'thread')).toMatchObject([
      { messageId: 'next', content: 'And then?', site: 'https://example.org', pageContext: 'on-demand' },
    ]);
  });

  test('is also sent to the second model if it is queued, sent from the queue, or edited', async () => {
    const opinion = { endpointId: 'e', modelId: 'second' };
    await chat({ draft: 'And then?', opinion, isOpinionOpen: true }).questions.send();
    const [queued] = await loadQueue(db, 'thread');
    expect(queued).toMatchObject({ content: 'And then?', opinion });
    if (queued) await chat().questions.sendQueuedNow(queued);
    await chat({ draft: 'And then?', opinion }).questions.send();
    await chat({ opinion }).questions.edit('q', 'Why not?');
    expect(panel.sent).toMatchObject([
      { type: 'resume' },
      { type: 'send', opinion },
      { type: 'send', opinion },
      { type: 'edit', opinion },
    ]);
  });

  test('repeats the question once, with the same message id, if the worker does not answer', async () => {
    firstReplies = [UNANSWERED];
    await chat({ draft: 'And then?' }).questions.send();
    expect(panel.sent).toMatchObject([
      { type: 'send', messageId: 'next' },
      { type: 'send', messageId: 'next' },
    ]);
    expect(panel).toMatchObject({ draft: '', refusal: null });
  });

  test('restores the text if the worker does not answer twice', async () => {
    reply = UNANSWERED;
    await chat({ draft: 'And then?' }).questions.send();
    expect(panel.sent).toHaveLength(2);
    expect(panel.draft).toBe('And then?');
    expect(panel.refusal).toMatch(/didn’t respond/);
  });

  test('does not restore a queued question, which is asked later regardless of the worker’s reply', async () => {
    reply = UNANSWERED;
    await chat({ draft: 'And then?', attached: { files: [FILE] } }, { isOpen: true }).questions.send();
    expect(panel).toMatchObject({ draft: '', saved: '', files: {} });
    expect(await loadQueue(db, 'thread')).toHaveLength(1);
    expect(panel.sent).toEqual([{ type: 'resume', threadId: 'thread' }]);
  });

  test('does nothing before the model is known', async () => {
    await chat({ draft: 'And then?', model: null }).questions.send();
    expect(panel).toMatchObject({ sent: [], draft: 'And then?' });
  });
});

test('a text that is added to the draft becomes its last paragraph', () => {
  chat({ draft: 'Briefly: ' }).questions.quote('Summarize this page');
  expect(panel.draft).toBe('Briefly:\n\nSummarize this page');
  chat().questions.quote('Summarize this page');
  expect(panel.draft).toBe('Summarize this page');
});

describe('an edited question', () => {
  test('is asked again, and repeated once with the same message id if the worker does not answer', async () => {
    firstReplies = [UNANSWERED];
    expect(await chat().questions.edit('q', 'Why not?')).toBe(true);
    const [first, second] = panel.sent;
    expect(first).toMatchObject({ type: 'edit', messageId: 'q', content: 'Why not?' });
    expect(second).toEqual(first);
  });

  test('is reported as not accepted if the worker refuses it, without a repetition', async () => {
    reply = { type: 'refused', failure: { code: 'internal', message: 'Busy.', retryable: true } };
    expect(await chat().questions.edit('q', 'Why not?')).toBe(false);
    expect(panel.sent).toHaveLength(1);
    expect(panel.refusal).toBe('Busy.');
  });
});

describe('a queued question', () => {
  const queued: QueuedMessage = { messageId: 'w', content: 'Shorter.', model: MODEL, tabId: 7, site: null };
  beforeEach(() => enqueue(db, 'thread', queued));

  test('becomes an instruction for the open run', async () => {
    await chat({}, { isOpen: true }).questions.sendQueuedNow(queued);
    expect(panel.sent).toEqual([{ type: 'steer', threadId: 'thread', messageId: 'w', content: 'Shorter.' }]);
    expect(await loadQueue(db, 'thread')).toEqual([]);
  });

  test('is sent if no run is open, and stays in the queue if that is rejected', async () => {
    reply = { type: 'refused', failure: { code: 'internal', message: 'Busy.', retryable: true } };
    await chat().questions.sendQueuedNow(queued);
    expect(panel.sent).toMatchObject([{ type: 'send', messageId: 'w' }]);
    expect(await loadQueue(db, 'thread')).toHaveLength(1);
  });

  test('with text that the user did not write becomes no instruction for the open run', async () => {
    await chat({}, { isOpen: true }).questions.sendQueuedNow({ ...queued, filled: ['Shorter.'] });
    expect(panel.sent).toEqual([]);
    expect(await loadQueue(db, 'thread')).toHaveLength(1);
  });

  test('keeps what the user did not write in it when it is edited', async () => {
    await chat({ draft: 'And then?' }).questions.editQueued({ ...queued, filled: ['Shorter.'] });
    await vi.waitFor(async () => expect(await storage.drafts.loadFilled('thread')).toEqual(['Shorter.']));
    await chat({ draft: panel.draft }).questions.send();
    expect(panel.sent).toMatchObject([{ type: 'send', content: 'Shorter.\n\nAnd then?', filled: ['Shorter.'] }]);
  });

  test('is put before the draft when it is edited', async () => {
    await chat({ draft: 'And then?' }).questions.editQueued(queued);
    expect(panel.draft).toBe('Shorter.\n\nAnd then?');
    expect(await loadQueue(db, 'thread')).toEqual([]);
  });
});

describe('a request from outside the panel', () => {
  const request: QuickRequest = { windowId: 1, tabId: 7, text: 'Summarize.', task: null, isSent: true, at: 0 };

  test('is sent next to the tab that it was asked about', () => {
    chat().questions.takeRequest(request);
    expect(panel.sent).toMatchObject([{ type: 'send', content: 'Summarize.' }]);
  });

  test('about the text of a field is sent without the page, and its answer is a proposal for that field', () => {
    const field = { tabId: 7, frameId: 0, fieldId: 'f', selected: 'Old' } as FocusedField;
    chat().questions.takeRequest({ ...request, field });
    expect(panel.sent).toMatchObject([{ type: 'send', content: 'Summarize.', pageContext: 'never' }]);
    expect(panel.rewriting).toBe(field);
  });

  test('that has nothing to ask says why', () => {
    chat().questions.takeRequest({ ...request, failure: { type: 'field-failed', error: 'secret' } });
    expect(panel).toMatchObject({ sent: [], draft: '' });
    expect(panel.refusal).toMatch(/^This field is for a password/);
  });

  test('for the translation of the page asks nothing, and translates no other tab', () => {
    const translation = { ...request, text: '', isSent: false, translatesPage: true } as const;
    chat().questions.takeRequest({ ...translation, tabId: 8 });
    expect(panel.translations).toBe(0);
    chat().questions.takeRequest(translation);
    expect(panel).toMatchObject({ sent: [], draft: '', translations: 1 });
  });

  test('waits in the field next to any other tab', () => {
    chat().questions.takeRequest({ ...request, tabId: 8 });
    expect(panel).toMatchObject({ sent: [], draft: 'Summarize.' });
  });
});

test('an approval is not sent if the browser refuses the permission it needs; a denial always is', async () => {
  const { answers } = chat({}, { isOpen: true, ports: { canApprove: async () => false } });
  await answers.respond('a', true);
  expect(panel.sent).toEqual([]);
  await answers.respond('a', false);
  expect(panel.sent).toMatchObject([{ type: 'respond', toolCallId: 'a', approved: false }]);
});

test('the browser is asked for the site of a document in its own viewer before it is sent', async () => {
  const asksForSite: ThreadEvent[] = [
    { type: 'context-start', contextId: 'c', tabId: 7 },
    { type: 'context-approval-request', contextId: 'c', question: { reason: 'viewer', origin: 'https://tides.test' } },
  ];
  let isAllowed = false;
  const requests: string[] = [];
  const requestSite = async (url: string) => {
    requests.push(url);
    return isAllowed;
  };
  const { answers } = chat({}, { isOpen: true, more: asksForSite, ports: { requestSite } });
  await answers.respondContext('c', true);
  expect([requests, panel.sent]).toEqual([['https://tides.test'], []]);
  isAllowed = true;
  await answers.respondContext('c', true);
  await answers.respondContext('c', false);
  expect(requests).toHaveLength(2);
  expect(panel.sent).toMatchObject([
    { contextId: 'c', approved: true },
    { contextId: 'c', approved: false },
  ]);
});

test('an answer is copied as Markdown, and requested again from another model', async () => {
  const { answers } = chat();
  await answers.copy('r');
  expect(panel.copied).toBe('So.');
  answers.retry({ endpointId: 'e', modelId: 'other' }, 'r');
  expect(panel.sent).toMatchObject([{ type: 'retry', messageId: 'r', model: { modelId: 'other' } }]);
});

describe('a request to remember', () => {
  const REQUEST = 'Remember that I live in Bern.';

  test('is proposed when it was typed and sent, or when a question was edited to it', async () => {
    await chat({ draft: REQUEST }).questions.send();
    await chat().questions.edit('q', 'Remember that I sail.');
    expect(panel.proposed).toEqual(['I live in Bern', 'I sail']);
  });

  test('is not proposed if it was filled in, suggested, or not sent', async () => {
    await storage.drafts.saveFilled('thread', REQUEST, [REQUEST]);
    await chat({ draft: REQUEST }).questions.send();
    await storage.drafts.delete('thread');
    chat().questions.askSuggested(REQUEST);
    reply = {
      type: 'refused',
      failure: { code: 'internal', reason: { type: 'no-answer-from-worker' }, retryable: true },
    };
    await chat({ draft: REQUEST }).questions.send();
    expect(panel.proposed).toEqual([]);
  });

  test('is not proposed for a question that had been filled in and is edited', async () => {
    const filled = { type: 'user-message' as const, messageId: 'f', content: REQUEST, filled: [REQUEST] };
    const { questions } = chat({}, { more: [...step('x', textDelta('No.')), runEnd(), filled, runStart('y')] });
    await questions.edit('f', REQUEST);
    expect(panel.proposed).toEqual([]);
  });
});
