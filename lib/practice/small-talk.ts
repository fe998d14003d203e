import { introduction } from './quote-results.ts';
import { scenarios } from './scenarios.ts';

const greeting =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|hallo|bonjour|hola|ciao|你好|您好|こんにちは|안녕하세요)(?:[\s,]+(?:there|sidenote))?[\s!.,。！]*$/iu;
const askingForHelp = /^(?:\?|help(?: me)?|what can you do|practice(?::\s*\S*)?)[\s?!.]*$/i;

const hello = `Hello! ${introduction} Ask me something about the page beside this panel: I read it and quote the passages that match your words. Say **help** to see what else you can try.`;

/** How Sidenote asks for more where the person pressed Continue. */
const askingForMore = /^(?:continue\.?$|your answer broke off\b)/i;

const more = ' back, and the answer goes on where it stopped. A real model would now say the rest.';

/** What needs no page to be answered: a greeting, a request for help or for more. Null for everything else. */
export function smallTalk(question: string): string | null {
  if (question === '' || greeting.test(question)) return hello;
  if (askingForMore.test(question)) return more;
  return askingForHelp.test(question) ? helpText() : null;
}

function helpText(): string {
  return [
    `${introduction} I read the page you are on, compare its sentences with the words of your question, and quote the best ones. I work without a network and without a key.`,
    'To see how Sidenote behaves when things are not simple, put one of these in your message:',
    scenarios.map(({ keyword, description }) => `- \`practice: ${keyword}\` – ${description}`).join('\n'),
    'For real answers, connect a model in **Settings**.',
  ].join('\n\n');
}
