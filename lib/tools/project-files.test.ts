import { describe, expect, test } from 'vitest';
import type { ContextPolicy, ContextRequest, PageContext } from '../contracts/page-context.ts';
import type { ProjectFile } from '../contracts/project.ts';
import type { AssistantMessage } from '../contracts/thread.ts';
import { untrustedSources } from '../security/provenance.ts';
import { listAttachedTexts, scriptedChat } from '../testing/agent/scripted-chat.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';
import { readProjectFiles, readTabContext } from './read-context.ts';

const rules = (about: string, count = 600) =>
  Array.from({ length: count }, (_, n) => `Rule ${n} is about ${about} and knots.`).join('\n\n');
const file = (name: string, text: string): ProjectFile => ({ fileId: name, projectId: 'p', name, text });
const SMALL = [
  file('lock.md', '# Opening\n\nThe lock closes at 21:40 in winter.'),
  file('birds.txt', 'Parrots are welcome.'),
];
const LARGE = [
  file('ropes.md', rules('ropes')),
  file('lock.md', `${rules('gates')}\n\n# Winter\n\nThe lock closes at 21:40 in December.\n\n${rules('gates')}`),
];

function chat(files: ProjectFile[], policy: ContextPolicy = { mode: 'page-first', maxTokens: 24_000 }) {
  const page = granted(buildReading('harbor', '# Harbor', 'The harbor has two moles.'));
  let reads = 0;
  const world = {
    tools,
    context: {
      page: new MemoryPages({ 1: page }),
      async read(request: ContextRequest, signal: AbortSignal) {
        if (request.type === 'tab') return readTabContext(request, signal);
        if (request.type === 'document') return null;
        reads += 1;
        return readProjectFiles(files, request);
      },
    },
  };
  const known = () => (page.access?.type === 'granted' ? { title: page.access.title, url: page.access.url } : null);
  return { ...scriptedChat({ world, known, policy, project: { projectId: 'p', name: 'Harbor' } }), reads: () => reads };
}

function getSentContext({ contexts }: AssistantMessage, at = 0): PageContext {
  const part = contexts[at];
  if (part?.state !== 'available') throw new Error(`Nothing was sent: ${part?.state}`);
  return part.context;
}

describe('the files of a project', () => {
  test('have their secrets masked, also where a part of one is sent', async () => {
    const { ask, client, run } = chat([file('keys.md', `${rules('ropes')}\n\nPay with the card 4111 1111 1111 1111.`)]);
    await ask('With which card do I pay?');
    expect(getSentContext(run(), 1)).toMatchObject({ secrets: [{ kind: 'card number' }] });
    expect(JSON.stringify(client.requests)).not.toContain('1111 1111');
  });

  test('are sent completely with a question, each under its name, next to the page', async () => {
    const { ask, client, run } = chat(SMALL);
    await ask('When does the lock close?');
    expect(run().contexts.map(({ source }) => source)).toEqual([{ type: 'tab', tabId: 1 }, { type: 'project-files' }]);
    expect(getSentContext(run(), 1)).toMatchObject({
      kind: 'files',
      selection: 'all',
      cursor: null,
      hasChanged: false,
    });
    const [page, files] = listAttachedTexts(client.requests[0]);
    expect(page).toContain('two moles');
    expect(files).toMatch(/^File: lock\.md\nFile: birds\.txt\n\n# lock\.md\n\n# Opening\n\nThe lock closes at 21:40/);
    expect(files).toContain('# birds.txt\n\nParrots are welcome.');
  });

  test('go with a question without a page, and if pages are never sent', async () => {
    const { ask, client } = chat(SMALL, { mode: 'never', maxTokens: 24_000 });
    await ask('When does the lock close?', null);
    expect(listAttachedTexts(client.requests[0])).toHaveLength(1);
    expect(listAttachedTexts(client.requests[0])[0]).toContain('21:40');
  });

  test('that do not fit give the passages that match, from whichever file, with its name', async () => {
    const { ask, client, run } = chat(LARGE, { mode: 'page-first', maxTokens: 1_500 });
    await ask('When does the lock close in December?', null);
    const context = getSentContext(run());
    expect(context.selection).toBe('relevant');
    expect(context.tokens).toBeLessThan(1_600);
    const [files] = listAttachedTexts(client.requests[0]);
    expect(files).toContain('The lock closes at 21:40 in December.');
    expect(files).toMatch(/# lock\.md[\s\S]*left out[\s\S]*# Winter/);
  });

  test('are not sent twice in a chat, and again once they changed', async () => {
    const files = [...SMALL];
    const { ask, client, run } = chat(files);
    await ask('When does the lock close?', null);
    await ask('And in summer?', null);
    expect(getSentContext(run())).toMatchObject({ selection: 'unchanged', text: '' });
    expect(listAttachedTexts(client.requests[1])).toHaveLength(1);
    expect(client.requests[1]?.messages.at(-1)).toMatchObject({
      preface: expect.stringContaining('The text of the project’s files has not changed; its text is above'),
    });
    files.push(file('summer.md', 'In summer it closes at 23:00.'));
    await ask('And now?', null);
    expect(getSentContext(run())).toMatchObject({ selection: 'all', hasChanged: true });
    expect(listAttachedTexts(client.requests[2])[1]).toContain('23:00');
  });

  test('share the budget with the page, so that neither takes all of it', async () => {
    const { ask, run } = chat(LARGE, { mode: 'page-first', maxTokens: 2_000 });
    await ask('When does the lock close in December?');
    expect(getSentContext(run(), 0).selection).toBe('all');
    expect(getSentContext(run(), 1).tokens).toBeGreaterThan(1_000);
  });

  test('are untrusted: they are data, and count as a source of everything after them', async () => {
    const { ask, client, thread } = chat(SMALL);
    await ask('When does the lock close?', null);
    const question = client.requests[0]?.messages[0];
    expect(question?.role === 'user' && question.attached?.data[0]?.label).toBe('Files of the project:');
    expect(client.requests[0]?.system).not.toContain('21:40');
    expect(untrustedSources(thread(), tools)).toEqual(['project: Harbor']);
  });

  test('that were deleted in the meantime are reported as missing, and the answer continues', async () => {
    const { ask, client, run } = chat([]);
    await ask('When does the lock close?', null);
    expect(run().outcome).toEqual({ type: 'complete' });
    expect(client.requests[0]?.messages[0]).toMatchObject({
      preface: expect.stringContaining('The text of the project’s files could not be read: it shows no text.'),
    });
  });

  test('are read again by a worker that takes over, and written once', async () => {
    const { write, goOnUntil, goOn, run, reads } = chat(SMALL);
    await write('When does the lock close?', null);
    await goOnUntil(1).catch(() => undefined);
    expect(run().contexts).toMatchObject([{ state: 'reading' }]);
    await goOn();
    expect(run().contexts).toMatchObject([{ state: 'available' }]);
    expect(reads()).toBe(2);
    expect(run().outcome).toEqual({ type: 'complete' });
  });
});
