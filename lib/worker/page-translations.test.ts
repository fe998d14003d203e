import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BROWSER_TRANSLATOR,
  type ContextSettings,
  type ModelRequest,
  NO_PROGRESS,
  type PageAccessState,
  PageError,
  type PageText,
  type PageTranslation,
  PRACTICE_ENDPOINT,
  type TranslationAnswer,
  type TranslationRequest,
  type TranslatorFactory,
} from '../contracts/index.ts';
import { createModelProfile } from '../contracts/model.ts';
import { sleep } from '../control-flow/index.ts';
import { type ScriptLine, STEP_END, scriptedModel, scriptedText } from '../testing/agent/scripted-model.ts';
import { PageTranslations } from './page-translations.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const START = { type: 'translate-page', tabId: 7, model: MODEL, target: 'de', approvedOrigin: null } as const;
const FAILURE = { code: 'auth', reason: { type: 'key-refused', host: 'h' }, retryable: false } as const;

const parseRequestLines = (request: ModelRequest) =>
  [...String(request.messages[0]?.content).matchAll(/^\[\[(\d+)\]\] (.*)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }));
const inCapitals = (request: ModelRequest, isTranslated: (text: string) => boolean = () => true): ScriptLine[] => {
  const lines = parseRequestLines(request).filter(({ text }) => isTranslated(text));
  return [...scriptedText(lines.map(({ id, text }) => `[[${id}]] ${text.toUpperCase()}`).join('\n')), STEP_END];
};

/** A page whose texts come into view one after the other. */
class FakePage {
  url = 'https://sea.test/tides';
  /** The page that the tab reports after its translation began, if it is a different one by then. */
  startedAt: string | null = null;
  waiting: PageText[] = [];
  readonly requests: TranslationRequest[] = [];
  readonly shown = new Map<number, string>();
  translationId: string | null = null;
  isGone = false;
  #wake = Promise.withResolvers<void>();

  add(...texts: string[]): void {
    for (const text of texts) this.waiting.push({ id: this.waiting.length + this.shown.size + 1, text, before: '' });
    this.#wake.resolve();
  }

  async ask(request: TranslationRequest): Promise<TranslationAnswer> {
    this.requests.push(request);
    if (this.isGone) throw new PageError('no-access', 'Navigated.');
    if (request.type === 'start') this.translationId = request.translationId;
    if (request.translationId !== this.translationId) return { type: 'gone' };
    let texts: PageText[] = [];
    if (request.type === 'take') {
      while (this.waiting.length === 0 && !this.isGone) {
        this.#wake = Promise.withResolvers();
        await this.#wake.promise;
      }
      if (this.isGone) throw new PageError('not-readable', 'Frame was removed.');
      texts = this.waiting.splice(0, request.maxTexts);
    }
    if (request.type === 'put') for (const { id, text } of request.translations) this.shown.set(id, text);
    if (request.type === 'end') this.translationId = null;
    const url = (request.type === 'start' ? this.startedAt : null) ?? this.url;
    return {
      type: 'state',
      url,
      language: 'en-US',
      progress: { ...NO_PROGRESS, translated: this.shown.size },
      texts,
    };
  }

  leave(): void {
    this.isGone = true;
    this.#wake.resolve();
  }
}

let fake: FakePage;
let stored: Record<string, PageTranslation>;
let settings: ContextSettings;
let isLocal: boolean;
let fieldType: string;
let answer: (request: ModelRequest) => ScriptLine[];
let model: ReturnType<typeof scriptedModel>;
let availability: string;
let translator: TranslatorFactory | null;
let pairs: unknown[];
let translations: PageTranslations;

beforeEach(() => {
  fake = new FakePage();
  stored = {};
  settings = { mode: 'page-first', maxTokens: 1000, sites: {} };
  isLocal = false;
  fieldType = 'search';
  availability = 'available';
  pairs = [];
  translator = {
    availability: async (pair) => {
      pairs.push(pair);
      return availability;
    },
    create: async () => ({ translate: async (text) => text.toUpperCase(), destroy: () => undefined }),
  };
  answer = (request) => inCapitals(request);
  model = scriptedModel((request) => answer(request));
  translations = new PageTranslations({
    models: {
      connect: async () => ({
        client: model,
        profile: createModelProfile({ toolMode: 'native', mayFallBack: true, isLocal }),
      }),
      learn: async () => undefined,
    },
    browserTranslator: async () => translator,
    detectLanguage: async () => null,
    page: {
      check: async (): Promise<PageAccessState> => ({ type: 'granted', title: 'The sea', url: fake.url }),
      hasSensitiveField: async () => fieldType === 'password',
    },
    contextSettings: async () => settings,
    ask: (_tabId, request) => fake.ask(request),
    stored: {
      getValue: async () => stored,
      setValue: async (value) => {
        stored = value;
      },
    },
    keepAlive: { hold: () => () => undefined },
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    sleep,
  });
});

