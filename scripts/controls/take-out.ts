import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { CONTROLS } from './table.ts';

/**
 * The environment variable with the number of a control in the table. That control is removed from the code that vitest
 * loads, without changing the files.
 */
export const TAKE_OUT = 'TAKE_OUT_CONTROL';

export function takeOutControl(): Plugin | null {
  const control = CONTROLS[Number(process.env[TAKE_OUT] ?? -1)];
  if (control === undefined) return null;
  const file = path.resolve(control.file);
  return {
    name: 'take-out-control',
    enforce: 'pre',
    /** Cached modules of other runs have the control. */
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (path.resolve(id) === file ? `without ${control.name}` : undefined));
    },
    transform(code, id) {
      if (path.resolve(id) !== file) return null;
      if (code.split(control.source).length !== 2) throw new Error(`Not once in ${control.file}: ${control.source}`);
      return code.replace(control.source, () => control.without);
    },
  };
}
