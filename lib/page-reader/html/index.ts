export { decodeHtml } from './decode-html.ts';
export { HTML_CHANNEL, type HtmlReply, type HtmlRequest } from './html-messages.ts';
export { inertHtml } from './inert-html.ts';
