import { describe, expect, test } from 'vitest';
import { type CapabilityObservation, type Failure, type ModelRequest, PageError, pdfsIn } from '../contracts/index.ts';
import { listAttachedTexts, type ScriptedChat, scriptedChat } from '../testing/agent/scripted-chat.ts';
import { type ScriptLine, STEP_END, scriptedText } from '../testing/agent/scripted-model.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';
import { readTabContext } from './read-context.ts';

const BYTES = new TextEncoder().encode('%PDF-1.4 tides');
const TIDES = {
  ...buildReading('tides', '# Page 1', 'High water at six.', '# Page 2', 'Low water at noon.'),
  pdfPages: 2,
};

type Setup = Pick<ScriptedChat, 'script' | 'connection'> & { reading?: typeof TIDES; bytes?: typeof BYTES | null };

function chat({ reading = TIDES, bytes = BYTES, script, connection = { takesPdfs: true } }: Setup = {}) {
  const tab = granted(reading, bytes === null ? {} : { pdf: bytes });
  const world = { tools, context: { page: new MemoryPages({ 1: tab }), read: readTabContext } };
  const page = { title: reading.title, url: reading.url };
  const own = scriptedChat({ world, known: () => page, connection, ...(script === undefined ? {} : { script }) });
  const sent = () => own.client.requests.map((request) => pdfsIn(request).map(({ data }) => data));
  return { ...own, tab, sent };
}

const REFUSED: Failure = { code: 'bad-response', message: 'no', retryable: false };
const refuse = (observation: CapabilityObservation | null): ScriptLine[] => [
  { type: 'retry', reason: 'pdf-refused', observation, afterMs: 0, failure: REFUSED },
];
const answer = (): ScriptLine[] => [...scriptedText('At six.'), STEP_END];

describe('a PDF in a tab', () => {
  test('is sent as a file instead of its text, with a label that says that it is data', async () => {
    const { ask, client, run, sent } = chat();
    await ask('When is high water?');
    expect(sent()).toEqual([[btoa('%PDF-1.4 tides')]]);
    expect(listAttachedTexts(client.requests[0])).toEqual([]);
    expect(pdfsIn(client.requests[0] as ModelRequest)).toMatchObject([
      { name: 'tides', label: expect.stringContaining('data written by strangers'), pages: 2 },
    ]);
    expect(run().steps[0]?.sentPdfs).toBe(true);
    expect(run().contexts[0]).toMatchObject({
      context: { source: { url: TIDES.url }, text: expect.stringContaining('noon') },
    });
  });

  test('is sent and stored once while it is unchanged, and again after a change', async () => {
    const { ask, run, tab, sent } = chat();
    await ask('When is high water?');
    await ask('And low water?');
    expect(run().contexts[0]).not.toHaveProperty('context.pdf');
    tab.reading = { ...TIDES, ...buildReading('tides', '# Page 1', 'High water at seven.'), pdfPages: 1 };
    await ask('And now?');
    expect(sent().map((files) => files.length)).toEqual([1, 1, 2]);
  });

  test.each([
    ['the model takes no files', { connection: { takesPdfs: false } }],
    ['it does not fit into the window', { connection: { takesPdfs: true, contextWindow: 3_000 } }],
    ['only its first pages were read', { reading: { ...TIDES, truncated: true } }],
    [
      'its text has a secret, which cannot be masked in a file',
      { reading: { ...TIDES, ...buildReading('tides', '# Page 1', 'Card 4111 1111 1111 1111.'), pdfPages: 1 } },
    ],
    ['it can no longer be loaded, or is too large', { bytes: null }],
  ])('goes as text if %s', async (_why, setup) => {
    const { ask, client, run, sent } = chat(setup);
    await ask('When is high water?');
    expect(sent()).toEqual([[]]);
    expect(listAttachedTexts(client.requests[0])).toEqual([expect.stringContaining('Page 1')]);
    expect(run().steps[0]?.sentPdfs).toBe(false);
  });
});

describe('a PDF that was refused', () => {
  test('is sent as text in the same step, and for the rest of the chat with this model', async () => {
    const script = (request: ModelRequest) => (pdfsIn(request).length > 0 ? refuse(null) : answer());
    const { ask, client, run, sent } = chat({ script });
    await ask('When is high water?');
    expect(sent()).toEqual([[expect.any(String)], []]);
    expect(listAttachedTexts(client.requests[1])).toEqual([expect.stringContaining('High water at six.')]);
    expect(run()).toMatchObject({
      outcome: { type: 'complete' },
      steps: [{ resets: ['pdf-refused'], sentPdfs: false }],
    });
    await ask('And low water?');
    expect(sent()).toHaveLength(3);
    expect(sent()[2]).toEqual([]);
  });

  test('ends the run if its text is refused the same way', async () => {
    const { ask, client, run } = chat({ script: () => refuse(null) });
    await ask('When is high water?');
    expect(client.requests).toHaveLength(2);
    expect(run().outcome).toEqual({ type: 'error', failure: REFUSED });
  });
});

test('a PDF that a server rejects as too long is sent as the text that was read, also if the tab was closed since', async () => {
  const own = chat({
    script(request) {
      if (pdfsIn(request).length === 0) return answer();
      own.tab.access = { type: 'impossible', error: new PageError('tab-gone', 'This tab has been closed.') };
      return [{ type: 'retry', reason: 'context-length', observation: null, afterMs: 0, failure: REFUSED }];
    },
  });
  await own.ask('When is high water?');
  expect(own.sent()).toEqual([[expect.any(String)], []]);
  expect(listAttachedTexts(own.client.requests[1])).toEqual([expect.stringContaining('High water at six.')]);
  expect(own.run().outcome).toEqual({ type: 'complete' });
});

describe('a server that drops PDFs silently', () => {
  const PAGES = Array.from({ length: 20 }, (_, index) => [`# Page ${index + 1}`, 'High water at six.']).flat();
  const reading = { ...buildReading('tides', ...PAGES), pdfPages: 20 };
  const counting = (withFile: number) => (request: ModelRequest) => {
    const inputTokens = pdfsIn(request).length > 0 ? withFile : 900;
    const said = pdfsIn(request).length > 0 ? 'I see no file.' : 'At six.';
    return [...scriptedText(said), { ...STEP_END, usage: { inputTokens, outputTokens: 4 } }];
  };

  test('is noticed by its count of tokens, and asked again with the text', async () => {
    const own = chat({ script: counting(700), reading });
    await own.ask('When is high water?');
    expect(own.sent()).toEqual([[expect.any(String)], []]);
    expect(own.learned).toContainEqual(expect.objectContaining({ type: 'request-quirk', quirk: 'pdfs-as-text' }));
    const [step] = own.run().steps;
    expect(step?.parts).toMatchObject([{ type: 'text', text: 'At six.' }]);
  });

  test('is not suspected if the count has room for the pages, as few as Gemini counts', async () => {
    const own = chat({ script: counting(20 * 258 + 300), reading });
    await own.ask('When is high water?');
    expect(own.client.requests).toHaveLength(1);
  });
});
