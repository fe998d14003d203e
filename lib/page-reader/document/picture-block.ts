const picture = /^(?:\s*[-*+] )*(?:!\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)|\[!\[((?:[^\]\\]|\\.)*)\]\(\)\]\(([^)\s]*)\))$/;

/** The picture that is the only content of a block, with its name and target, or null. */
export function pictureIn(markdown: string): { alt: string; leadsTo: string | null } | null {
  const [, plainAlt, linkedAlt, url] = picture.exec(markdown) ?? [];
  const alt = plainAlt ?? linkedAlt;
  return alt === undefined ? null : { alt, leadsTo: url ?? null };
}
