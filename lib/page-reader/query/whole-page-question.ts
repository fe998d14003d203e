/**
 * Words that ask about the whole page, in the languages of the interface. If one is missed, passages are only selected by the
 * words of the question.
 */
const PATTERNS: readonly RegExp[] = [
  /\bsummar(?:y|i[sz])|\btl;?dr\b|\b(?:key|main) (?:points?|ideas?|takeaways?|messages?)|\boverview\b|\bgist\b/i,
  /\bwhat(?:'s|’s| is| are)? (?:this|the) (?:page|article|text|document|site|post|video|paper|thread)?\s*(?:all )?about\b/i,
  /\bwhat does (?:this|the) (?:page|article|text|document|site|post|video|paper|thread) say\b/i,
  /总结|總結|概括|摘要|概述|主要内容|主要內容|要点|要點|讲了什么|講了什麼|讲的是什么|說什麼/,
  /要約|まとめ|概要|要点|何について|どんな内容/,
  /요약|정리해|무슨 내용|어떤 내용|요점|개요/,
  /zusammenfass|\bfass\b.*\bzusammen\b|\bworum geht\b|\büberblick\b|\bkernaussage|\bhauptpunkt/i,
  /résum|\bde quoi (?:parle|s['’]agit|est-il question)|vue d['’]ensemble|points (?:clés|principaux)/i,
  /\bres[uú]m|\bde qu[eé] (?:trata|va|habla)|puntos (?:clave|principales)|ideas principales/i,
  /\b(?:do|de) que (?:se )?trata|\bsobre o que\b|pontos (?:principais|chave)|visão geral/i,
  /резюм|суммир|кратк(?:о|ое|ий)|перескаж|о ч[её]м (?:эта|этот|это|тут|здесь|говорится|стать|страниц|текст)|основн(?:ые|ая) (?:мысл|иде|пункт)|обзор/i,
  /لخّ?ص|ملخص|تلخيص|خلاصة|عن ماذا|ما موضوع|النقاط الرئيسية/,
  /सारांश|संक्षेप|किस बारे में|मुख्य बिंदु|सार बता/,
];

/** Whether a question is about the whole page rather than something in it. */
export function isAboutWholePage(question: string): boolean {
  const text = question.normalize('NFC');
  return PATTERNS.some((pattern) => pattern.test(text));
}
