import type { LanguageCode } from './languages.ts';

/** A whole question that only greets, or only asks what can be done here. Alternatives without capture groups. */
const WORDS: Readonly<Record<LanguageCode, { greeting: string; help: string }>> = {
  ar: {
    greeting: 'مرحب[اً]{1,2}|أهل[اً]{1,2}|السلام عليكم|صباح الخير|مساء الخير',
    help: 'مساعدة|ساعدني|ماذا يمكنك أن تفعل',
  },
  de: {
    greeting: 'hallo|servus|moin|guten (?:morgen|tag|abend)|grüß (?:dich|gott)|grüezi',
    help: 'hilfe|hilf mir|was kannst du(?: alles)?',
  },
  en: { greeting: 'hi|hello|hey|good (?:morning|afternoon|evening)', help: 'help(?: me)?|what can you do' },
  es: { greeting: 'hola|buenos días|buenas(?: tardes| noches)?', help: 'ayuda|ayúdame|qué puedes hacer' },
  fr: { greeting: 'bonjour|bonsoir|salut|coucou', help: 'aide|aide-moi|aidez-moi|que (?:peux-tu|pouvez-vous) faire' },
  hi: { greeting: 'नमस्ते|नमस्कार|हैलो', help: 'मदद|सहायता|मेरी मदद करो|तुम क्या कर सकते हो' },
  it: { greeting: 'ciao|salve|buongiorno|buonasera', help: 'aiuto|aiutami|(?:che )?cosa (?:puoi|sai) fare' },
  ja: {
    greeting: 'こんにちは|こんばんは|おはよう(?:ございます)?|もしもし',
    help: 'ヘルプ|助けて|使い方|何ができますか?',
  },
  ko: {
    greeting: '안녕(?:하세요|하십니까)?',
    help: '도움말|도와 ?줘(?:요)?|도와주세요|(?:무엇|뭐)을? 할 수 있(?:어|나요|습니까)',
  },
  pl: { greeting: 'cześć|hej|witaj|dzień dobry|dobry wieczór', help: 'pomoc|pomóż(?: mi)?|pomocy|co potrafisz' },
  pt: {
    greeting: 'olá|oi|bom dia|boa tarde|boa noite',
    help: 'ajuda|ajude-me|ajuda-me|me ajude|o que (?:você )?(?:pode|podes|consegue) fazer',
  },
  ru: {
    greeting: 'привет|здравствуй(?:те)?|доброе утро|добрый (?:день|вечер)',
    help: 'помощь|помоги(?:те)?(?: мне)?|что ты умеешь|справка',
  },
  tr: { greeting: 'merhaba|selam|günaydın|iyi (?:günler|akşamlar)', help: 'yardım(?: et)?|ne yapabilirsin' },
  zh: {
    greeting: '你好|您好|嗨|早上好|晚上好|早安',
    help: '帮助|幫助|说明|說明|帮帮我|你能做什么|你會做什麼|你能做什麼',
  },
};

const everyWord = (which: 'greeting' | 'help') =>
  Object.values(WORDS)
    .map((words) => words[which])
    .join('|');

const GREETING = new RegExp(
  `^[¡¿]?(?:${everyWord('greeting')})(?:[\\s,،，、]+(?:there|sidenote))?[\\s!.,?。！？،]*$`,
  'iu',
);
const HELP = new RegExp(`^[¡¿]?(?:${everyWord('help')})[\\s!.?。！？؟]*$`, 'iu');

export function isGreeting(question: string): boolean {
  return GREETING.test(question);
}

export function asksForHelp(question: string): boolean {
  return HELP.test(question);
}
