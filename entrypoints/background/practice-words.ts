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
    scenarioTexts: {
      slow: t('practiceShowsSlow'),
      error: t('practiceShowsError'),
      auth: t('practiceShowsAuth'),
      'rate limit': t('practiceShowsRateLimit'),
      cut: t('practiceShowsCut'),
      parallel: t('practiceShowsParallel'),
      'bad arguments': t('practiceShowsBadArguments'),
      'unknown tool': t('practiceShowsUnknownTool'),
      endless: t('practiceShowsEndless'),
      repeat: t('practiceShowsRepeat'),
      long: t('practiceShowsLong'),
      thinking: t('practiceShowsThinking'),
      preamble: t('practiceShowsPreamble'),
    },
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
    slow: t('practiceSlow'),
    cut: t('practiceCut'),
    continued: t('practiceContinued'),
    thinksFirst: t('practiceThinksFirst'),
    thinksNow: t('practiceThinksNow'),
    preamble: t('practicePreamble'),
    called: (tool, argumentsText) => t('practiceCalled', { tool, arguments: argumentsText }),
    toolAnswered: (tool) => t('practiceToolAnswered', { tool }),
  };
}
