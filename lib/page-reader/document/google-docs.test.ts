import { describe, expect, test } from 'vitest';
import { blocksOfMarkdown, googleExport } from './plain-document.ts';

describe('Google Docs', () => {
  test('offers its text at an address of the same site', () => {
    expect(googleExport('https://docs.google.com/document/d/1a-B_c/edit?tab=t.0')?.url).toBe(
      'https://docs.google.com/document/d/1a-B_c/export?format=md',
    );
    expect(googleExport('https://docs.google.com/spreadsheets/d/1abc/edit?gid=7#gid=7')?.url).toBe(
      'https://docs.google.com/spreadsheets/d/1abc/export?format=csv&gid=7',
    );
    expect(googleExport('https://docs.google.com/presentation/d/1abc/edit')?.url).toBe(
      'https://docs.google.com/presentation/d/1abc/export/txt',
    );
  });

  test('offers it to the account in which the document is open', () => {
    expect(googleExport('https://docs.google.com/document/u/1/d/1abc/edit')?.url).toBe(
      'https://docs.google.com/document/u/1/d/1abc/export?format=md',
    );
  });

  test('rejects other and similar addresses', () => {
    expect(googleExport('https://docs.google.com/document/u/0/')).toBeNull();
    expect(googleExport('https://docs.google.com.evil.test/document/d/1abc/edit')).toBeNull();
    expect(googleExport('https://example.org/document/d/1abc/edit')).toBeNull();
  });

  test('writes Markdown without pictures in the text', () => {
    const source =
      '# Plan\n\nFirst  line.\n\n![][image1]\n\n- one\n- two\n\n```\na\n\nb\n```\n\n[image1]: <data:image/png;base64,AAAA>';
    expect(blocksOfMarkdown(source).map(({ markdown, kind }) => [kind, markdown])).toEqual([
      ['heading', '# Plan'],
      ['paragraph', 'First  line.'],
      ['list', '- one\n- two'],
      ['code', '```\na\n\nb\n```'],
    ]);
  });
});
