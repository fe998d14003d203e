import { webSources } from '../agent/index.ts';
import type { AttachedFile, Message } from '../contracts/index.ts';
import { escapeHtml, type MarkdownHtmlOptions, markdownHtml } from './markdown-html.ts';
import { answerMarkdown, attachedLines, type DocumentWords, type ExportedChat } from './thread-markdown.ts';

/**
 * A chat as one self-contained HTML file, which includes styles and attached pictures. It has no scripts, and its
 * policy forbids everything that would load something. Hosts of links are not looked up either (quirk: link-lookup).
 * `language`: a BCP 47 tag.
 */
export async function threadHtml(chat: ExportedChat, words: DocumentWords, language: string): Promise<string> {
  const { createdAt, updatedAt, thread } = chat;
  const title = escapeHtml(chat.title === '' ? words.untitled : chat.title);
  const sources = webSources(thread);
  const { mathMl } = await import('./math-ml.ts');
  const options = { sources: new Map(sources.map(({ number, url }) => [number, url])), renderMath: mathMl };
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  const messages = thread.messages.map((message) => {
    const content =
      message.role === 'user'
        ? questionHtml(message, words)
        : markdownHtml(answerMarkdown(message, sources, chat, words), options satisfies MarkdownHtmlOptions);
    const name = message.role === 'user' ? words.user : message.model.modelId;
    return `<article class="${message.role}" dir="auto">\n<h2>${escapeHtml(name)}</h2>\n${content}</article>`;
  });
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Sidenote">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p class="dates"><time datetime="${new Date(createdAt).toISOString()}">${escapeHtml(dates.formatRange(createdAt, updatedAt))}</time></p>
${messages.join('\n')}
</body>
</html>
`;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A question is plain text, as the panel shows it. */
function questionHtml(message: Message & { role: 'user' }, words: DocumentWords): string {
  const attachmentHtml = markdownHtml(attachedLines(message, words).join('\n\n'));
  const pictures = (message.files ?? []).map(pictureHtml).join('');
  return `${attachmentHtml}${pictures}<p class="text">${escapeHtml(message.content)}</p>\n`;
}

/** Imported chats may contain any text in place of a picture's data. */
function pictureHtml(file: AttachedFile): string {
  if (file.type !== 'image') return '';
  const { mediaType, data } = file.image;
  if (!/^image\/(?:png|jpeg|webp|gif)$/.test(mediaType) || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return '';
  return `<p><img src="data:${mediaType};base64,${data}" alt="${escapeHtml(file.name)}"></p>\n`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#1d1d1f, #ececea); background: light-dark(#fdfcfa, #17181b); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .25rem; font-size: .85rem; color: light-dark(#605e58, #a3a29d); }
.dates { margin: .25rem 0 2rem; font-size: .85rem; color: light-dark(#605e58, #a3a29d); }
article { margin: 0 0 1.75rem; }
.user { padding: .75rem 1rem; border-radius: .6rem; background: light-dark(#f2f0eb, #26282d); }
.text { margin: 0; white-space: pre-wrap; }
a { color: light-dark(#1f5fa8, #8cbcf2); }
blockquote { margin: 1em 0; padding-inline-start: .9em; border-inline-start: 3px solid light-dark(#c4c0b5, #53565e); color: light-dark(#605e58, #a3a29d); }
pre { padding: .75rem 1rem; border-radius: .5rem; background: light-dark(#f2f0eb, #26282d); white-space: pre-wrap; direction: ltr; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
kbd { padding: .05em .35em; border: 1px solid light-dark(#c4c0b5, #53565e); border-radius: .25rem; font-size: .85em; }
ul, ol { padding: 0; }
li { margin-inline-start: 1.6em; }
table { border-collapse: collapse; }
th, td { padding: .3em .6em; border: 1px solid light-dark(#c4c0b5, #53565e); }
img { max-width: 100%; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 11pt; background: none; }
  h1, h2, h3, h4 { break-after: avoid; }
  pre, table, blockquote, img, .user { break-inside: avoid; }
  a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .8em; }
}
`;
