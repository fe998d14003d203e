/**
 * The first part of a clause with “dass”, and the forms that its verb can have at the end. Without names and words in
 * capitals after a noun, which may belong to it: “meine Tochter Anna”.
 */
const SUBJECTS: readonly { subject: string; verb: string }[] = [
  { subject: 'ich', verb: 'bin|war|kann|will|darf|soll|mag|muss|wei(?:ß|ss)|\\p{Ll}+e' },
  { subject: 'wir', verb: 'sind|\\p{Ll}+n' },
  {
    subject:
      '(?:mein|unser)e?(?: \\p{Ll}+e[rs]?)? \\p{Lu}[\\p{L}-]+(?= \\P{Lu}| \\p{Lu}[\\p{L}-]+ (?:hei(?:ß|ss)(?:t|en)|ist|sind|war)$)',
    verb: 'sind|war|kann|will|darf|soll|mag|muss|wei(?:ß|ss)|\\p{Ll}+(?:t|te|en)',
  },
];

/** The verb of a main clause comes second, and some of its prefixes stay at the end: “aufstehe”, “ich stehe auf”. */
const SEPARABLE =
  /^(?:ab|an|auf|aus|bei|dar|durch|ein|eis|empor|entgegen|fern|fest|fort|frei|gegenüber|heim|her|hin|hoch|kennen|klar|los|mit|nach|nieder|rad|spazieren|statt|staub|teil|tot|um|über|unter|vor|weg|weiter|wieder|zu|zwischen)\p{Ll}{2}/u;
/** Words with the ending of a verb that can also be the last one. */
const NO_VERB =
  /^(?:alle|alleine|andere|beide|beinahe|diese|eine|früh|gerne|gestern|heute|jede|keine|lange|manche|meine|meisten|nahe|oben|ohne|selten|unsere|unten|viele|wenige|zuhause)$/;

/** Longer clauses usually have another one inside. In characters. */
const MAX_LENGTH = 200;

/**
 * “Ich wohne in Bern” for “dass ich in Bern wohne”. Other clauses than such plain ones are returned unchanged: the user
 * can edit them.
 */
export function toGermanMainClause(clause: string): string {
  if (clause.length > MAX_LENGTH || /[,;:()–]/.test(clause)) return clause;
  for (const { subject, verb } of SUBJECTS) {
    const match = new RegExp(`^dass (?<first>${subject}) (?:(?<middle>.+) )?(?<last>${verb})$`, 'u').exec(clause);
    const { first, middle = '', last } = match?.groups ?? {};
    if (first === undefined || last === undefined) continue;
    const isVerb = new RegExp(`(?<!\\p{L})(?:${verb}) (?:und|oder|aber|sondern|sowie) `, 'u');
    if (SEPARABLE.test(last) || NO_VERB.test(last) || isVerb.test(`${middle} `)) return clause;
    const sentence = [first, last, middle].filter((part) => part !== '').join(' ');
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }
  return clause;
}