const sentTexts = () => model.requests.flatMap(parseRequestLines).map(({ text }) => text);
const isShown = (...texts: string[]) => vi.waitFor(() => expect([...fake.shown.values()]).toEqual(texts));
const hasStatus = (type: PageTranslation['status']['type']) =>
  vi.waitFor(() => expect(stored[7]?.status.type).toBe(type));

describe('a page that is translated', () => {
  test('receives its texts as they come into view, several with one request', async () => {
    fake.add('Low tide', 'High tide');
    expect(await translations.start(START)).toEqual({ type: 'done' });
    await isShown('LOW TIDE', 'HIGH TIDE');
    fake.add('Spring tide');
    await isShown('LOW TIDE', 'HIGH TIDE', 'SPRING TIDE');
    expect(model.requests).toHaveLength(2);
    expect(model.requests[0]).toMatchObject({ tools: [], toolMode: 'none' });
    expect(model.requests[0]?.system).toContain('German (de)');
    expect(stored[7]).toMatchObject({ url: fake.url, target: 'de', status: { type: 'translating' } });
  });

  test('is translated by what was chosen last, also while another begins', async () => {
    const first = translations.start(START);
    await translations.start({ ...START, model: BROWSER_TRANSLATOR });
    await first;
    fake.add('Low tide');
    await isShown('LOW TIDE');
    expect(pairs).toEqual([{ sourceLanguage: 'en', targetLanguage: 'de' }]);
    expect(stored[7]).toMatchObject({ model: BROWSER_TRANSLATOR, status: { type: 'translating' } });
  });

  test('takes the next command after one that failed', async () => {
    fake.isGone = true;
    expect(await translations.start(START)).toMatchObject({ type: 'refused' });
    fake.isGone = false;
    fake.add('Low tide');
    expect(await translations.start(START)).toEqual({ type: 'done' });
    await isShown('LOW TIDE');
  });

  test('keeps a text that is a secret, and one that the model does not translate when asked alone either', async () => {
    answer = (request) => inCapitals(request, (text) => text !== 'LOST');
    fake.add('x7Kd92mQ', 'LOST', 'Low tide');
    await translations.start(START);
    await isShown('', '', 'LOW TIDE');
    expect(sentTexts()).toEqual(['LOST', 'Low tide', 'LOST']);
  });

  test('is forgotten when it is gone', async () => {
    await translations.start(START);
    fake.leave();
    await vi.waitFor(() => expect(stored).toEqual({}));
  });

  test('is forgotten when it is gone by the time the panel looks, also while it is stopped', async () => {
    await translations.start(START);
    await translations.change({ type: 'change-translation', tabId: 7, action: 'stop' });
    await translations.change({ type: 'change-translation', tabId: 7, action: 'refresh' });
    expect(stored[7]?.status).toEqual({ type: 'stopped' });
    fake.leave();
    expect(await translations.change({ type: 'change-translation', tabId: 7, action: 'show-original' })).toEqual({
      type: 'done',
    });
    expect(stored).toEqual({});
  });

  test('is not asked for more when the user stops, and continues with another taker', async () => {
    await translations.start(START);
    await translations.change({ type: 'change-translation', tabId: 7, action: 'stop' });
    expect(stored[7]?.status).toEqual({ type: 'stopped' });
    await translations.change({ type: 'change-translation', tabId: 7, action: 'continue' });
    fake.add('Low tide');
    // In this test, the first caller gets the text. A real page gives it to the last one.
    fake.add('High tide');
    await vi.waitFor(() => expect([...fake.shown.values()]).toContain('HIGH TIDE'));
    const takers = fake.requests.flatMap((request) => (request.type === 'take' ? [request.taker] : []));
    expect(new Set(takers).size).toBe(2);
  });

  test('is put back when the user ends it', async () => {
    await translations.start(START);
    await translations.change({ type: 'change-translation', tabId: 7, action: 'end' });
    expect(fake.requests.at(-1)?.type).toBe('end');
    expect(stored).toEqual({});
  });

  test('gives its texts back when the server refuses, and shows why', async () => {
    answer = () => [{ type: 'failure', failure: FAILURE }];
    fake.add('Low tide');
    await translations.start(START);
    await hasStatus('failed');
    expect(stored[7]?.status).toEqual({ type: 'failed', failure: FAILURE });
    expect(fake.requests).toContainEqual(expect.objectContaining({ type: 'return', ids: [1] }));
  });

  test('continues after the worker was stopped', async () => {
    const translationId = 'before';
    fake.translationId = translationId;
    const progress = { ...NO_PROGRESS, translated: 3 };
    const common = { tabId: 7, translationId, url: fake.url, target: 'de', model: MODEL, progress };
    stored = { 7: { ...common, shows: 'translation', status: { type: 'translating' } } };
    fake.add('Low tide');
    await translations.resume();
    await isShown('LOW TIDE');
  });
});

