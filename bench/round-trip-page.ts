import { documentAncestorState } from '../lib/page-reader/capture/ancestors.ts';
import { DomTraversal } from '../lib/page-reader/capture/dom-traversal.ts';
import { createView } from '../lib/page-reader/capture/view.ts';
import { buildBlocks } from '../lib/page-reader/document/compose-document.ts';
import { joinBlocks } from '../lib/page-reader/document/markdown-text.ts';
import { collectFacts, type Facts } from './round-trip-facts.ts';

const MAINS = ['main', '[role=main]', 'article', '#content', '#main', '.content', 'body'];

function mainElement(): Element {
  const found = MAINS.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
  return found.find((element) => element.innerText.trim().length > 200) ?? document.body;
}

/** Runs in a page: the whole Markdown of its main element, and the expected facts. */
function readMain(): { markdown: string; source: Facts } {
  const root = mainElement();
  const view = createView(document, window);
  const ancestors = documentAncestorState(document, view);
  if (!ancestors) throw new Error('Nothing of the page can be seen.');
  const limits = { maxCharacters: 16_000_000, deadline: Number.POSITIVE_INFINITY, now: () => 0 };
  const traversal = new DomTraversal(root, ancestors, view, limits);
  traversal.traverse();
  return {
    markdown: joinBlocks(buildBlocks(traversal.finish().events).blocks.map((block) => block.markdown)),
    source: collectFacts(root, true, document.baseURI),
  };
}

/** Runs in a page: the facts in the HTML generated from the Markdown. */
function readHtml(html: string): Facts {
  return collectFacts(new DOMParser().parseFromString(html, 'text/html').body, false, document.baseURI);
}

Object.assign(window, { roundTrip: { readMain, readHtml } });
