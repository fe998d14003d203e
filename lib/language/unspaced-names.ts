/** What is before a name without a title, by language. */
export const BEFORE_UNSPACED_NAME: Readonly<Record<string, RegExp>> = {
  ja: /[はがをにでとも]$/u,
  zh: /[在自从到往于由是为向去]$/u,
};

/** What follows a name without a title, by language. The predicates です and だ follow adjectives just as often. */
export const BEHIND_UNSPACED_NAME: Readonly<Record<string, RegExp>> = {
  ja: /^(?:から|まで|[のがはをへ]|で[^すしあ]|に[^なす]|製|産|市|町|村|。)/u,
  zh: /^[。的和与及市县镇]/u,
};

/** Prepositions that a name of a place follows without an article, by language. */
export const BEFORE_PLACE: Readonly<Record<string, RegExp>> = {
  de: /^(?:in|nach|bei|aus|ab|von|durch|über)$/u,
};

/** Nouns without an article behind such prepositions that are no names, and endings of such nouns, by language. */
export const NO_PLACE: Readonly<Record<string, RegExp>> = {
  de: /^(?:betrieb|kraft|ordnung|form|hohe|lange|breite|richtung|zukunft|verbindung|angaben?|bedarf|ansicht|meinung|hause?|wunsch|kurze|raten|teilzeit|vollzeit|absprache|bau|frage|anspruch|bezug|gebrauch|gang|hand|grund|regen|schnee|nacht|tag|wasser|holz|stahl|beton|glas|papier|gold|silber|eis|sand|stein|metall|leder|wolle|gas|strom|art|weise|mitte|anfang|ende|haft|not|gefahr|urlaub|rente|pension|arbeit|schichten|gruppen|teilen|stufen|etappen|fallen|fragen|jahren|monaten|wochen|tagen|stunden|minuten|personen|menschen|kindern|leuten|geld|zeit|platz|raum|sicht|summe|folge|klasse|kooperation|kurz|deutsch|englisch|bar|serie|reihe|kontakt|erinnerung|natur|haus|schule|luft|kosten|preisen|gewinn|verlust|umsatz|anfrage|beginn|abschluss|ablauf|vereinbarung|moglichkeit|euro|prozent)$|(?:ung|heit|keit|schaft|tion|tat|ismus|ment|nis|ieren|ungen|heiten|keiten|tionen)s?$/u,
};