describe('the browser’s translator', () => {
  const BY_BROWSER = { ...START, model: BROWSER_TRANSLATOR };

  test('translates without a request to a server, also a page with a password field', async () => {
    fieldType = 'password';
    fake.add('Low tide', 'x7Kd92mQ');
    await translations.start(BY_BROWSER);
    await isShown('LOW TIDE', '');
    expect(pairs).toEqual([{ sourceLanguage: 'en', targetLanguage: 'de' }]);
    expect(model.requests).toHaveLength(0);
  });

  test('is downloaded first, on a click of the user, and continues after that', async () => {
    availability = 'downloadable';
    fake.add('Low tide');
    await translations.start(BY_BROWSER);
    await hasStatus('to-download');
    expect(stored[7]?.status).toEqual({ type: 'to-download', source: 'en' });
    expect(fake.requests).toContainEqual(expect.objectContaining({ type: 'return', ids: [1] }));
    availability = 'available';
    fake.add('Low tide');
    await translations.change({ type: 'change-translation', tabId: 7, action: 'continue' });
    await isShown('LOW TIDE');
  });

  test('says so if it is missing, or does not know the languages', async () => {
    availability = 'unavailable';
    fake.add('Low tide');
    await translations.start(BY_BROWSER);
    await hasStatus('failed');
    const reason = { type: 'translator-lacks-pair', source: 'en', target: 'de' };
    expect(stored[7]?.status).toMatchObject({ failure: { reason } });
    translator = null;
    expect(await translations.start(BY_BROWSER)).toMatchObject({ failure: { reason: { type: 'translator-absent' } } });
  });
});

describe('the user is asked before a page is sent', () => {
  test('with a password field to a hosted model, and again if the page has moved to such a part', async () => {
    await translations.start(START);
    fieldType = 'password';
    fake.url = 'https://sea.test/account';
    fake.add('Your balance');
    await hasStatus('asking');
    expect(model.requests).toHaveLength(0);
    expect(fake.requests).toContainEqual(expect.objectContaining({ type: 'return', ids: [1] }));
    const { translationId } = stored[7] as PageTranslation;
    await translations.start({ ...START, approvedOrigin: 'https://sea.test' });
    expect(stored[7]).toMatchObject({ translationId, status: { type: 'translating' } });
    fake.add('Your name');
    await isShown('YOUR NAME');
  });

  test('not to a model in the own network', async () => {
    fieldType = 'password';
    isLocal = true;
    fake.add('Your balance');
    await translations.start(START);
    await isShown('YOUR BALANCE');
  });

  test('of a site that is to be asked about, and an approval counts for that site only', async () => {
    settings = { ...settings, sites: { 'https://sea.test': 'ask' } };
    fake.add('Low tide');
    await translations.start({ ...START, approvedOrigin: 'https://other.test' });
    expect(stored[7]?.status).toEqual({
      type: 'asking',
      question: { reason: 'site-asks', origin: 'https://sea.test' },
    });
    expect(fake.requests).toEqual([]);
    await translations.change({ type: 'change-translation', tabId: 7, action: 'refresh' });
    expect(stored[7]?.status.type).toBe('asking');
    await translations.start({ ...START, approvedOrigin: 'https://sea.test' });
    await isShown('LOW TIDE');
  });
});

describe('a page is not sent', () => {
  test.each([
    ['whose site is never sent', { sites: { 'https://sea.test': 'never' } }],
    ['if pages are never sent to this model', { mode: 'never' }],
  ] as const)('%s', async (_what, change) => {
    settings = { ...settings, ...change };
    const reason = { type: 'page-failed', error: 'not-sent' };
    expect(await translations.start({ ...START, approvedOrigin: 'https://sea.test' })).toMatchObject({
      failure: { reason },
    });
    expect(fake.requests).toEqual([]);
  });

  test('that is another site by the time it begins', async () => {
    fake.startedAt = 'https://bank.test/';
    fake.add('Your balance');
    expect(await translations.start(START)).toMatchObject({ failure: { reason: { type: 'tab-shows-another-page' } } });
    expect(stored).toEqual({});
    expect(model.requests).toHaveLength(0);
  });

  test('to the practice model', async () => {
    const practice = { endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' };
    expect(await translations.start({ ...START, model: practice })).toMatchObject({
      failure: { reason: { type: 'practice-cannot-translate' } },
    });
  });
});
