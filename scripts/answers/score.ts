import type { Question } from './questions.ts';

/**
 * `admitted`: the answer says that it does not know although the page has the answer, or that it could not see the
 * page.
 */
export type Verdict = 'right' | 'wrong' | 'admitted';

/** Judges an answer by patterns only. If the page has no answer, saying so is correct. */
export function judge(question: Question, answer: string): Verdict {
  if (hasNotSeenPage(answer)) return 'admitted';
  if ('absent' in question) return saysNotSaid(answer) ? 'right' : 'wrong';
  const patterns = [question.answer].flat();
  const isRight = patterns.every((pattern) => pattern.test(answer)) && question.not?.test(answer) !== true;
  if (isRight) return 'right';
  return saysNotSaid(answer) ? 'admitted' : 'wrong';
}

/** "The boats do not provide Wi-Fi" is a claim about boats. Only statements about the text or information count. */
const NOT_SAID: readonly RegExp[] = [
  /\b(does|do|did)( not|n[’']t) (\w+ ){0,2}?(say|state|mention|specify|disclose|address)\b/i,
  /\b(page|text|document|article|context|content|notice|passage|website|thread|listing|table|source|report|file|code|description|programme|recipe|information)\b[^.?!]{0,60}\b(does|do|did|is|was)( not|n[’']t) (\w+ ){0,3}?(provid|includ|contain|indicat|giv|list|tell|describ|available|clear|known|found|there)/i,
  /\b(does|do|did)( not|n[’']t) (\w+ )?(provide|include|contain|give|have|offer) (any |enough |specific )*(information|details|data|mention)\b/i,
  /\bnot (explicitly |directly |specifically )?(mentioned|stated|specified|indicated|known|disclosed|described|given)\b/i,
  /\bno (specific |explicit |further |such |direct )?(information|mention|details|data|indication|reference)\b/i,
  /\b(can ?not|can[’']t|could not|couldn[’']t|unable to|impossible to) (be )?(\w+ )?(find|determined?|answer|tell|say|know)\b/i,
  /\b(i|we) (do not|don[’']t) (know|have (\w+ )?(information|data|details))/i,
  /\bno (se )?(menciona|indica|especifica|dice|detalla)|no (hay|proporciona|contiene|incluye|tengo) (ninguna )?(información|mención)/i,
  /\bne (le |la |l[’'])?(dit|mentionne|précise|indique) pas|n[’']est pas (mentionn|précis|indiqu)|(pas|aucune) d?[’']?information/i,
  /\bnão (é |está |são )?(menciona|diz|indica|especifica|informa|consta)|não (há|contém|fornece) (nenhuma )?(informaç|menç)/i,
  /\bnicht (angegeben|erwähnt|genannt|ersichtlich)|keine (angabe|information)|geht (\w+ )*nicht hervor/i,
  /не (указан|упомин|сказан|говорится|сообщ)|нет (информации|сведений|упоминан)/i,
  /没有(提到|提及|说明|给出|相关信息)|未(提及|提到|说明)|不清楚|无法(确定|得知)/,
  /(記載|言及|情報)(され|が|は)?.{0,4}(ていません|ていない|ありません|ない)|書かれてい(ません|ない)|わかりません|不明/,
  /(لا|لم) [تي]?(ذكر|شير|حدد|وضح|رد)|لم يتم (ذكر|تحديد)|غير (مذكور|محدد)|لا [تي]وجد (أي )?(معلومات|ذكر|إشارة)/,
];

/** What a prompt asks for, which a small model may repeat instead of doing it: "or say that the page does not say". */
const INSTRUCTION =
  /(?:^|[.!?:;\n]|\bor\b|\botherwise\b|\belse\b)[^\p{L}]*(?:please )?(?:say|state|tell|write|answer|reply)(?: me| only[^.!?\n]*? or say)? (?:that|if|when|whether)\b[^.!?\n]*/giu;

function saysNotSaid(answer: string): boolean {
  const statements = answer.replace(INSTRUCTION, ' ');
  return NOT_SAID.some((pattern) => pattern.test(statements));
}

/** The answer says that it cannot read pages, or asks for their text. */
const NOT_SEEN: readonly RegExp[] = [
  /\b(can ?not|can[’']t|unable to|not able to|do(es)? not have|don[’']t have) (\w+ ){0,4}?(access|browse|open|view|see)\b/i,
  /\bplease (provide|share|paste|send)\b.{0,40}\b(page|text|content|url|link|document|context|information|details)/i,
  /无法(访问|打开|浏览|查看)|アクセスできません|لا (أستطيع|يمكنني) (الوصول|فتح|تصفح)|не могу (открыть|просмотреть)|no puedo (acceder|abrir|ver)/i,
];

function hasNotSeenPage(answer: string): boolean {
  return NOT_SEEN.some((pattern) => pattern.test(answer));
}
