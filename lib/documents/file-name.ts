/** Maximum length of a name without its date and extension, in characters; with four bytes each it fits every file system. */
const MAX_LENGTH = 50;

/**
 * A file name from a title, valid on every system, with the date: letters, digits and hyphens, which also excludes names that
 * Windows reserves. Composed letters, because macOS and Linux compare names differently.
 */
export function fileNameOf(title: string, date: Date, extension: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.slice(0, 8).join('-').toLowerCase()].slice(0, MAX_LENGTH).join('').replace(/-+$/, '');
  return `${name || 'chat'}-${date.toISOString().slice(0, 10)}.${extension}`;
}

/** Returns a function that numbers a name which it was given before: `tides-2026-01-02.md`, `tides-2026-01-02_2.md`. */
export function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1) return name;
    // An underscore, which no title leaves in a name, so that a numbered name is never that of another file.
    return name.replace(/(\.[^.]*)?$/, (extension) => `_${count}${extension}`);
  };
}
