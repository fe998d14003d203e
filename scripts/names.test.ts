import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const isProduction = (file: string) => !/\.test\.tsx?$/.test(file);
const files = globSync('{lib,components,entrypoints}/**/*.{ts,tsx}');
/** Each of these files exports the same names for another language. */
const LANGUAGES = /^lib\/language\/..\.ts$/;

/** The declaration in a line: its name, and whether it is exported. */
const DECLARATION = /^(export )?(?:default )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;

function listDeclarations(file: string): { name: string; isExported: boolean }[] {
  const matches = [...readFileSync(file, 'utf8').matchAll(DECLARATION)];
  return matches.map(([, exported, name = '']) => ({ name, isExported: exported !== undefined }));
}

test('no two modules of lib export a declaration of the same name', () => {
  const filesByName = new Map<string, string[]>();
  for (const file of files.filter((file) => file.startsWith('lib/') && isProduction(file) && !LANGUAGES.test(file))) {
    for (const { name, isExported } of listDeclarations(file)) {
      if (isExported) filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  }
  expect(filesByName.size).toBeGreaterThan(1000);
  expect([...filesByName].filter(([, places]) => new Set(places).size > 1)).toEqual([]);
});

test('functions are named by verbs: none is called “…Of”', () => {
  const names = files.flatMap((file) => listDeclarations(file).map(({ name }) => `${file}: ${name}`));
  expect(names.length).toBeGreaterThan(5000);
  expect(names.filter((name) => /: [a-z]\w*Of$/.test(name))).toEqual([]);
});
