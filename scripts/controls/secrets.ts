import type { Control } from './control.ts';

/** What is masked as a secret. */
export const SECRET_CONTROLS: readonly Control[] = [
  {
    promise: 4,
    name: 'no page makes the search for secrets slow',
    file: 'lib/security/secrets/codes.ts',
    source: String.raw`(?=[A-Z0-9-]{0,26}\\d)(?=[A-Z0-9-]{0,26}[A-Z])`,
    without: String.raw`(?=[A-Z0-9-]*\\d)(?=[A-Z0-9-]*[A-Z])`,
    test: { file: 'lib/security/mask-secrets.test.ts', name: 'a page of repeated "otp-" is masked in linear time' },
  },
  {
    promise: 4,
    name: 'digits of other scripts are digits',
    file: 'lib/security/secrets/plain-text.ts',
    source: String.raw`if (/\p{Nd}/u.test(character)) return digitOf(character);`,
    without: '',
    test: { file: 'lib/security/secrets/find-secrets.test.ts', name: 'in Arabic digits' },
  },
  {
    promise: 4,
    name: 'characters that show nothing do not divide a secret',
    file: 'lib/security/secrets/plain-text.ts',
    source: "if (UNSEEN.test(character)) return '';",
    without: '',
    test: { file: 'lib/security/secrets/find-secrets.test.ts', name: 'with soft hyphens' },
  },
  {
    promise: 4,
    name: 'emphasis does not divide a number',
    file: 'lib/security/secrets/find-secrets.ts',
    source: 'const bare = withoutEmphasis(plain);',
    without: 'const bare = plain;',
    test: { file: 'lib/security/secrets/find-secrets.test.ts', name: 'with emphasis inside' },
  },
  {
    promise: 4,
    name: 'the header of a table names what stands in its column',
    file: 'lib/security/secrets/find-secrets.ts',
    source: '...findInColumns(text, (cell) => findSecretsWithNames(cell)),',
    without: '',
    test: { file: 'lib/security/secrets/find-secrets.test.ts', name: 'in a column with that header' },
  },
  {
    promise: 4,
    name: 'a password on the line below its name is masked',
    file: 'lib/security/secrets/named-secrets.ts',
    source:
      "{ pattern: PASSWORD_BELOW, kind: 'password', isOne: (value) => isPassword(value) && isLikePassword(value) },",
    without: '',
    test: { file: 'lib/security/secrets/find-secrets.test.ts', name: 'on the line below its name' },
  },
  {
    promise: 4,
    name: 'a token in the path of an address is masked',
    file: 'lib/security/secrets/known-keys.ts',
    source: 'isToken(value) && isAction',
    without: 'isToken(value) && !isAction',
    test: { file: 'lib/security/secrets/find-secrets.test.ts', name: 'in a path' },
  },
  {
    promise: 4,
    name: 'secrets are found in the whole page before a tool takes a part of it',
    file: 'lib/security/marked-pages.ts',
    source: 'read: async (...request) => markedSnapshot(await pages.read(...request)),',
    without: '',
    test: { file: 'lib/tools/masked-excerpts.test.ts', name: 'by read_page' },
  },
  {
    promise: 4,
    name: 'secrets are found in the whole page before a part of it goes with a question',
    file: 'lib/agent/context/user-message.ts',
    source: 'maskSecrets(context.text, context.secrets)',
    without: 'maskSecrets(context.text)',
    test: {
      file: 'lib/tools/masked-excerpts.test.ts',
      name: 'a part of a key that goes with a question is masked by what the whole page shows',
    },
  },
  {
    promise: 4,
    name: 'a part of a secret in a result is masked by what the whole page shows',
    file: 'lib/agent/context/model-context.ts',
    source: 'maskSecrets(resultText(call), secrets)',
    without: 'maskSecrets(resultText(call))',
    test: {
      file: 'lib/tools/masked-excerpts.test.ts',
      name: 'a part of a key in a result is masked by what the whole page shows',
    },
  },
  {
    promise: 4,
    name: 'a piece of a secret that was read is not sent',
    file: 'lib/security/web-policy.ts',
    source: 'sentPieces.some((piece) => pieces.has(piece))',
    without: 'false',
    test: {
      file: 'lib/security/web-policy.test.ts',
      name: 'that carries a piece of a long secret that was read, in whatever form',
    },
  },
];
