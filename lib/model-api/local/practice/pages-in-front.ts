import type { ToolResult } from './tool-result.ts';

/** A page that the client put before a question: its description, and the text between its delimiters. */
const pageInTurn =
  /^(The (?:page|PDF|page with a video) (?:the user is looking at|in a tab the user added)[^\n]*):\n\[data ([0-9a-f]{32})\]\n([\s\S]*?)\n\[end \2\]$/gm;
const unchangedPage = /has not changed; its text stands above: (\{.*\})$/gm;

type Page = { label: string; text: string; url: string };

/**
 * The pages before the last of these user turns, as if a tool had read them: those of this turn, with the parts of the same pages
 * in earlier turns.
 */
export function pagesInFront(turns: readonly string[]): ToolResult[] {
  const asked = turns.at(-1) ?? '';
  const own = pagesIn(asked);
  const isWhole = ({ label }: Page) => !/; (?:more parts|the rest)/.test(label);
  const urls = [...own.filter((page) => !isWhole(page)).map(({ url }) => url), ...unchangedIn(asked)];
  const earlier = turns.slice(0, -1).flatMap(pagesIn);
  const continued = earlier.filter(({ url }) => urls.includes(url));
  return [...continued, ...own].flatMap(({ text }) => results(text));
}

function pagesIn(turn: string): Page[] {
  return [...turn.matchAll(pageInTurn)].map(([, label = '', , text = '']) => {
    return { label, text, url: /^URL: (.*)$/m.exec(text)?.[1] ?? '' };
  });
}

function unchangedIn(turn: string): string[] {
  return [...turn.matchAll(unchangedPage)].map(([, page = '']) => /"url":"([^"]*)"/.exec(page)?.[1] ?? '');
}

/** The user's selection is a reading of its own. */
function results(text: string): ToolResult[] {
  const [head = '', ...body] = text.split('\n\n');
  const selected = /^Selected by the user:\n([\s\S]*)$/m.exec(head)?.[1];
  const page = [head.replace(/^(?:Selected by the user|Outline):\n[\s\S]*$/m, '').trim(), ...body]
    .join('\n\n')
    // The note about omitted text and how to continue.
    .replace(/^\[(?:…|read_)[^\n]*\]$/gm, '');
  const read = { toolName: 'read_page', text: page, isError: false };
  return selected === undefined ? [read] : [{ toolName: 'read_selection', text: selected, isError: false }, read];
}
