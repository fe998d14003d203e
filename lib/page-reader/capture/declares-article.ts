import { attribute } from '../dom/dom.ts';
import { isOfType, type Thing } from './json-ld.ts';

const article = /^(?:[A-Za-z]*Article|BlogPosting)$/;
/** Here the content is what many wrote below each other. */
const conversation = /^(?:LiveBlogPosting|DiscussionForumPosting|QAPage)$/;

/** Does the page tell machines that it is one article (Open Graph, or `things` of schema.org), and no conversation? */
export function declaresArticle(document: Document, things: readonly Thing[]): boolean {
  if (things.some((thing) => isOfType(thing, conversation))) return false;
  if (things.some((thing) => isOfType(thing, article))) return true;
  const tag = Document.prototype.querySelector.call(document, 'meta[property="og:type"]');
  return tag !== null && attribute(tag, 'content')?.trim().toLowerCase() === 'article';
}
