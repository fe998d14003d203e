// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { captureDom } from '../capture/capture-dom.ts';
import { composeReading } from './compose-document.ts';

it('a document that is not a web page is read as its source, truncated with a note', async () => {
  const { capture } = await captureDom(document, window);
  const read = (source: string) => composeReading({ ...capture, plain: { source, contentType: 'text/plain' } });
  expect(read('One')).toMatchObject({ blocks: [{ markdown: '```\nOne\n```' }], truncated: false });
  expect(read('x'.repeat(1_000_001)).truncated).toBe(true);
});
