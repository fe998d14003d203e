import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { listToolCalls } from '../../lib/contracts/thread.ts';
import { threadMarkdown } from '../../lib/documents/thread-markdown.ts';
import { type MessageKey, messagePieces } from '../../lib/i18n/index.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../lib/testing/agent/scripted-model.ts';
import { hasResult, scriptedRun } from '../../lib/testing/agent/scripted-run.ts';
import { tools } from '../../lib/tools/index.ts';
import { DOCUMENT_WORDS } from '../history/document-words.ts';
import { workSummary } from '../thread/work-group.tsx';
import { ToolCallCard } from './tool-call.tsx';
import { ToolList } from './tool-list.tsx';
import { ToolResult } from './tool-result.tsx';
import { shownTools } from './tool-views.ts';

// The one line that a new tool needs besides its file.
vi.mock('../../lib/tools/index.ts', async (original) => {
  const { readingTime } = await import('../../lib/testing/tools/reading-time.ts');
  const module = await original<typeof import('../../lib/tools/index.ts')>();
  return { ...module, tools: [...module.tools, readingTime] };
});

describe('a tool of one file and one line', () => {
  const ask = (toolMode: 'native' | 'tags') =>
    scriptedRun(
      (request) =>
        hasResult(request)
          ? [...scriptedText('A minute.'), STEP_END]
          : [...scriptedCall('call', 'reading_time', { query: 'high tides' }), STEP_END],
      { tools },
      { toolMode },
    );

  test('is offered to models by its own rule', async () => {
    const [native, tags] = [ask('native'), ask('tags')];
    await native.run();
    await tags.run();
    const listToolNames = ({ client }: typeof native) => client.requests[0]?.tools.map(({ name }) => name);
    expect(listToolNames(native)).toContain('reading_time');
    expect(listToolNames(tags)).not.toContain('reading_time');
  });

  test('is shown with its texts, icon and preview, and counted in summaries', async () => {
    const chat = ask('native');
    await chat.run();
    const [call] = chat.answer().steps.flatMap(listToolCalls);
    if (call === undefined) throw new Error('The tool was not called.');
    const card = renderToStaticMarkup(
      <ToolCallCard
        call={
          { ...call, state: 'executing', startedAt: 0, progress: null, found: null, elicitation: null } as typeof call
        }
        pageUrl={null}
        isRevealed={false}
        onRespond={async () => true}
        onReveal={() => undefined}
      />,
    );
    expect(card).toContain('Searching for “high tides”');
    expect(card).toContain('lucide-captions');
    expect(call.state === 'output-available' && renderToStaticMarkup(<ToolResult call={call} />)).toContain(
      'One minute',
    );
    expect(workSummary(chat.answer().steps)).toContain('Read the page');
  });

  test('is listed in the settings', () => {
    const list = renderToStaticMarkup(<ToolList switchedOff={['reading_time']} onSwitch={() => undefined} />);
    const row = list.split('<label>').find((text) => text.includes('reading_time'));
    expect(row).toContain('Read the transcript');
    expect(row).not.toContain('checked');
    expect(list.split('checked').length - 1).toBe(shownTools.length - 1);
  });

  test('is named in exports', async () => {
    const chat = ask('native');
    await chat.run();
    const text = threadMarkdown({ title: '', createdAt: 0, updatedAt: 0, thread: chat.thread() }, DOCUMENT_WORDS);
    expect(text).toContain('reading\\_time');
  });
});

test.each(shownTools.flatMap(({ name, view }) => view.labels.map((label) => [name, label.phrase, label] as const)))(
  '%s fills in all that the words of %s need, and nothing else',
  (_name, phrase, label) => {
    const filled = [...Object.keys(label.values ?? {}), ...(label.host === undefined ? [] : ['host'])].sort();
    for (const tense of ['Doing', 'Done', 'Failed']) {
      const placeholders = messagePieces(`${phrase}${tense}` as MessageKey).filter((_, index) => index % 2 === 1);
      expect(placeholders.sort()).toEqual(filled);
    }
  },
);

test.each(
  shownTools.flatMap(({ name, view }) => (view.questions ?? []).map((each) => [name, each.message, each] as const)),
)(
  '%s fills in all that the question %s needs, and nothing else',
  (_name, message, { values = {}, destination, site }) => {
    const filled = [...Object.keys(values), ...[destination, site].filter((name) => name !== undefined)].sort();
    expect(
      messagePieces(message)
        .filter((_, index) => index % 2 === 1)
        .sort(),
    ).toEqual(filled);
  },
);

test.each(shownTools.map(({ name, view }) => [name, view] as const))('%s can always be named', (_name, view) => {
  expect(view.labels.at(-1)).toEqual({ phrase: expect.any(String) });
  // Chrome and t() have no message, and so no pieces, for an unknown key.
  expect(messagePieces(`${view.labels.at(-1)?.phrase}Name` as MessageKey)).toEqual([expect.stringMatching(/^[A-Z]/)]);
});
