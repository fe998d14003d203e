import { describe, expect, test } from 'vitest';
import { DONE, readPieces } from '../../../testing/model-api/quirk-response.ts';
import { chunk, sse } from '../../../testing/model-api/raw-server.ts';

describe('bounds', () => {
  const tooLong = { end: { type: 'failure', failure: { code: 'bad-response', retryable: false } } };

  test('an event over a million characters ends the response and keeps earlier output', () => {
    const reply = readPieces([chunk({ content: 'Hi' }), chunk({ content: 'x'.repeat(1_000_001) }), DONE]);
    expect(reply).toMatchObject({ text: 'Hi', ...tooLong });
  });

  test('an answer ends at 16 million characters', () => {
    const piece = chunk({ content: 'x'.repeat(900_000) });
    expect(readPieces([...Array.from({ length: 18 }, () => piece), DONE])).toMatchObject(tooLong);
    expect(readPieces([...Array.from({ length: 17 }, () => piece), DONE])).toMatchObject({ end: { type: 'step-end' } });
  });

  test.each(['reasoning_content', 'tool_calls'])('%s counts like text', (field) => {
    const said = 'x'.repeat(900_000);
    const delta = { [field]: field === 'tool_calls' ? [{ index: 0, function: { arguments: said } }] : said };
    const half = Array.from({ length: 9 }, () => chunk({ content: said }));
    const rest = Array.from({ length: 9 }, () => chunk(delta));
    expect(readPieces([...half, ...rest, DONE])).toMatchObject(tooLong);
  });

  test('framing does not count: 20 MB for an answer of 20,000 characters', () => {
    const wrapped = sse({ choices: [{ index: 0, delta: { content: 'x' } }], obfuscation: 'y'.repeat(1_000) });
    const reply = readPieces([...Array.from({ length: 20_000 }, () => wrapped), DONE]);
    expect(reply).toMatchObject({ text: 'x'.repeat(20_000), end: { type: 'step-end' } });
  });

  test('a response ends at 500 million characters, regardless of its content', () => {
    const comment = `: ${'x'.repeat(900_000)}\n\n`;
    const reply = readPieces([chunk({ content: 'Hi' }), ...Array.from({ length: 556 }, () => comment), DONE]);
    expect(reply).toMatchObject({ text: 'Hi', ...tooLong });
  });

  test('plain JSON over 16 million characters is rejected', () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'x'.repeat(16_000_000) } }] });
    expect(readPieces(body.match(/.{1,1000000}/gs) ?? [])).toMatchObject(tooLong);
  });
});

test('a refusal that could be asked again is only a failure once something was shown', () => {
  const refusal = sse({ error: { code: 400, message: 'tools are not supported by this model' } });
  expect(readPieces([refusal]).end).toMatchObject({ type: 'retry', reason: 'tools-unsupported' });
  expect(readPieces([chunk({ content: 'Hi' }), refusal]).end).toMatchObject({ type: 'failure' });
});
