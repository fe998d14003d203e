/** A reference in a message: a mark in its text, and the text that replaces the mark. */
type Reference = { mark: string; text: string };

/** Marks are between these characters of the private use area, their parts separated by a third. */
const MARK = /(\s?)\uE200([^\uE200\uE201]*)(?:\uE201|$)/g;
const SEPARATOR = '\uE202';
/** Citations of files and pages in chats of 2023 and 2024. */
const OLD_MARK = /\s?\u3010\d+(?::\d+)?\u2020[^\u3010\u3011]*\u3011/g;

/**
 * Bounds of what a message refers to, far above those of real ones: each reference is looked for in the whole text, and
 * its meaning may replace it many times. Characters.
 */
const LIMITS = { text: 500_000, references: 1_000, mark: 500, added: 1_000_000 };

/**
 * The text of a ChatGPT message without the marks that its page shows as chips. Citations become links if the export
 * contains their targets, and names of places and people stay as words. The others mean nothing outside ChatGPT and are
 * removed.
 */
export function readMarks(text: string, metadata: Record<string, unknown>): string {
  if (!/[\uE200\u3010]/.test(text)) return text;
  let rest = text;
  let room = LIMITS.added;
  for (const { mark, text: meaning } of listMeanings(text, metadata)) {
    const added = (rest.split(mark).length - 1) * meaning.length;
    if (added > room) continue;
    room -= added;
    // A link in brackets is separated from the word before it by a space; a name directly replaces the mark.
    rest = meaning.startsWith('(')
      ? rest.replaceAll(` ${mark}`, mark).replaceAll(mark, ` ${meaning}`)
      : rest.replaceAll(mark, meaning);
  }
  return rest
    .replace(MARK, (mark, space: string, inside: string, at: number) => {
      const word = wordIn(inside);
      // Once the mark is removed, a space before punctuation or another space is superfluous.
      const isNeeded = word !== '' || /^[^\s.,;:!?)]/.test(rest.slice(at + mark.length, at + mark.length + 1));
      return `${isNeeded ? space : ''}${word}`;
    })
    .replace(OLD_MARK, '');
}

function listMeanings(text: string, metadata: Record<string, unknown>): Reference[] {
  if (text.length > LIMITS.text) return [];
  const meanings = [...references(metadata.content_references), ...citations(text, metadata.citations)];
  return meanings.filter(({ mark }) => mark.length <= LIMITS.mark);
}

function references(list: unknown): Reference[] {
  return objects(list).flatMap((reference): Reference[] => {
    const mark = reference.matched_text;
    // The mark of some references is only a space: they describe something that is shown below the message.
    if (typeof mark !== 'string' || !/[\uE200\u3010]/.test(mark)) return [];
    if (typeof reference.alt === 'string' && reference.alt.trim() !== '') return [{ mark, text: reference.alt.trim() }];
    const links = objects(reference.items).flatMap((item) => linkTo(item.attribution ?? item.title, item.url));
    return links.length === 0 ? [] : [{ mark, text: `(${links.join(', ')})` }];
  });
}

/** Older exports contain the positions of marks in the text instead. */
function citations(text: string, list: unknown): Reference[] {
  const characters = Array.isArray(list) && list.length > 0 ? [...text] : [];
  return objects(list).flatMap(({ start_ix: start, end_ix: end, metadata }): Reference[] => {
    if (typeof start !== 'number' || typeof end !== 'number') return [];
    if (start < 0 || end < start || end - start > LIMITS.mark) return [];
    const mark = characters.slice(start, end).join('');
    const page = objects([metadata])[0] ?? {};
    const [link] = linkTo(page.title, page.url);
    return /^\u3010[^\u3011]*\u3011$/.test(mark) && link !== undefined ? [{ mark, text: `(${link})` }] : [];
  });
}

function linkTo(title: unknown, url: unknown): string[] {
  if (typeof url !== 'string' || !/^https?:\/\/[^\s<>()]+$/.test(url)) return [];
  const name = typeof title === 'string' && title.trim() !== '' ? title.trim() : URL.parse(url)?.hostname;
  return name === undefined ? [] : [`[${name.replace(/[[\]\n]/g, ' ')}](${url})`];
}

/**
 * The word that a mark shows: "Hamburg" for `entity["city","Hamburg","port city"]`, "Tesla" for
 * `url⟨separator⟩Tesla⟨separator⟩turn0search1`.
 */
function wordIn(inside: string): string {
  const [kind = '', first = ''] = inside.split(SEPARATOR);
  if (kind === 'url') return first;
  const [, list] = /^entity(\[.*\])$/s.exec(inside.replaceAll(SEPARATOR, '')) ?? [];
  if (list === undefined) return '';
  try {
    const name: unknown = JSON.parse(list)[1];
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

function objects(list: unknown): Record<string, unknown>[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, LIMITS.references)
    .filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null);
}
