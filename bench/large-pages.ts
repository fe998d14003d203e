/**
 * Generated pages of kinds that are often large, with the requested number of elements and the style sheets that such
 * pages have.
 */
export const LARGE_PAGE_KINDS = {
  shop: buildShop,
  documentation: buildDocumentation,
  forum: buildForum,
  encyclopedia: buildEncyclopedia,
} as const satisfies Record<string, (elements: number) => string>;

type Kind = keyof typeof LARGE_PAGE_KINDS;

export function makeLargePage(kind: Kind, elements: number): string {
  return LARGE_PAGE_KINDS[kind](elements);
}

const WORDS = (
  'harbour lantern copper meadow signal ledger timber quarry compass orchard gravel kettle willow anchor mortar saddle ' +
  'thread basin cinder furrow gable hinge ladle mantle nettle pulley rafter shutter trellis wicker'
).split(' ');

/** The same number gives the same words, so that pages are the same in each run. */
function makeWords(seed: number, count: number): string {
  const list = Array.from({ length: count }, (_, at) => WORDS[(seed * 7 + at * at * 3 + at * 11) % WORDS.length] ?? '');
  return list.join(' ');
}

function makeSentences(seed: number, count: number): string {
  const sentence = (at: number) => {
    const text = makeWords(seed + at, 9 + ((seed + at) % 7));
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return Array.from({ length: count }, (_, at) => sentence(at)).join(' ');
}

/** Repeats a part until the page has the requested number of elements. */
function repeatPart(elements: number, part: (index: number) => string): string {
  const parts: string[] = [];
  let count = 0;
  for (let index = 0; count < elements; index += 1) {
    const html = part(index);
    parts.push(html);
    count += html.match(/<[a-z]/gi)?.length ?? 0;
  }
  return parts.join('\n');
}

function buildPage({ title, style, body }: { title: string; style: string; body: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>`;
}

const SITE_STYLE = `
  body { margin: 0; font: 16px/1.5 sans-serif; color: #222 } a { color: #0645ad; text-decoration: none }
  .top { position: sticky; top: 0; z-index: 10; display: flex; gap: 12px; padding: 8px 16px; background: #232f3e; color: #fff }
  .top a { color: #fff } .page { display: flex; gap: 24px; padding: 16px } .side { width: 220px; flex: none; font-size: 14px }
  .main { flex: 1; min-width: 0 } .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0,0,0,0) }`;

function buildHeader(): string {
  const links = Array.from(
    { length: 24 },
    (_, at) => `<li><a href="/topic/${at}"><span>${makeWords(at, 2)}</span></a></li>`,
  );
  return `<header class="top"><a href="/">Home</a><nav><ul>${links.join('')}</ul></nav><form><input name="q" placeholder="Search"><button>Go</button></form></header>`;
}

/** A shop's search results: cards of many nested boxes, with filters beside them. */
function buildShop(elements: number): string {
  const style = `${SITE_STYLE}
    .grid { display: flex; flex-wrap: wrap; margin: -8px } .cell { width: 25%; box-sizing: border-box; padding: 8px; position: relative }
    .card { position: relative; overflow: hidden; border: 1px solid #ddd; border-radius: 8px; background: #fff }
    .media { position: relative; height: 160px; overflow: hidden; background: #f7f7f7 } .media img { position: absolute; inset: 0; margin: auto; max-height: 100% }
    .title { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; font-size: 16px }
    .row { display: flex; align-items: center; gap: 4px } .stars { display: inline-block; width: 80px; height: 16px; background: linear-gradient(90deg, orange 80%, #ddd 80%) }
    .symbol, .cents { font-size: 11px; vertical-align: super } .whole { font-size: 24px } .was { color: #565959; font-size: 13px } .was s { text-decoration: line-through }
    .badge { display: inline-block; padding: 2px 6px; background: #cc0c39; color: #fff; transition: opacity .2s } .button { display: inline-block; padding: 4px 12px; background: #ffd814; border-radius: 16px }`;
  const filters = Array.from(
    { length: 40 },
    (_, at) =>
      `<li><span class="row"><a href="?f=${at}"><div class="box"><label><input type="checkbox"><i class="icon"></i></label></div><span>${makeWords(at, 2)}</span></a></span></li>`,
  );
  const card = (
    at: number,
  ) => `<div class="cell" data-index="${at}"><div class="widget"><div class="slot"><div class="card"><div class="inner">
    <div class="media"><a class="link" href="/item/${at}"><div class="aspect"><img src="data:," width="160" height="160" alt="${makeWords(at, 5)}"></div></a></div>
    <div class="body"><div class="section badge-row"><div class="row"><span class="badge"><span>Limited offer</span></span></div></div>
    <div class="section"><div class="row"><h2 class="title"><a class="link" href="/item/${at}?ref=list_${at}&amp;keywords=lantern"><span>${makeWords(at, 14)}</span></a></h2></div></div>
    <div class="section reviews"><div class="row"><span aria-label="4.${at % 9} out of 5 stars"><a href="#"><i class="stars"><span class="sr-only">4.${at % 9} out of 5 stars</span></i></a></span><span><a href="/item/${at}#reviews"><span>${100 + at}</span></a></span></div><div class="row"><span class="was">${50 + at}+ bought in past month</span></div></div>
    <div class="section price"><div class="row"><a href="/item/${at}"><span class="price"><span class="sr-only">$${at + 9}.99</span><span aria-hidden="true"><span class="symbol">$</span><span class="whole">${at + 9}</span><span class="cents">99</span></span></span><div class="was"><span>List: </span><span><span class="sr-only">$${at + 19}.99</span><s aria-hidden="true">$${at + 19}.99</s></span></div></a></div></div>
    <div class="section delivery"><div class="row"><span>FREE delivery <b>Tue, Dec ${1 + (at % 28)}</b> on ${makeWords(at, 3)}</span></div><div class="row"><span>Or fastest delivery <b>Tomorrow</b></span></div></div>
    <div class="section"><div class="row"><div class="wrap"><div><span class="button"><span><button type="button">Add to cart</button></span></span></div></div></div></div>
    </div></div></div></div></div></div>`;
  const body = `${buildHeader()}<div id="root"><div><div class="page"><div class="side"><div><ul>${filters.join('')}</ul></div></div><div class="main" role="main"><div><div class="grid">${repeatPart(elements - 400, card)}</div></div></div></div></div></div>`;
  return buildPage({ title: 'Results for lantern', style, body });
}

/**
 * The documentation of a type and its methods, as laid out by documentation generators: a list of links beside it, and
 * code in many spans.
 */
function buildDocumentation(elements: number): string {
  const style = `${SITE_STYLE}
    code, pre { font-family: monospace; white-space: pre-wrap } .code-header { font-size: 1rem; margin: 0 0 4px } summary { cursor: pointer; position: relative; list-style: none }
    details > summary::before { content: ""; position: absolute; left: -24px; width: 16px; height: 16px; background: #eee } .docblock { margin: 0 0 16px 24px; overflow-x: auto }
    .anchor { position: absolute; left: -16px; opacity: 0 } .src { float: right; font-size: 14px } .kw { color: #8959a8 } .string { color: #718c00 } .number { color: #3e999f } pre { background: #f5f5f5; padding: 12px; overflow: auto }
    .side { position: sticky; top: 0; height: 100vh; overflow-y: auto }`;
  const method = (at: number) => {
    const name = makeWords(at, 2).replace(' ', '_');
    return `<details class="toggle method-toggle" open><summary><section id="method.${name}-${at}" class="method"><a class="src" href="../src/lib.rs.html#${at}">Source</a><h4 class="code-header">pub fn <a href="#method.${name}-${at}" class="fn">${name}</a>&lt;F&gt;(&amp;self, f: F) -&gt; <a class="enum" href="../option/enum.Option.html">Option</a>&lt;<a class="struct" href="struct.Ledger.html">Ledger</a>&gt;<div class="where">where F: <a class="trait" href="../ops/trait.Fn.html">Fn</a>(<a class="primitive" href="../primitive.u32.html">u32</a>),</div></h4></section></summary><div class="docblock"><p>${makeSentences(at, 2)} See <a href="struct.Ledger.html"><code>Ledger</code></a> and <code>${makeWords(at, 1)}</code>.</p><h5 id="examples-${at}"><a class="anchor" href="#examples-${at}">§</a>Examples</h5><div class="example-wrap"><pre class="rust"><code><span class="kw">let </span>x = <span class="string">"${makeWords(at, 2)}"</span>;
<span class="kw">let </span>y = x.<span class="fn">${name}</span>(<span class="number">${at}</span>)<span class="question-mark">?</span>;
<span class="macro">assert_eq!</span>(y, <span class="prelude-val">Some</span>(<span class="number">${at + 1}</span>));</code></pre></div><ul><li>${makeWords(at, 6)}</li><li>${makeWords(at + 1, 5)} <code>None</code></li></ul></div></details>`;
  };
  const count = Math.ceil(elements / 40);
  const links = Array.from(
    { length: count },
    (_, at) => `<li><a href="#m-${at}">${makeWords(at, 2).replace(' ', '_')}</a></li>`,
  );
  const body = `<div class="page"><nav class="side sidebar"><h2><a href="#">Ledger</a></h2><section><h3>Methods</h3><ul class="block">${links.join('')}</ul></section></nav><main class="main"><section id="main-content"><h1>Struct <span class="struct">Ledger</span></h1><div class="docblock">${`<p>${makeSentences(3, 4)}</p>`.repeat(3)}</div><h2 id="implementations">Implementations</h2>${repeatPart(elements - count * 2 - 40, method)}</section></main></div>`;
  return buildPage({ title: 'Ledger in harbour', style, body });
}

/** A forum thread: posts with their authors, quotes, signatures and controls. */
function buildForum(elements: number): string {
  const style = `${SITE_STYLE}
    .post { display: grid; grid-template-columns: 160px 1fr; border: 1px solid #ccc; margin: 0 0 12px; position: relative } .who { background: #f0f4f8; padding: 12px; text-align: center } .text { padding: 12px; overflow-wrap: anywhere }
    .avatar { width: 64px; height: 64px; border-radius: 50%; overflow: hidden; display: inline-block; background: #99a } .bar { display: flex; gap: 8px; font-size: 13px; color: #666 } blockquote { border-left: 4px solid #aaa; margin: 0 0 8px; padding: 4px 12px; background: #fafafa; max-height: 200px; overflow: hidden }
    .signature { border-top: 1px dashed #ccc; font-size: 12px; color: #888 } .react::before { content: "\\f164"; font-family: icons } .new::after { content: " · new" } .menu { position: absolute; right: 8px; top: 8px; display: none }`;
  const post = (
    at: number,
  ) => `<article class="post" id="post-${at}" data-author="${makeWords(at, 1)}"><div class="who"><div class="avatar"><a href="/u/${at}"><img src="data:," alt="" width="64" height="64"></a></div><h4 class="name"><a href="/u/${at}"><span>${makeWords(at, 1)}${at}</span></a></h4><div class="rank">Member</div><dl class="stats"><dt>Posts</dt><dd>${at * 3}</dd><dt>Joined</dt><dd>2021</dd></dl></div>
    <div class="text"><header class="bar"><ul><li><a href="#post-${at}"><time datetime="2026-11-02">Nov ${1 + (at % 28)}, 2026</time></a></li></ul><span class="new"></span><a href="#post-${at}">#${at + 1}</a></header><div class="content"><div class="bbWrapper">${at % 3 === 1 ? `<blockquote><div class="title"><a href="#post-${at - 1}">${makeWords(at - 1, 1)} said:</a></div><div>${makeSentences(at - 1, 1)}</div></blockquote>` : ''}<p>${makeSentences(at, 3)}</p><p>${makeSentences(at + 2, 2)}<br>${makeWords(at, 6)} <b>${makeWords(at, 2)}</b> and <i>${makeWords(at, 1)}</i> <a href="https://example.org/${at}">${makeWords(at, 3)}</a>.</p></div></div>
    <footer><div class="bar actions"><a class="react" href="#"><svg viewBox="0 0 16 16" width="16" height="16"><path d="M0 0h16v16z"/></svg><span>Like</span></a><a href="#"><svg viewBox="0 0 16 16" width="16" height="16"><path d="M0 0h16v16z"/></svg><span>Reply</span></a><button type="button"><span>Report</span></button></div><div class="reactions"><ul><li><span>👍</span></li></ul><a href="/likes/${at}"><bdi>${makeWords(at, 1)}</bdi>, <bdi>${makeWords(at + 1, 1)}</bdi> and ${at % 7} others</a></div><aside class="signature"><div>${makeWords(at + 5, 8)}</div></aside></footer><div class="menu"><ul><li><a href="#">Edit</a></li><li><a href="#">Delete</a></li></ul></div></div></article>`;
  const body = `${buildHeader()}<div class="page"><div class="main"><h1>${makeWords(1, 6)}</h1><div class="posts">${repeatPart(elements - 150, post)}</div></div></div>`;
  return buildPage({ title: makeWords(1, 6), style, body });
}

/** An encyclopedia article with large tables and many references. */
function buildEncyclopedia(elements: number): string {
  const style = `${SITE_STYLE}
    .infobox { float: right; width: 260px; border: 1px solid #a2a9b1; background: #f8f9fa; font-size: 14px } .wikitable { border-collapse: collapse; background: #f8f9fa } .wikitable td, .wikitable th { border: 1px solid #a2a9b1; padding: 3px 6px } .wikitable th { background: #eaecf0 }
    .mw-heading { border-bottom: 1px solid #a2a9b1 } .mw-editsection { font-size: 13px } sup { font-size: 80%; line-height: 1; unicode-bidi: isolate; white-space: nowrap } .references { font-size: 90%; columns: 2 } .flagicon { display: inline-block; width: 23px; height: 15px; background: #36c } .nowrap { white-space: nowrap } .navbox { border: 1px solid #aaa; font-size: 88% } .navbox li { display: inline } .navbox li::after { content: " · "; font-weight: bold }`;
  const row = (at: number) =>
    `<tr><td>${at + 1}</td><td><span class="flagicon"></span> <a href="/wiki/Item_${at}" title="${makeWords(at, 2)}">${makeWords(at, 2)}</a></td><td align="right">${1000 + at * 37}</td><td><span class="nowrap">${1 + (at % 28)} May 19${10 + (at % 80)}</span></td><td>${makeWords(at, 4)}</td><td><a href="/wiki/Place_${at % 40}">${makeWords(at + 9, 1)}</a><sup class="reference" id="cite_ref-${at}"><a href="#cite_note-${at}"><span>[</span>${at}<span>]</span></a></sup></td></tr>`;
  const section = (at: number) =>
    `<div class="mw-heading"><h2 id="Part_${at}">${makeWords(at, 3)}</h2><span class="mw-editsection"><span>[</span><a href="?edit=${at}"><span>edit</span></a><span>]</span></span></div>${[0, 1, 2].map((n) => `<p>${makeSentences(at + n, 3)} <a href="/wiki/A_${at}_${n}">${makeWords(at + n, 2)}</a> and <a href="/wiki/B_${at}">${makeWords(at, 1)}</a>.<sup class="reference"><a href="#cite_note-${at}"><span>[</span>${at}<span>]</span></a></sup> ${makeSentences(at + n + 4, 2)}</p>`).join('')}<table class="wikitable sortable"><caption>${makeWords(at, 4)}</caption><thead><tr><th>No.</th><th>Name</th><th>Number</th><th>Date</th><th>Notes</th><th>Place</th></tr></thead><tbody>${Array.from({ length: 60 }, (_, n) => row(at * 60 + n)).join('')}</tbody></table><ol class="references">${Array.from({ length: 12 }, (_, n) => `<li id="cite_note-${at}-${n}"><span class="mw-cite-backlink"><b><a href="#cite_ref-${n}">^</a></b></span> <span class="reference-text"><cite class="citation web"><a rel="nofollow" class="external" href="https://example.org/${n}">${makeWords(n, 6)}</a>. <i>${makeWords(n, 2)}</i>. <span class="nowrap">Retrieved 2026</span>.</cite></span></li>`).join('')}</ol>`;
  const facts = Array.from(
    { length: 14 },
    (_, at) => `<tr><th scope="row">${makeWords(at, 1)}</th><td>${makeWords(at, 3)}</td></tr>`,
  );
  const related = Array.from({ length: 60 }, (_, at) => `<li><a href="/wiki/R_${at}">${makeWords(at, 2)}</a></li>`);
  const body = `${buildHeader()}<div class="page"><main class="main" id="content"><h1>${makeWords(2, 3)}</h1><div id="mw-content-text"><div class="mw-parser-output"><table class="infobox"><tbody>${facts.join('')}</tbody></table><p>${makeSentences(1, 5)}</p>${repeatPart(elements - 350, section)}<div role="navigation" class="navbox"><ul>${related.join('')}</ul></div></div></div></main></div>`;
  return buildPage({ title: makeWords(2, 3), style, body });
}
