import type { Control } from './control.ts';

/** What is sent of a page that is translated, and what replaces it. */
export const TRANSLATION_CONTROLS: readonly Control[] = [
  {
    promise: 4,
    name: 'secrets in texts to translate are not sent',
    file: 'lib/worker/translate-texts.ts',
    source: 'hideSecrets(text, before)',
    without: '({ text, restore: (answer: string): string | null => answer ?? before })',
    test: {
      file: 'lib/worker/page-translations.test.ts',
      name: 'keeps a text that is a secret, and one that the model does not translate when asked alone either',
    },
  },
  {
    promise: 4,
    name: 'a secret that tags divide is not sent for translation',
    file: 'lib/security/mask-secrets.ts',
    source: 'if (values.some((value) => !text.includes(value))) return null;',
    without: '',
    test: { file: 'lib/security/mask-secrets.test.ts', name: 'that inline elements divide are not sent at all' },
  },
  {
    promise: 3,
    name: 'a page that is never sent is not translated',
    file: 'lib/worker/page-translations.ts',
    source: "mode === 'never' ? 'never' : policyFor(url, sites)",
    without: "mode === 'never' ? 'never' : 'send'",
    test: { file: 'lib/worker/page-translations.test.ts', name: 'whose site is never sent' },
  },
  {
    promise: 3,
    name: 'a page with a password field is asked about before it is translated',
    file: 'lib/worker/page-translations.ts',
    source: 'isHosted: !engine.isLocal, mayHaveFields: false',
    without: 'isHosted: engine.isLocal, mayHaveFields: true',
    test: {
      file: 'lib/worker/page-translations.test.ts',
      name: 'with a password field to a hosted model, and again if the page has moved to such a part',
    },
  },
  {
    promise: 3,
    name: 'an approval to translate counts for one site',
    file: 'lib/security/approval/decide-page.ts',
    source: 'approvedOrigin !== null && approvedOrigin === origin',
    without: 'approvedOrigin !== null',
    test: {
      file: 'lib/worker/page-translations.test.ts',
      name: 'of a site that is to be asked about, and an approval counts for that site only',
    },
  },
  {
    promise: 3,
    name: 'a tab that moves as its translation begins is not translated',
    file: 'lib/worker/page-translations.ts',
    source: "answer.type === 'gone' || parseOrigin(answer.url) !== parseOrigin(url)",
    without: "answer.type === 'gone'",
    test: {
      file: 'lib/worker/page-translations.test.ts',
      name: 'that is another site by the time it begins',
    },
  },
  {
    promise: 1,
    name: 'a translation is put in place only with the tags that were sent',
    file: 'lib/page-translation/tagged-text.ts',
    source:
      "answerTags.length !== tags.length || answerTags.some((tag, index) => tag.replace(/\\s/g, '') !== tags[index])",
    without: 'answerTags.length < 0',
    test: {
      file: 'lib/page-translation/find-paragraphs.test.ts',
      name: 'a translation is not put in place if a tag comes twice',
    },
  },
];
