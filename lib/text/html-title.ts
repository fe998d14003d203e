/** The title of a web page, at most 100 characters, or ''. */
export function htmlTitle(html: string): string {
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? '';
  return title.trim().slice(0, 100);
}
