export { HTML_CHANNEL, type HtmlReply, type HtmlRequest, INERT_SHELL, inertDocument } from './inert-html.ts';
