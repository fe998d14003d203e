import temml from 'temml';

/** Rendering more characters would take longer than a frame. */
const MAX_FORMULA_LENGTH = 2000;

/**
 * Browsers render MathML with their own fonts. `trust` is off: a formula produces no links, pictures, classes or
 * styles.
 */
const options = (isDisplay: boolean, maxExpand: number) => ({
  displayMode: isDisplay,
  trust: false,
  throwOnError: true,
  maxExpand,
  maxSize: [20, 200] as [number, number],
});

/**
 * Maximum number of macro expansions in a formula, and in a formula that defines macros, whose length is also limited.
 */
const MAX_EXPANSIONS = 500;
const WITH_DEFINITIONS = { maxLength: 400, maxExpansions: 50 };
const DEFINITION = /(?<!\\)(?:\\\\)*\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![A-Za-z])/;
/** The height of rows, which models set with a definition. */
const ROW_HEIGHT = /\\(?:def|(?:re)?newcommand)\s*\{?\s*\\arraystretch\s*\}?\s*\{[\d.\s]{1,6}\}/g;

/**
 * Commands whose argument is built two or three times, so that each one inside another multiplies the work: a formula
 * of 250 characters, `\\llap{\\llap{…}}`, would take all memory.
 */
const DOUBLING = /^(?:(?:math)?llap|cancelto|equilibrium(?:Left|Right))$/;
/** How many of these commands may be inside each other, and the maximum length of a formula with more than one. */
const DOUBLED = { most: 2, maxLength: 400 };
/** A comment, a command, a delimiter of groups, or another character. */
const TEX_TOKEN = /%[^\n]*|\\([A-Za-z@]+|[\s\S])|[{}[\]]|[^\s{}[\]\\]/g;

/** Returns how many doubling commands are inside each other at most. */
function countDoubled(tex: string): number {
  // Its delimiters could be braces that are not groups.
  if (/\\verb/.test(tex))
    return (tex.match(/\\[A-Za-z@]+/g) ?? []).filter((each) => DOUBLING.test(each.slice(1))).length;
  let [most, inside] = [0, 0];
  const groups: boolean[] = [];
  // Whether the next group can be an argument of a doubling command, some of which have several.
  let isArgument = false;
  for (const [token, name = ''] of tex.matchAll(TEX_TOKEN)) {
    if (token === '{' || token === '[') {
      groups.push(isArgument);
      inside += isArgument ? 1 : 0;
      most = Math.max(most, inside);
      isArgument = false;
    } else if (token === '}' || token === ']') {
      isArgument = groups.pop() ?? false;
      inside -= isArgument ? 1 : 0;
    } else if (name !== '') isArgument = DOUBLING.test(name);
  }
  return most;
}

/**
 * How many times macros of a formula may be expanded, or null if it must not be rendered. An expansion may repeat its
 * argument any number of times, so a few macros could make a short formula millions of characters long.
 */
function maxExpansions(tex: string): number | null {
  if (tex.length > MAX_FORMULA_LENGTH) return null;
  const doubled = countDoubled(tex);
  if (doubled > DOUBLED.most || (doubled > 1 && tex.length > DOUBLED.maxLength)) return null;
  const plain = tex.replace(ROW_HEIGHT, '');
  if (!DEFINITION.test(plain)) return MAX_EXPANSIONS;
  // A definition can put commands inside each other without a group.
  if (doubled > 0) return null;
  return plain.includes('#') || plain.length > WITH_DEFINITIONS.maxLength ? null : WITH_DEFINITIONS.maxExpansions;
}

/** Converts TeX to MathML. Null if it is invalid or too long. */
export function mathMl(tex: string, isDisplay: boolean): string | null {
  const expansions = maxExpansions(tex);
  if (expansions === null) return null;
  try {
    return temml.renderToString(tex, options(isDisplay, expansions));
  } catch {
    return null;
  }
}

/**
 * Renders TeX into an element as MathML. Returns false and leaves the element unchanged if it is invalid or too long.
 */
export function renderMath(tex: string, isDisplay: boolean, into: HTMLElement): boolean {
  const expansions = maxExpansions(tex);
  if (expansions === null) return false;
  const holder = document.createElement('span');
  try {
    temml.render(tex, holder, options(isDisplay, expansions));
  } catch {
    return false;
  }
  // A label in a formula could take the id of an element of the panel, and a reference could link to one.
  for (const element of holder.querySelectorAll('[id], [href]')) {
    element.removeAttribute('id');
    element.removeAttribute('href');
  }
  into.replaceChildren(...holder.childNodes);
  return true;
}
