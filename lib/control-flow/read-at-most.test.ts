import { expect, test } from 'vitest';
import { readAtMost } from './read-at-most.ts';

test('a body is read up to its limit, and then cancelled', async () => {
  let pieces = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (++pieces > 100) controller.close();
      else controller.enqueue(new Uint8Array(10));
    },
  });
  expect(await readAtMost(new Response(body), 35)).toBeNull();
  expect(pieces).toBeLessThan(10);
  expect(await readAtMost(new Response('1234'), 4)).toHaveLength(4);
});
