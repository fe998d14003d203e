import { expect, test, vi } from 'vitest';
import { EXAMPLE_TOOLS } from '../../testing/model-api/dialect-examples.ts';
import { lexerOutcome } from '../../testing/model-api/lexer-outcome.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

/** Markers in the shapes that models and templates use. None of them is in a table. */
const SHAPES = vi.hoisted(() => [
  ['⟦call⟧', '⟦/call⟧'],
  ['{{call}}', '{{/call}}'],
  ['@@call@@', '@@end@@'],
  ['«appel»', '«/appel»'],
  ['【调用】', '【/调用】'],
  ['%%call%%', '%%end%%'],
  ['::call::', '::end::'],
  ['$call$', '$end$'],
  ['~~~call~~~', '~~~end~~~'],
  ['<<<call>>>', '<<</call>>>'],
  ['[[call]]', '[[/call]]'],
  ['(call)', '(/call)'],
  ['|call|', '|/call|'],
  ['#call#', '#end#'],
  ['\u{1F527}call\u{1F527}', '\u{1F527}end\u{1F527}'],
]);

vi.mock(import('./formats/all-formats.ts'), async (original) => {
  const { DIALECTS } = await original();
  const added = SHAPES.map(([open = '', close = ''], index) => ({
    name: `shape-${index}`,
    open: [open],
    close: [close],
  }));
  return { DIALECTS: [...DIALECTS, ...added] };
});

const CALL = '{"name": "find_in_page", "arguments": {"query": "high tide"}}';

test.each(SHAPES)('the markers %s and %s in a table are enough for a dialect', (open, close) => {
  for (const before of ['', 'I look.\n', 'I look. ']) {
    const text = `${before}${open}${CALL}${close}`;
    for (const pieces of [[text], [...text]]) {
      const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]), { isLenient: false });
      const events = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
      const { calls, shown } = lexerOutcome(events);
      expect(calls).toEqual([['find_in_page', { query: 'high tide' }]]);
      expect(shown.trim()).toBe(before.trim());
      expect([...lexer.formats]).toEqual([`shape-${SHAPES.findIndex(([each]) => each === open)}`]);
    }
  }
});
