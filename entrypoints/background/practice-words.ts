import { t } from '../../lib/i18n/index.ts';
import type { PracticeWords } from '../../lib/model-api/index.ts';

/** The text of the practice model, in the user's language. */
export function practiceWords(): PracticeWords {
  const introduction = t('practiceIntroduction');
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
    selection: t('practiceSelection'),
    searched: (title) => (title === '' ? t('practiceSearchedPage') : t('practiceSearched', { title })),
    read: (title) => (title === '' ? t('practiceReadPage') : t('practiceRead', { title })),
    toolFailed: (tool) => t('practiceToolFailed', { tool }),
  };
}
