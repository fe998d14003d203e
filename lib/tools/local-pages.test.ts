import { describe, expect, test } from 'vitest';
import { listToolCalls, PageError } from '../contracts/index.ts';
import { createModelProfile } from '../contracts/model.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import { THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult } from '../testing/agent/scripted-run.ts';
import { buildForm, buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { chatBesidePages, PASSWORD_FORM } from '../testing/tools/page-chat.ts';

const SENTENCE = 'Your mooring is paid.';
const ACCOUNT = buildReading('harbor', '# Account', SENTENCE, '[Invoices](https://harbor.test/invoices)');
const withPassword = granted(ACCOUNT, { forms: [PASSWORD_FORM] });

const FIELD = 'second_mooring';
const withForm = granted(ACCOUNT, {
  forms: [buildForm('Sign in', [{ label: FIELD }, { label: 'Password', state: 'secret', value: null }])],
});

const INPUTS: Record<string, object> = {
  read_tab: { tab_id: 1 },
  find_in_page: { query: 'mooring' },
  export_page_data: { what: 'links' },
  fill_form: { form: 'fill_sign_in', values: { no_such_field: 'x' } },
};

const calling = (tool: string) => (request: ModelRequest) =>
  hasResult(request)
    ? [...scriptedText('It is.'), STEP_END]
    : [...scriptedCall('a', tool, INPUTS[tool] ?? {}), STEP_END];

type Chat = ReturnType<typeof chatBesidePages>;

/** From now on, a hosted model answers. */
function chooseHosted({ dependencies, client }: Chat): void {
  const profile = createModelProfile({ toolMode: 'native', mayFallBack: true });
  dependencies.models = { ...dependencies.models, connect: async () => ({ client, profile }) };
}

/** Makes two calls with the same arguments at once, and one more after their results. */
const callingTwice = (tool: string) => (request: ModelRequest) => {
  const results = request.messages.filter(({ role }) => role === 'tool').length;
  const input = INPUTS[tool] ?? {};
  if (results === 0) return [...scriptedCall('a', tool, input), ...scriptedCall('b', tool, input), STEP_END];
  if (results === 2) return [...scriptedCall('c', tool, input), STEP_END];
  return [...scriptedText('It is.'), STEP_END];
};

const sentTools = ({ client }: Chat) => JSON.stringify(client.requests.map(({ tools }) => tools).at(-1));
const sentTexts = ({ client }: Chat) => JSON.stringify(client.requests.at(-1)?.messages);

describe('a page with a password field that a local model has read without asking', () => {
  test('is not sent to a hosted model with a later question', async () => {
    const chat = chatBesidePages({ tabs: { 1: withPassword }, connection: { isLocal: true } });
    await chat.ask('Is it paid?');
    expect(sentTexts(chat)).toContain(SENTENCE);
    chooseHosted(chat);
    await chat.ask('Say hello.', null);
    expect(chat.client.requests).toHaveLength(2);
    expect(sentTexts(chat)).not.toContain(SENTENCE);
    expect(sentTexts(chat)).toContain('The open page was not sent');
  });

  test.each(['read_tab', 'find_in_page', 'list_links', 'page_info', 'list_forms', 'export_page_data'])(
    'is not sent as the result of a tool either: %s',
    async (tool) => {
      const chat = chatBesidePages({
        tabs: { 1: withPassword },
        script: calling(tool),
        policy: { mode: 'on-demand', maxTokens: 24_000 },
        connection: { isLocal: true },
      });
      await chat.ask('What does the form on this page say?');
      const [call] = chat.run().steps.flatMap(listToolCalls);
      expect(call).toMatchObject({ state: 'output-available', output: { localOnly: true } });
      const content = call?.state === 'output-available' ? call.output.content : '';
      chooseHosted(chat);
      await chat.ask('Say hello.', null);
      expect(chat.run().outcome).toEqual({ type: 'complete' });
      expect(sentTexts(chat)).not.toContain(JSON.stringify(content).slice(1, -1));
      expect(sentTexts(chat)).not.toContain(SENTENCE);
      expect(sentTexts(chat)).toContain('so it was not sent to you');
    },
  );

  test.each(['asked once', 'asked twice'])('gives no form to the definition of a tool: %s', async (times) => {
    const chat = chatBesidePages({
      tabs: { 1: withForm },
      script: times === 'asked once' ? calling('list_forms') : callingTwice('list_forms'),
      policy: { mode: 'on-demand', maxTokens: 24_000 },
      connection: { isLocal: true },
    });
    const question = 'Fill in the form on this page.';
    await chat.ask(question);
    expect(sentTools(chat)).toContain(FIELD);
    chooseHosted(chat);
    await chat.ask(question);
    expect(sentTools(chat)).not.toContain(FIELD);
    expect(sentTexts(chat)).not.toContain(FIELD);
  });

  test('is not sent as the error of a call that names a field which the form does not have', async () => {
    const chat = chatBesidePages({
      tabs: { 1: withForm },
      script: calling('fill_form'),
      connection: { isLocal: true },
    });
    await chat.ask('Fill in the form on this page.');
    expect(chat.run().outcome).toEqual({ type: 'complete' });
    expect(JSON.stringify(chat.run().steps)).toContain(FIELD);
    expect(sentTexts(chat)).toContain(FIELD);
    chooseHosted(chat);
    await chat.ask('Say hello.', null);
    expect(sentTexts(chat)).not.toContain(FIELD);
  });

  test('is not sent as the repeated or shared result of a tool', async () => {
    const chat = chatBesidePages({
      tabs: { 1: withPassword },
      script: callingTwice('find_in_page'),
      policy: { mode: 'on-demand', maxTokens: 24_000 },
      connection: { isLocal: true },
    });
    await chat.ask('What does this page say of the mooring?');
    expect(sentTexts(chat).split(SENTENCE).length).toBeGreaterThan(3);
    chooseHosted(chat);
    await chat.ask('Say hello.', null);
    expect(sentTexts(chat)).not.toContain(SENTENCE);
  });

  test('is asked about if the question to the hosted model is about it, and is then sent in full', async () => {
    const chat = chatBesidePages({ tabs: { 1: withPassword }, connection: { isLocal: true } });
    await chat.ask('Is it paid?');
    chooseHosted(chat);
    await chat.ask('Is it paid?');
    const [part] = chat.run().contexts;
    expect(part).toMatchObject({ state: 'approval-requested', question: { reason: 'sensitive-fields' } });
    const contextId = part?.contextId ?? '';
    const origin = 'https://harbor.test';
    await chat.log.append(
      THREAD_ID,
      [{ type: 'context-approval-response', contextId, approved: true, origin }],
      'run2',
    );
    await chat.goOn();
    expect(sentTexts(chat)).toContain(SENTENCE);
    expect(chat.run().contexts).toMatchObject([{ context: { selection: 'all' } }]);
  });

  test('stays in the conversation of a local model', async () => {
    const chat = chatBesidePages({ tabs: { 1: withPassword }, connection: { isLocal: true } });
    await chat.ask('Is it paid?');
    await chat.ask('Say hello.', null);
    expect(sentTexts(chat)).toContain(SENTENCE);
  });
});

describe('a page without such a field that a local model has read', () => {
  test('stays in the conversation when a hosted model answers', async () => {
    const chat = chatBesidePages({ tabs: { 1: granted(ACCOUNT) }, connection: { isLocal: true } });
    await chat.ask('Is it paid?');
    chooseHosted(chat);
    await chat.ask('Say hello.');
    expect(sentTexts(chat)).toContain(SENTENCE);
    expect(chat.run().contexts).toMatchObject([{ context: { selection: 'unchanged' } }]);
  });

  test('is withheld too if its fields cannot be determined', async () => {
    class Unreadable extends MemoryPages {
      override async hasSensitiveField(): Promise<boolean> {
        throw new PageError('not-readable', 'The page does not answer.');
      }
    }
    const page = new Unreadable({ 1: granted(ACCOUNT) });
    const chat = chatBesidePages({ change: { context: { page } }, connection: { isLocal: true } });
    await chat.ask('Is it paid?');
    chooseHosted(chat);
    await chat.ask('Say hello.', null);
    expect(sentTexts(chat)).not.toContain(SENTENCE);
  });
});
