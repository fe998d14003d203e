import './site-icon.css';

/** Number of colors, evenly around the color wheel. */
const HUES = 18;

/**
 * A replacement for the icon of a site, which would have to be requested: the first letter of its name on a color. Both
 * are derived from the host alone, so that results of one site look alike. The host itself is always shown next to it.
 */
export function SiteIcon({ url }: { url: string }) {
  const name = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en') ?? '•';
  // The style sheet draws the letter, so that it is not selected or copied.
  return (
    <span
      className="site-icon"
      data-letter={letter}
      style={{ '--site-hue': hashToHue(name) } as React.CSSProperties}
      aria-hidden
    />
  );
}

/** Returns a hue in degrees, which is the same for the same name (FNV-1a). */
function hashToHue(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash % HUES) * (360 / HUES);
}
