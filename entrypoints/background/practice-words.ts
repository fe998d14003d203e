import { plural, t } from '../../lib/i18n/index.ts';
import type { PracticeWords } from '../../lib/model-api/index.ts';

/** The words of the practice model, in the user's language. */
export function practiceWords(): PracticeWords {
  const introduction = t('practiceIntroduction');
  const count = (words: number) => plural('wordCount', words);
  return {
    introduction,
    hello: t('practiceHello', { introduction }),
    help: t('practiceHelp', { introduction }),
    scenarios: t('practiceScenarios'),
    hint: t('practiceHint'),
    cannotSee: t('practiceCannotSee'),
    nothingToQuote: t('practiceNothingToQuote'),
    itSays: t('practiceItSays'),
    cannotSummarise: t('practiceCannotSummarise'),
    bestPassages: t('practiceBestPassages'),
    noMatch: t('practiceNoWords'),
    headings: t('practiceHeadings'),
    tabs: t('practiceTabs'),
    selection: (words) => t('practiceSelection', { words: count(words) }),
    searched: (title, words) =>
      title === ''
        ? t('practiceSearchedPage', { words: count(words) })
        : t('practiceSearched', { title, words: count(words) }),
    read: (title, words) =>
      title === '' ? t('practiceReadPage', { words: count(words) }) : t('practiceRead', { title, words: count(words) }),
    toolFailed: (tool) => t('practiceToolFailed', { tool }),
  };
}
