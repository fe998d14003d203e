/** The primary subtag of a BCP 47 tag, in lower case: `en` for `en-US`. Browsers also write `en_US`. */
export function toPrimaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? '';
}
