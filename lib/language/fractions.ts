/** Halves and quarters in words, in all languages. */

/** Words for one half of an amount: "children pay half". */
export const HALF_OF =
  /(?<![\p{L}\p{M}])(?:half|halves|Hälfte|halb(?:e[mnrs]?)?|moitié|demi-tarif|mitad|metà|metade|половин[уаые]|połow[aęyie]|połówk[aię]|yarı(?:sı|m|sını)?|نصف|आधा|आधी|आधे|helft)(?![\p{L}\p{M}])|半額|半分|半价|一半|半數|半数|절반|반값/iu;

/** Words for other parts of an amount, in all languages: "two thirds of the cost". */
export const PARTS_OF: readonly (readonly [RegExp, number])[] = [
  [
    /two[- ]thirds|zwei Drittel|deux tiers|dos tercios|due terzi|dois terços|dwie trzecie|две трети|дві третини|twee derde|üçte iki|ثلثي|ثلثا|दो.तिहाई|三分之二|[3三]分の[2二]|3분의 ?2/iu,
    2 / 3,
  ],
  [
    /(?<!two.)(?<!\p{L})third(?!s)|(?<!zwei )Drittel|(?<!deux )tiers|(?:un|la) terci[oa]|tercera parte|un terzo|um terço|terça parte|jedn[aą] trzeci[aą]|(?<!\p{L})трет[ьи](?!\p{L})|третин[аиу](?!\p{L})|een derde|üçte bir|(?<!\p{L})ثلث(?!\p{L})|(?<!दो.)तिहाई|三分之一|[3三]分の[1一]|3분의 ?1/iu,
    1 / 3,
  ],
  [
    /three[- ](?:quarters|fourths)|drei Viertel|trois quarts|tres cuart[oa]s|tre quarti|três quartos|trzy czwarte|три четверти|три чверті|driekwart|dörtte üç|ثلاثة أرباع|तीन.चौथाई|四分之三|[4四]分の[3三]|4분의 ?3/iu,
    3 / 4,
  ],
  [
    /(?<!\p{L})(?:a |one[- ])(?:quarter|fourth)(?!\p{L})|(?:ein|das) Viertel(?!\p{L})|(?:un|le) quart(?!\p{L})|(?:un|la) cuart[oa](?: parte)?|un quarto|um quarto|quarta parte|ćwierć|jedn[aą] czwart[aą]|(?<!\p{L})четверть|(?<!\p{L})чверть|een kwart|dörtte bir|(?<!\p{L})ربع(?!\p{L})|(?<!तीन.)चौथाई|四分之一|[4四]分の[1一]|4분의 ?1/iu,
    1 / 4,
  ],
  [
    /(?:a|one)[- ]fifth|ein Fünftel|un cinquième|(?:un quinto|quinta parte)|jedn[aą] piąt[aą]|пят[ауо][яюй] част|beşte bir|(?<!\p{L})خُ?مس(?!\p{L})|पाँचवाँ|五分之一|[5五]分の[1一]|5분의 ?1/iu,
    1 / 5,
  ],
];

/** What adds a fraction to a number behind its unit, by language: "deux heures et demie", 2時間半. */
export const HALF_AFTER_UNIT: Readonly<Record<string, readonly (readonly [RegExp, number])[]>> = {
  en: [[/^ and a half(?!\p{L})/iu, 0.5]],
  fr: [
    [/^ et demie?(?!\p{L})/iu, 0.5],
    [/^ (?:et |un )?quart(?!\p{L})/iu, 0.25],
    [/^ trois quarts(?!\p{L})/iu, 0.75],
  ],
  es: [
    [/^ y medi[oa](?!\p{L})/iu, 0.5],
    [/^ y cuarto(?!\p{L})/iu, 0.25],
    [/^ y tres cuartos(?!\p{L})/iu, 0.75],
  ],
  it: [
    [/^ e mezz[oa](?!\p{L})/iu, 0.5],
    [/^ e un quarto(?!\p{L})/iu, 0.25],
    [/^ e tre quarti(?!\p{L})/iu, 0.75],
  ],
  pt: [
    [/^ e mei[oa](?!\p{L})/iu, 0.5],
    [/^ e um quarto(?!\p{L})/iu, 0.25],
    [/^ e três quartos(?!\p{L})/iu, 0.75],
  ],
  ar: [
    [/^ و ?نصف(?:ا|ًا|اً)?(?![\p{L}\p{M}])/u, 0.5],
    [/^ و ?ربع(?![\p{L}\p{M}])/u, 0.25],
  ],
  ja: [[/^半(?![\u4e00-\u9fff])/u, 0.5]],
  ko: [[/^ ?반(?![\uac00-\ud7af])/u, 0.5]],
  zh: [[/^半(?![\u4e00-\u9fff])/u, 0.5]],
};

/** What adds a fraction to a number before its unit, by language: "two and a half hours", "iki buçuk saat". */
export const HALF_BEFORE_UNIT: Readonly<Record<string, readonly (readonly [RegExp, number])[]>> = {
  en: [
    [/^ and a half(?!\p{L})/iu, 0.5],
    [/^ and a quarter(?!\p{L})/iu, 0.25],
    [/^ and three quarters(?!\p{L})/iu, 0.75],
  ],
  pl: [[/^ i pół(?!\p{L})/iu, 0.5]],
  pt: [[/^ e mei[oa](?!\p{L})/iu, 0.5]],
  ru: [
    [/^ с половиной(?!\p{L})/iu, 0.5],
    [/^ с четвертью(?!\p{L})/iu, 0.25],
  ],
  tr: [[/^ buçuk(?!\p{L})/iu, 0.5]],
  zh: [[/^个半|^個半/u, 0.5]],
};

/** Words that change the number after them by a fraction, by language: साढ़े चार is four and a half. */
export const HALF_BEFORE_NUMBER: Readonly<Record<string, readonly (readonly [RegExp, number])[]>> = {
  hi: [
    [/(?<![\p{L}\p{M}])सा[ढड]़?े $/u, 0.5],
    [/(?<![\p{L}\p{M}])सवा $/u, 0.25],
    [/(?<![\p{L}\p{M}])पौने $/u, -0.25],
  ],
};

/** The year after the one that a text was about. */
export const NEXT_YEAR =
  /(?<![\p{L}\p{M}])(?:(?:the )?(?:following|next) year|a year later|im (?:folgenden|nächsten) Jahr|(?:im )?Jahr darauf|im Folgejahr|ein Jahr später|l'année suivante|un an plus tard|al año siguiente|un año después|un año más tarde|l'anno (?:dopo|successivo|seguente)|un anno dopo|no ano seguinte|um ano depois|um ano mais tarde|rok później|w następnym roku|w kolejnym roku|год спустя|через год|в следующем году|ertesi yıl|bir yıl sonra|في العام التالي|بعد عام|بعد سنة|अगले (?:साल|वर्ष)|एक (?:साल|वर्ष) बाद)(?![\p{L}\p{M}])|翌年|次年|第二年|一年后|이듬해|다음 해|1년 뒤|1년 후/iu;

/** The sign of a tenth behind a number, by language: 三成 and 三割 are 30 %. */
export const TENTHS: Readonly<Record<string, RegExp>> = {
  ja: /^割(?![れらりるっ合当安高])/u,
  zh: /^成(?![立为為员員功果本都长長])/u,
};

/** "And", where it is written together with the next word. */
export const ATTACHED_AND: Readonly<Record<string, RegExp>> = { ar: /^و(?=\p{L}{2})/u };
