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

/** A constant of a module whose value is a text, a number, a truth value or a pattern. */
const CONSTANT = /^(?:export )?const (\w+)(?:: [^=]+)? =\s+(?:['"`\d/]|-\d|true\b|false\b)/gm;

test('constants of a module that hold a text, a number or a pattern are UPPER_CASE', () => {
  const constants = files.filter(isProduction).flatMap((file) => {
    const matches = [...readFileSync(file, 'utf8').matchAll(CONSTANT)];
    return matches.map(([, name = '']) => ({ file, name }));
  });
  expect(constants.length).toBeGreaterThan(1000);
  expect(constants.filter(({ name }) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual([]);
});

/** `private constructor` stays: a constructor has no other way to be private. */
const PRIVATE_MEMBER = /^ *(?:private|protected) (?!constructor\b|override\b)|\bconstructor\((?:private|protected)\b/m;

test('private members of classes are called #name', () => {
  expect(files.filter((file) => PRIVATE_MEMBER.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/** Words that readers had to decode, and what to write instead. Quoted texts of tests and test data may have them. */
const FORBIDDEN_WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bthe person\b/i, 'the user'],
  [/\bharvest/i, 'capture'],
  [/\bfurniture\b/i, 'boilerplate'],
  [/\blessons?\b/i, 'observation'],
  [/\btroubles?\b/i, 'failure'],
  [/\bpatience\b|\bwatchdog\b/i, 'timeout'],
  [/\bspare (?:store|place)\b/i, 'fallback database'],
  [/\b(?:call|\w*[a-z])Teller\b/, 'emitter'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repair'],
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the user, or who it is'],
  [/\bleft out here for want of\b/i, 'omitted'],
];
const DOCUMENTS = globSync(['docs/**/*.md', '*.md'], { exclude: ['CHANGELOG.md'] });

test('code and documents use the words of the field', () => {
  const texts = [
    ...files.filter((file) => isProduction(file) && !/^lib\/(?:language|testing)\//.test(file)),
    ...DOCUMENTS,
  ];
  const uses = texts.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return FORBIDDEN_WORDS.flatMap(([word, instead]) => {
      const match = word.exec(text);
      return match === null ? [] : `${file}: “${match[0]}”, better: ${instead}`;
    });
  });
  expect(texts.length).toBeGreaterThan(1000);
  expect(uses).toEqual([]);
});
