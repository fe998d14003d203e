/**
 * The destination of an inline link or picture: `](address)`. In the Markdown of pages, addresses contain no
 * parentheses and no spaces.
 */
export const LINK_DESTINATION = /\]\(([^()\s]+)\)/g;

/** The addresses of all links and pictures, in order. */
export function listLinkAddresses(markdown: string): string[] {
  return [...markdown.matchAll(LINK_DESTINATION)].map(([, address = '']) => address);
}

/** Removes the addresses of links, whose text stays in brackets. Linear, also for a text of beginnings of links. */
export function dropLinkAddresses(markdown: string): string {
  return markdown.replace(/\]\([^()\s]*\)/g, ']');
}

/** Removes pictures with their names. Linear, also for a text of beginnings of pictures. */
export function dropPictures(markdown: string): string {
  return markdown.replace(/!\[[^[\]]*\]\([^()]*\)/g, '');
}

/** Replaces links and pictures by their text. Linear, also for a text of beginnings of links. */
export function unwrapLinks(markdown: string): string {
  return markdown.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1');
}
