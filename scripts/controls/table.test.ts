import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTROLS } from './table.ts';

test.each(CONTROLS.map((control) => [control.name, control] as const))(
  '%s: the source of the control stands once in its file',
  (_, { file, source }) => {
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(source)).toHaveLength(2);
  },
);
