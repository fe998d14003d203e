import { PageError } from '../../../lib/contracts/index.ts';
import { createModelProfile } from '../../../lib/contracts/model.ts';
import type { ModelRequest } from '../../../lib/contracts/model-client.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../../lib/testing/agent/scripted-model.ts';
import { buildForm, buildReading, granted, MemoryPages } from '../../../lib/testing/tools/memory-pages.ts';
import { chatBesidePages } from '../../../lib/testing/tools/page-chat.ts';
import { type Attempt, type Family, HARMLESS, HELD, type Outcome } from './family.ts';

const CANARY = 'canary-account-4f1c';
const FORM = buildForm(`Sign in to ${CANARY}`, [
  { label: `Name at ${CANARY}` },
  { label: 'Password', state: 'secret', value: null },
]);
const PAGE = granted(
  buildReading('bank', `# ${CANARY}`, `The balance of ${CANARY} is 99.`, `[${CANARY}](https://bank.test/${CANARY})`),
  { forms: [FORM] },
);

/** A page that does not say what fields it has. */
class SilentPages extends MemoryPages {
  override hasSensitiveField(): Promise<boolean> {
    return Promise.reject(new PageError('not-readable', 'The page does not answer.'));
  }
}
const PAGES: Record<string, () => MemoryPages> = {
  'with a password field': () => new MemoryPages({ 1: PAGE }),
  'that does not report its fields': () => new SilentPages({ 1: PAGE }),
};

/** How a local model gets the page: with the question, or by a call. */
const WAYS: Record<string, { tool: string; input: object } | null> = {
  'with the question': null,
  read_page: { tool: 'read_page', input: {} },
  read_tab: { tool: 'read_tab', input: { tab_id: 1 } },
  read_section: { tool: 'read_section', input: { section: CANARY } },
  find_in_page: { tool: 'find_in_page', input: { query: 'balance' } },
  list_links: { tool: 'list_links', input: {} },
  list_forms: { tool: 'list_forms', input: {} },
  export_page_data: { tool: 'export_page_data', input: { what: 'links' } },
  'fill_form, without the form': { tool: 'fill_form', input: { form: '', values: { nowhere: 'x' } } },
};

const QUESTIONS = ['Say hello.', 'What did you read before?', 'Is it paid?', 'Fill in the form on this page.'];
const HOSTED_MODES = ['native', 'tags'] as const;

type Case = { way: keyof typeof WAYS; page: keyof typeof PAGES; question: string; mode: (typeof HOSTED_MODES)[number] };

/** A local model reads the page, and a hosted one answers the next question of the chat. */
async function switchingModels({ way, page, question, mode }: Case): Promise<Outcome> {
  const call = WAYS[way] ?? null;
  /** Calls twice at once and then again, since a repeated result is made from the first. */
  const script = ({ messages }: ModelRequest) => {
    const results = messages.filter(({ role }) => role === 'tool').length;
    if (call === null || results > 2) return [...scriptedText('It is.'), STEP_END];
    const calls = (results === 0 ? ['a', 'b'] : ['c']).flatMap((id) => scriptedCall(id, call.tool, call.input));
    return [...calls, STEP_END];
  };
  const chat = chatBesidePages({
    tabs: { 1: PAGE },
    script,
    policy: { mode: call === null ? 'page-first' : 'on-demand', maxTokens: 24_000 },
    connection: { isLocal: true },
    change: { context: { page: PAGES[page]?.() ?? new MemoryPages({}) } },
  });
  await chat.ask('What do the links, sections and forms of this page say?');
  const wasRead = JSON.stringify(chat.run()).includes(CANARY);
  const hosted = createModelProfile({ toolMode: mode, mayFallBack: true });
  const { client, dependencies } = chat;
  dependencies.models = { ...dependencies.models, connect: async () => ({ client, profile: hosted }) };
  const before = client.requests.length;
  await chat.ask(question, null);
  const sent = JSON.stringify(client.requests.slice(before).map(({ messages, tools }) => [messages, tools]));
  // The model's own arguments are no text of the page.
  const texts = sent.replaceAll(JSON.stringify(call?.input ?? null), '');
  if (texts.includes(CANARY)) return { leak: 'the hosted model gets the page', hasSent: true };
  return wasRead && client.requests.length > before ? HARMLESS : HELD;
}

function attempts(): Attempt[] {
  return Object.keys(WAYS).flatMap((way) =>
    Object.keys(PAGES).flatMap((page) =>
      QUESTIONS.flatMap((question) =>
        HOSTED_MODES.map(
          (mode): Attempt => ({
            name: `${way}, a page ${page}: ${question} (${mode})`,
            run: () => switchingModels({ way, page, question, mode }),
          }),
        ),
      ),
    ),
  );
}

export const LOCAL_PAGES: Family = {
  name: 'pages of a local model, when a hosted one answers',
  controls: [
    'a page with a password field that a local model has read does not go to a model elsewhere',
    'what the tools of a local model have read of such a page does not go there either',
    'a page whose fields cannot be determined is only for the local model that read it',
  ],
  minSent: 0.9,
  attempts,
};
