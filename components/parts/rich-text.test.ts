import { expect, test } from 'vitest';
import { label } from '../../lib/contracts/tool-output.ts';
import { at } from '../../lib/testing/tools/sample-pages.ts';
import { TOOL_INPUTS } from '../../lib/testing/tools/tool-inputs.ts';
import { tools } from '../../lib/tools/index.ts';
import { labelText } from './rich-text.tsx';

test('a label is shown in the language of the reader, with its values', () => {
  expect(labelText(label('progressPage'))).toBe('Reading the page…');
  expect(labelText(label('askLoadDocument', { url: 'https://a.test/b.pdf' }))).toBe(
    'Load the document at https://a.test/b.pdf and send its text to the model?',
  );
});

test('a sentence in the log of an older version is shown unchanged', () => {
  expect(labelText('Sidenote möchte die Seite lesen.')).toBe('Sidenote möchte die Seite lesen.');
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s says what it does while it runs',
  async (_name, tool) => {
    const context = { ...at(1), web: { access: {} } as never, own: {} as never };
    const call = tool.execute(tool.inputSchema.parse(TOOL_INPUTS[tool.name]?.[0] ?? {}), context);
    const { value } = await call.next();
    await call.return({ content: '' });
    expect(value).toHaveProperty('label');
    if (value && 'label' in value && value.label) expect(labelText(value.label)).toMatch(/^\p{Lu}.+…$/u);
  },
);
