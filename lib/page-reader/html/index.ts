export { HTML_CHANNEL, type HtmlReply, type HtmlRequest, inertHtml } from './inert-html.ts';
