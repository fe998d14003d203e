import '../../../lib/testing/english.ts';
import { Lexer, Parser } from 'marked';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Markdown } from '../../../components/markdown/markdown.tsx';

/** The effects of a text on its page. */
type Found = { dangerous: string[]; scripts: number };

/** Elements that load or run something, and addresses that do. */
const LOADS =
  'img, image, picture, source, video, audio, track, iframe, frame, embed, object, script, link, style, form, base, meta, svg, math, [src], [srcset], [background], [poster], [action], [formaction], [ping], [style*="url("]';

const root = document.getElementById('root') as HTMLElement;
let scripts = 0;
window.alert =
  window.confirm =
  window.prompt =
    () => {
      scripts++;
      return null as never;
    };

function dangerous(): string[] {
  // Task lists have checkboxes, and the extension's own buttons have icons.
  const loading = [...root.querySelectorAll(LOADS)].filter((element) => !element.matches('input, button > svg.lucide'));
  const links = [...root.querySelectorAll<HTMLElement>('[href], [*|href]')].filter(
    (element) => !/^(?:https?:|mailto:)/i.test(element.getAttribute('href') ?? ''),
  );
  const handlers = [...root.querySelectorAll('*')].filter((element) =>
    // A field can shadow `attributes`.
    Element.prototype.getAttributeNames.call(element).some((name) => name.startsWith('on')),
  );
  return [...loading, ...links, ...handlers].map((element) => element.outerHTML.slice(0, 200));
}

/** Renders a text as an answer that grows by `step` characters, and checks the page after each. */
function show(text: string, step: number): Found {
  const before = scripts;
  const found = new Set<string>();
  const view = createRoot(root);
  for (let length = step; length < text.length + step; length += step) {
    flushSync(() => view.render(<Markdown text={text.slice(0, length)} />));
    for (const each of dangerous()) found.add(each);
  }
  flushSync(() => view.unmount());
  return { dangerous: [...found], scripts: scripts - before };
}

/**
 * Renders the same text without protection, as a control that must fire. It stays until one of its scripts has run, for
 * at most `timeoutMs` milliseconds.
 */
async function showNaively(text: string, timeoutMs: number): Promise<Found> {
  const before = scripts;
  root.innerHTML = Parser.parse(new Lexer({ gfm: true }).lex(text));
  const found = dangerous();
  const until = performance.now() + timeoutMs;
  while (scripts === before && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  root.replaceChildren();
  return { dangerous: found, scripts: scripts - before };
}

Object.assign(window, { show, showNaively });
