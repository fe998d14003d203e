// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { harvestPage } from '../capture/capture-dom.ts';
import { composeReading } from './compose-document.ts';

it('a document that is no page is read as its source, and says where that was longer', async () => {
  const { harvest } = await harvestPage(document, window);
  const read = (source: string) => composeReading({ ...harvest, plain: { source, contentType: 'text/plain' } });
  expect(read('One')).toMatchObject({ blocks: [{ markdown: '```\nOne\n```' }], truncated: false });
  expect(read('x'.repeat(1_000_001)).truncated).toBe(true);
});
