import { describe, expect, test } from 'vitest';
import type { AttachedFile } from '../../contracts/attachments.ts';
import type { PageContext } from '../../contracts/page-context.ts';
import type { UserMessage } from '../../contracts/thread.ts';
import { buildThread, lastRun, pageContext, runStart } from '../../testing/agent/scripted-thread.ts';
import { estimateTokens } from '../../text/token-estimate.ts';
import { warmUpRequest } from './model-request.ts';
import { withPdfFiles } from './pdf-files.ts';
import { questionMessage, withoutPictures } from './user-message.ts';

const NOTES: AttachedFile = { type: 'text', name: 'notes.txt', text: 'Card 4111 1111 1111 1111.' };
const MAP: AttachedFile = {
  type: 'image',
  name: 'map.png',
  image: { mediaType: 'image/jpeg', data: 'AAAA', width: 1, height: 1 },
};
const asked = (more: Partial<UserMessage>): UserMessage => ({
  role: 'user',
  messageId: 'q',
  content: 'Why?',
  at: 43_200_000,
  ...more,
});

describe('questionMessage', () => {
  test('contains only the text and the day if nothing is attached', () => {
    expect(questionMessage(asked({}), null)).toEqual({
      role: 'user',
      content: 'Why?',
      preface: 'Today is 1970-01-01.',
    });
  });

  test('contains its files as data, unchanged, under a random marker', () => {
    const { attached } = questionMessage(asked({ files: [NOTES, MAP] }), null);
    expect(attached?.delimiter).toMatch(/^[a-z]{12}$/);
    expect(attached?.data).toEqual([
      { label: 'A file the user attached:', text: 'File: notes.txt\n\nCard 4111 1111 1111 1111.' },
    ]);
    expect(attached?.images).toEqual([{ name: 'map.png', image: MAP.type === 'image' && MAP.image }]);
  });

  test('contains a prompt of a server as its text, and a resource as data of others', () => {
    const source = { name: 'Everything', url: 'https://mcp.test/' };
    const prompt: AttachedFile = { type: 'prompt', name: 'review', text: 'Review this.', source };
    const question = questionMessage(asked({ files: [prompt, { ...NOTES, source }] }), null);
    expect(question.content).toBe('Review this.\n\nWhy?');
    expect(question.attached?.data.map(({ label }) => label)).toEqual([
      'A resource of an MCP server that the user attached:',
    ]);
  });

  test('lists its tabs as data, with secrets in their titles masked', () => {
    const tabs = [{ tabId: 7, title: 'Card 4111 1111 1111 1111', url: 'https://a.test/' }];
    const text = questionMessage(asked({ tabs }), null).attached?.data[0]?.text;
    expect(text).toContain('"tab_id":7');
    expect(text).toContain('https://a.test/');
    expect(text).not.toContain('4111');
  });

  test('masks a secret in a title that is too long before it is cut', () => {
    const title = `${'word '.repeat(38)}4111 1111 1111 1111`;
    const run = lastRun(
      buildThread(
        { type: 'user-message', messageId: 'q', content: 'Why?' },
        runStart('r', { tabId: 1, page: { title, url: 'https://a.test/' } }),
      ),
    );
    const sent = JSON.stringify(questionMessage(asked({}), run));
    expect(sent).toContain('word word');
    expect(sent).not.toContain('4111');
  });

  test.each(['all', 'unchanged'] as const)('contains pages (%s) with secrets in them masked', (selection) => {
    const secret = 'Card 4111 1111 1111 1111';
    const context: PageContext = {
      source: { tabId: 1, url: 'https://a.test/', title: secret, snapshot: 's' },
      kind: 'page',
      selection,
      ranges: [],
      passageCount: 1,
      cursor: null,
      tokens: 9,
      totalTokens: 999,
      hasChanged: false,
      earlier: [],
      text: selection === 'all' ? `${secret} is shown here.` : '',
    };
    const state = buildThread(
      { type: 'user-message', messageId: 'q', content: 'Why?' },
      runStart('r', { tabId: 1 }),
      { type: 'context-start', contextId: 'c', tabId: 1 },
      { type: 'context-available', contextId: 'c', context, ms: 1 },
    );
    const sent = JSON.stringify(questionMessage(asked({}), lastRun(state)));
    expect(sent).toContain('[masked: card number]');
    expect(sent).not.toContain('4111');
    const warmUp = {
      state,
      model: { endpointId: 'e', modelId: 'm' },
      systemPrompt: '',
      instructions: '',
      memories: [],
      messageId: 'q',
      context,
    };
    expect(JSON.stringify(warmUpRequest(warmUp))).not.toContain('4111');
  });

  test('replaces pictures by notes for a model without vision', () => {
    const [blind] = withoutPictures([questionMessage(asked({ files: [MAP] }), null)]);
    expect(blind?.role === 'user' && blind.attached).toMatchObject({
      images: [],
      data: [{ label: 'Pictures the user attached, which you cannot see:', text: 'map.png' }],
    });
    const image = { mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 1 };
    const shot = {
      role: 'tool' as const,
      toolCallId: 'c',
      toolName: 'capture_page',
      content: 'Taken.',
      isError: false,
    };
    expect(withoutPictures([{ ...shot, images: [image] }])).toEqual([
      { ...shot, content: 'Taken.\n[There is a picture, which you cannot see.]' },
    ]);
  });
});

test('a PDF that was kept replaces its text for a model that accepts files', () => {
  const text = '# Page 1\n\nTides.\n\n# Page 2\n\nMoon.';
  const plan: AttachedFile = { type: 'text', name: 'plan.pdf', text, pdf: 'JVBERi0' };
  const question = questionMessage(asked({ files: [NOTES, plan] }), null);
  expect(question.attached?.data.map((each) => each.text)).toEqual([
    expect.stringContaining('notes.txt'),
    expect.stringContaining('Moon.'),
  ]);
  const [sent] = withPdfFiles([question]);
  expect(sent?.role === 'user' && sent.attached).toMatchObject({
    data: [{ text: expect.stringContaining('notes.txt') }],
    pdfs: [{ name: 'plan.pdf', data: 'JVBERi0', tokens: estimateTokens(text) + 3_000 }],
  });
  expect(withPdfFiles([questionMessage(asked({ files: [NOTES] }), null)])[0]).not.toHaveProperty('attached.pdfs');
});

test("the day is in the user's time zone", () => {
  const at = new Date(2026, 10, 24, 23, 30).getTime();
  const { preface } = questionMessage({ role: 'user', messageId: 'q', content: 'Why?', at }, null);
  expect(preface).toBe('Today is 2026-11-24.');
});

test.each([true, false])(
  'a page that was read without the sign-in of its tab is said to be so: %s',
  (isWithoutSession) => {
    const contextId = 'r:tab:1';
    const context = pageContext({ isWithoutSession });
    const run = lastRun(
      buildThread(
        runStart('r', { tabId: 1 }),
        { type: 'context-start', contextId, tabId: 1 },
        { type: 'context-available', contextId, context, ms: 1 },
      ),
    );
    expect(JSON.stringify(questionMessage(asked({}), run)).includes('without the sign-in of its tab')).toBe(
      isWithoutSession,
    );
  },
);
