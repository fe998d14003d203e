/** A common form for different spellings: `read_page`, `Read-Page`, `readPage`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '');
}
