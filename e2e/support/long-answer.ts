import type { ServerResponse } from 'node:http';
import { chunk, EVENT_STREAM, pause, sse } from './model-server.ts';

/** Responds with `size` characters of Markdown, in `rate` pieces per second. */
export async function writeLong(response: ServerResponse, size: number, rate: number): Promise<void> {
  response.writeHead(200, EVENT_STREAM);
  const pieces = longAnswer(size).match(/[\s\S]{1,20}/g) ?? [];
  const start = Date.now();
  for (let sent = 0; sent < pieces.length; ) {
    const due = Math.min(pieces.length, Math.ceil(((Date.now() - start) / 1000) * rate));
    while (sent < due) response.write(chunk({ content: pieces[sent++] ?? '' }));
    await pause(5);
  }
  response.end(chunk({}, 'stop') + sse('[DONE]'));
}

/** Headings, paragraphs, lists, code and tables, as models write them. */
function longAnswer(size: number): string {
  let text = '';
  for (let part = 1; text.length < size; part++) {
    text += `## Part ${part}\n\nThe moon pulls at the **near** side a little more than at the centre, and at the [far side](https://example.org/${part}) a little less. ${'Twice a day the sea climbs the shore and goes away again. '.repeat(4)}\n\n`;
    text += `${Array.from({ length: 6 }, (_, n) => `- point ${n} with *some* words and \`code\``).join('\n')}\n\n`;
    if (part % 3 === 0)
      text += `\`\`\`js\n${Array.from({ length: 12 }, (_, n) => `const v${n} = tides(${n}); // ${part}`).join('\n')}\n\`\`\`\n\n`;
    if (part % 5 === 0)
      text += `| Place | Range |\n|---|---|\n${Array.from({ length: 8 }, (_, n) => `| place ${n} | ${n} m |`).join('\n')}\n\n`;
  }
  return text.slice(0, size);
}
