const picture = /^(?:\s*[-*+] )*(?:!\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)|\[!\[((?:[^\]\\]|\\.)*)\]\(\)\]\(([^)\s]*)\))$/;

/** The picture that is all there is in a block, with what it is called and where it leads, or null. */
export function pictureIn(markdown: string): { alt: string; leadsTo: string | null } | null {
  const [, plainAlt, linkedAlt, url] = picture.exec(markdown) ?? [];
  const alt = plainAlt ?? linkedAlt;
  return alt === undefined ? null : { alt, leadsTo: url ?? null };
}
