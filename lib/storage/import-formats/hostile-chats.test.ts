import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/index.ts';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { type ForeignItem, foreignThreads } from './foreign-threads.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { readMessageParts } from './message-parts.ts';
import { zipEntries } from './zip-entries.ts';

async function read(value: unknown, parse: (json: string) => unknown = JSON.parse): Promise<ForeignItem[]> {
  const items: ForeignItem[] = [];
  for await (const item of foreignThreads(new Blob([JSON.stringify(value)]), 0, parse)) items.push(item);
  return items;
}

async function readEvents(value: unknown): Promise<ThreadEvent[]> {
  const [item] = await read(value);
  return item?.type === 'thread' ? item.thread.events.map(({ event }) => event) : [];
}

const textsIn = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) =>
    'delta' in event ? [String(event.delta)] : 'content' in event ? [String(event.content)] : [],
  );

type Links = Record<string, unknown>;
const chatGpt = (text: string, metadata: Links = {}) => ({
  id: 'c',
  mapping: {
    q: { parent: null, message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Why?'] } } },
    a: {
      parent: 'q',
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: [text] }, metadata },
    },
  },
});
const openWebUi = (content: string) => {
  const messages = {
    q: { id: 'q', parentId: null, role: 'user', content: 'Why?' },
    a: { id: 'a', parentId: 'q', role: 'assistant', content },
  };
  return { id: 'w', chat: { history: { messages, currentId: 'a' } } };
};

describe('a chat that was made to take time is read in one that grows with its length', () => {
  test.each<[string, (text: string) => unknown, string]>([
    ['comments that do not end', htmlToMarkdown, '<!--'],
    ['tags that do not end', htmlToMarkdown, '<a '],
    ['the name of a tag that does not end', (text) => htmlToMarkdown(`<${text}`), 'a'],
    ['a gap in code', (text) => htmlToMarkdown(`<pre>${text}x`), ' '],
    ['details that do not end', (text) => read(openWebUi(text)), '<details type="reasoning">'],
    ['tags of details that do not end', (text) => read(openWebUi(text)), '<details type="reasoning" '],
    [
      'summaries that do not end',
      (text) => read(openWebUi(`<details type="reasoning">${text}</details>`)),
      '<summary>',
    ],
    ['citations that do not end', (text) => read(chatGpt(text)), '\u30101\u2020'],
  ])('%s', async (_, readText, unit) => {
    const growth = await timeGrowth((size) => readText(unit.repeat(size / unit.length)), 100_000);
    expect(growth).toBeLessThan(LINEAR_GROWTH);
  });

  test('a long chat with a branch at each of its messages', async () => {
    const comb = (count: number) => {
      const message = (id: string, parentId: string | null) => ({ id, parentId, role: 'user', content: id });
      const spine = Array.from({ length: count }, (_, n) => message(`m${n}`, n === 0 ? null : `m${n - 1}`));
      const teeth = spine.map(({ id }) => message(`t${id}`, id));
      const messages = Object.fromEntries([...spine, ...teeth].map((each) => [each.id, each]));
      return { id: 'w', chat: { history: { messages, currentId: null } } };
    };
    expect(await readEvents(comb(3))).toHaveLength(6 + 2);
    expect(await timeGrowth((count) => read(comb(count)), 8_000)).toBeLessThan(LINEAR_GROWTH);
  });

  test('many messages behind many that are not shown', async () => {
    const fan = (count: number) => {
      const message = (id: string, parentId: string | null, role: string) => ({ id, parentId, role, content: id });
      const hidden = Array.from({ length: count }, (_, n) => message(`h${n}`, n === 0 ? null : `h${n - 1}`, 'tool'));
      const own = Array.from({ length: count }, (_, n) => message(`m${n}`, `h${count - 1}`, 'user'));
      const messages = Object.fromEntries([...hidden, ...own].map((each) => [each.id, each]));
      return { id: 'w', chat: { history: { messages, currentId: null } } };
    };
    expect(await timeGrowth((count) => read(fan(count)), 8_000)).toBeLessThan(LINEAR_GROWTH);
  });
});

describe('a chat that was made to take memory stays about as long as it is', () => {
  test('with references that repeat themselves', async () => {
    const mark = '\uE200a\uE201';
    const references = Array.from({ length: 22 }, () => ({ matched_text: mark, alt: `x${mark}${mark}` }));
    const events = await readEvents(chatGpt(`The moon ${mark}.`, { content_references: references }));
    expect(textsIn(events).join('').length).toBeLessThan(1_100_000);
  });

  test('with thoughts that many answers follow, which belong to the first one', async () => {
    const role = { author: { role: 'assistant' } };
    const mapping = {
      think: {
        message: { ...role, content: { content_type: 'thoughts', thoughts: [{ content: 'x'.repeat(1_000) }] } },
      },
      ...Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [
          `a${n}`,
          { parent: 'think', message: { ...role, content: { content_type: 'text', parts: ['Yes.'] } } },
        ]),
      ),
    };
    const texts = textsIn(await readEvents({ id: 'c', mapping }));
    expect(texts.filter((text) => text.includes('xxx'))).toHaveLength(1);
  });

  test('with items in a thousand lists', () => {
    const html = `${'<ul>'.repeat(1_000)}${'<li>x'.repeat(1_000)}`;
    expect(htmlToMarkdown(html).length).toBeLessThan(50_000);
  });
});

describe('a chat that the browser cannot take in one go', () => {
  test('keeps more parts than a call takes arguments, and values in values', () => {
    const parts = Array.from({ length: 300_000 }, () => 'a');
    expect(readMessageParts(parts).text.length).toBeGreaterThan(300_000);
    let value: unknown = 'deep';
    for (let level = 0; level < 20_000; level++) value = { value };
    expect(readMessageParts({ type: 'text', text: value }).text).toBe('deep');
  });

  test('does not prevent the others from being imported', async () => {
    const tooDeep = Object.defineProperty({}, 'header', {
      enumerable: true,
      get() {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    const chat = openWebUi('The moon.');
    const items = await read([1, chat], (json) => (json === '1' ? tooDeep : JSON.parse(json)));
    expect(items.map(({ type }) => type)).toEqual(['unreadable', 'thread']);
  });

  test('has a link whose address is none, which is left out', async () => {
    const mark = '\uE200cite\uE201';
    const references = [{ matched_text: mark, items: [{ url: 'https://[' }] }];
    expect(textsIn(await readEvents(chatGpt(`Noon.${mark}`, { content_references: references })))).toContain('Noon.');
  });
});

test('names of objects in a chat are words', () => {
  expect(htmlToMarkdown('<constructor>a</constructor> &constructor; <p>b</p>')).toBe('a &constructor;\n\nb');
});

test('an archive of more files than an export has is refused before its list is read', async () => {
  const view = new DataView(new ArrayBuffer(56 + 20 + 22));
  view.setUint32(0, 0x06064b50, true);
  view.setBigUint64(32, 300_001n, true);
  view.setUint32(56, 0x07064b50, true);
  view.setUint32(76, 0x06054b50, true);
  view.setUint16(86, 0xffff, true);
  view.setUint32(88, 0xffffffff, true);
  view.setUint32(92, 0xffffffff, true);
  await expect(zipEntries(new Blob([view.buffer]))).rejects.toMatchObject({ problem: { code: 'archive-bomb' } });
});
