import { t } from '../../../i18n/translate.ts';
import { scenarios } from './scenarios.ts';

const greeting =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|hallo|bonjour|hola|ciao|你好|您好|こんにちは|안녕하세요)(?:[\s,]+(?:there|sidenote))?[\s!.,。！]*$/iu;
const askingForHelp = /^(?:\?|help(?: me)?|what can you do|practice(?::\s*\S*)?)[\s?!.]*$/i;

/** How Sidenote asks for more where the user pressed Continue. */
const askingForMore = /^(?:continue\.?$|your answer broke off\b)/i;

const more = ' back, and the answer goes on where it stopped. A real model would now say the rest.';

/** What needs no page to be answered: a greeting, a request for help or for more. Null for everything else. */
export function smallTalk(question: string): string | null {
  if (question === '' || greeting.test(question))
    return t('practiceHello', { introduction: t('practiceIntroduction') });
  if (askingForMore.test(question)) return more;
  return askingForHelp.test(question) ? helpText() : null;
}

function helpText(): string {
  return [
    t('practiceHelp', { introduction: t('practiceIntroduction') }),
    t('practiceScenarios'),
    scenarios.map(({ keyword, description }) => `- \`practice: ${keyword}\` – ${description}`).join('\n'),
    t('practiceHint'),
  ].join('\n\n');
}
