import type { Question } from './questions.ts';

/** `admitted`: the answer says that it does not know, though the page says it; or that it could not see the page. */
export type Verdict = 'right' | 'wrong' | 'admitted';

/** Judges the text of an answer by patterns alone. Where the page does not say, saying so is the right answer. */
export function judge(question: Question, answer: string): Verdict {
  if (hasNotSeenPage(answer)) return 'admitted';
  if ('absent' in question) return saysNotSaid(answer) ? 'right' : 'wrong';
  const patterns = [question.answer].flat();
  const isRight = patterns.every((pattern) => pattern.test(answer)) && question.not?.test(answer) !== true;
  if (isRight) return 'right';
  return saysNotSaid(answer) ? 'admitted' : 'wrong';
}

const NOT_SAID: readonly RegExp[] = [
  /\b(does|do|did|is|was)( not|n[’']t) (\w+ ){0,3}?(say|state|mention|specif|provid|contain|includ|indicat|giv|list|tell|address|appear|describ|explicit|clear|known|available|disclos|report|found)/i,
  /\bnot (explicitly |directly )?(mentioned|stated|specified|provided|given|listed|included|available|found|indicated|known|disclosed|described)\b/i,
  /\bno (specific |explicit |further |such |direct )?(information|mention|details?|data|indication|reference|answer)\b/i,
  /\b(can ?not|can[’']t|could not|couldn[’']t|unable to|impossible to) (\w+ )?(find|determine|answer|tell|say|provide|be determined)/i,
  /\b(i|we) (do not|don[’']t) (know|have (\w+ )?(information|data|details))/i,
  /\bno (se )?(menciona|indica|especifica|dice|proporciona|aparece|incluye|contiene|detalla|encuentr\w+|hay (ninguna )?(información|mención))/i,
  /\bne (le |la |l[’'])?(dit|mentionne|précise|indique|contient|donne|fournit) pas|n[’'](est|indique|y a) pas (mentionn|précis|indiqu|d[’']information)/i,
  /\bnão (é |está |são )?(menciona|diz|indica|especifica|informa|consta|contém|há (nenhuma )?(informaç|menç))/i,
  /\b(nicht (angegeben|erwähnt|genannt|ersichtlich|enthalten|bekannt)|keine (angabe|information)|geht (\w+ )*nicht hervor)/i,
  /не (указан|упомин|сказан|говорится|содержит|сообщ)|нет (информации|сведений|упоминан)/i,
  /没有(提到|提及|说明|给出|提供|相关|说)|未(提及|提到|说明|提供)|不清楚|无法(确定|得知|回答)/,
  /記載(され|が|は)?.{0,4}(ていません|ていない|ありません|ない)|書かれてい(ません|ない)|わかりません|不明|情報(は|が)(ありません|ない)/,
  /(لا|لم) (ت|ي)?(ذكر|شير|حدد|وضح|ورد|رد|حتوي|تضمن)|لم يتم (ذكر|تحديد)|غير (مذكور|محدد|متوفر|واضح)|لا (توجد|يوجد) (أي )?(معلومات|ذكر|إشارة)/,
];

function saysNotSaid(answer: string): boolean {
  return NOT_SAID.some((pattern) => pattern.test(answer));
}

/** It says that it cannot look at pages at all, or asks for their text. */
const NOT_SEEN: readonly RegExp[] = [
  /\b(can ?not|can[’']t|unable to|not able to|do(es)? not have|don[’']t have) (\w+ ){0,4}?(access|browse|open|view|see)\b/i,
  /\bplease (provide|share|paste|send)\b.{0,40}\b(page|text|content|url|link|document|context|information|details)/i,
  /无法(访问|打开|浏览|查看)|アクセスできません|لا (أستطيع|يمكنني) (الوصول|فتح|تصفح)|не могу (открыть|просмотреть)|no puedo (acceder|abrir|ver)/i,
];

function hasNotSeenPage(answer: string): boolean {
  return NOT_SEEN.some((pattern) => pattern.test(answer));
}
