import { describe, expect, test } from 'vitest';
import { type PageAccess, PageError, type ThreadEvent } from '../contracts/index.ts';
import { createNoPages } from '../engine/no-context.ts';
import { asked, buildThread, lastRun, pageContext, runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { approvedPages, hasSensitiveFields, sensitivePages } from './sensitive-pages.ts';

const signal = new AbortController().signal;
describe('whether a page has sensitive fields', () => {
  const signal = new AbortController().signal;

  test('is reported by the page', async () => {
    for (const has of [true, false])
      expect(await hasSensitiveFields({ hasSensitiveField: async () => has }, 1, signal)).toBe(has);
  });

  test('is unknown, and an error, if they cannot be read; only viewers of the browser have none', async () => {
    const failing = (code: PageError['code']) => ({
      hasSensitiveField: async () => {
        throw new PageError(code, 'No.');
      },
    });
    expect(await hasSensitiveFields(failing('browser-page'), 1, signal)).toBe(false);
    await expect(hasSensitiveFields(failing('not-readable'), 1, signal)).rejects.toThrow('No.');
  });
});

/** A page that gets a password field before it is read for the `after`-th time. */
function pageWithField(after: number) {
  let readings = 0;
  const read = async () => {
    readings += 1;
    return { url: 'https://bank.test/' } as never;
  };
  const pages: PageAccess = {
    ...createNoPages(() => 'https://bank.test/'),
    read,
    facts: read,
    forms: read,
    pageTools: read,
    transcript: read,
    hasSensitiveField: async () => readings >= after,
  };
  return pages;
}

describe('a page with a password field, for a tool of a model elsewhere', () => {
  test('needs approval, with its address', async () => {
    const pages = sensitivePages(pageWithField(0), () => false);
    expect(await pages.check(1)).toEqual({ type: 'sensitive', url: 'https://bank.test/' });
  });

  test.each(['read', 'facts', 'forms', 'pageTools', 'transcript'] as const)(
    'that gets the field meanwhile gives nothing: %s',
    async (what) => {
      const pages = sensitivePages(pageWithField(1), () => false);
      expect(await pages.check(1)).toMatchObject({ type: 'granted' });
      await expect(pages[what](1, signal)).rejects.toThrow('the user is asked then');
    },
  );

  test('is read once the user allowed it', async () => {
    const pages = sensitivePages(pageWithField(0), (tabId, url) => tabId === 1 && url === 'https://bank.test/');
    expect(await pages.check(1)).toMatchObject({ type: 'granted' });
    expect(await pages.read(1, signal)).toMatchObject({ url: 'https://bank.test/' });
  });

  test('whose fields cannot be read is not read either', async () => {
    const failing = async () => {
      throw new PageError('not-readable', 'No.');
    };
    const pages = sensitivePages({ ...pageWithField(0), hasSensitiveField: failing }, () => false);
    expect(await pages.check(1)).toMatchObject({ type: 'impossible' });
    await expect(pages.read(1, signal)).rejects.toThrow('No.');
  });
});

test('a page counts as approved by the user, and not by a file', () => {
  const events: ThreadEvent[] = [
    asked('q', 'Why?'),
    runStart('r'),
    { type: 'context-start', contextId: 'c', tabId: 1 },
    {
      type: 'context-approval-request',
      contextId: 'c',
      question: { reason: 'site-asks', origin: 'https://bank.test' },
    },
    { type: 'context-approval-response', contextId: 'c', approved: true, origin: 'https://bank.test' },
    { type: 'context-available', contextId: 'c', context: pageContext(), ms: 1 },
    runEnd(),
  ];
  const own = buildThread(...events);
  const { url } = pageContext().source;
  expect(approvedPages(own, lastRun(own))(1, url)).toBe(true);
  const imported = buildThread(...events, { type: 'chat-import' });
  expect(approvedPages(imported, lastRun(imported))(1, url)).toBe(false);
});
