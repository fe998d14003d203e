import { buildPdf, slowPdf } from './pdf.ts';
import type { SitePage } from './site.ts';

const prose = (about: string, sentences = 12) =>
  Array.from(
    { length: sentences },
    (_, n) => `This is sentence ${n} about ${about}, which is long enough to count.`,
  ).join(' ');
const html = (title: string, body: string): SitePage => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
});

const rows = Array.from({ length: 400 }, (_, n) => `<tr><td>lamp ${n + 1}</td><td>${n * 3}</td></tr>`).join('');
/** The site that the tools read, by path. */
export const toolPages: Record<string, SitePage> = {
  '/guide': {
    body: `<!doctype html><html lang="en"><head><title>The guide</title><meta name="author" content="Ada">
      <script type="application/ld+json">{"@type":"Product","name":"Lamp","offers":{"price":"19.99"}}</script></head><body>
      <nav><a href="/imprint-and-privacy">Imprint</a> <a href="/all-the-other-guides">Others</a></nav><main><article>
      <h1>Guide to lamps</h1><p>${prose('lamps')} See <a href="/manual.pdf">the manual</a> and <a href="https://example.org/a/long/address">a page elsewhere</a>.</p>
      <h2>Cleaning</h2><p>${prose('cleaning')} Use vinegar on brass.</p>
      <h2>Stock</h2><table><thead><tr><th>Name</th><th>Count</th></tr></thead><tbody>${rows}</tbody></table>
      <h2>Order</h2><form aria-label="Order"><label>Name <input name="n" value="Grace" required></label>
      <label>Password <input type="password" value="hunter2"></label><input type="hidden" name="csrf" value="s3cr3t">
      <label>Size <select><option>Small</option><option selected>Large</option></select></label><button>Buy</button></form>
      </article></main></body></html>`,
  },
  '/frames': html(
    'Frames',
    `<main><h1>Frames</h1><p>${prose('frames')}</p><iframe src="/inner" width="600" height="200"></iframe>
     <p>Between the frames stands this sentence, so that the order can be told.</p>
     <iframe src="OTHER/inner" width="600" height="200"></iframe><p>And this is the end of the page with frames.</p>
     <iframe src="http://localhost:PORT/inner" width="600" height="200"></iframe></main>`,
  ),
  '/inner': html(
    'Inner',
    '<p>Words inside the frame of PORT.</p><iframe src="/innermost" width="300" height="100"></iframe>',
  ),
  '/innermost': html('Innermost', '<p>Innermost words of PORT.</p>'),
  '/shell': html(
    'Shell',
    '<header><a href="/">Help desk</a> <a href="/x">Sign in</a></header><iframe src="OTHER/article" width="700" height="600"></iframe>',
  ),
  '/article': html('Article', `<article><h1>How to return a lamp</h1><p>${prose('returning lamps', 20)}</p></article>`),
  '/growing': html(
    'News',
    `<main><h1>News</h1><div id="list">${Array.from({ length: 120 }, (_, n) => `<p>Item ${n}: ${prose(`item ${n}`, 6)}</p>`).join('')}</div></main>
     <script>let n = 0; window.grow = () => list.insertAdjacentHTML('afterbegin', '<p>Fresh ' + n++ + ' item that was just put in front of all others.</p>');</script>`,
  ),
  '/strict': {
    ...html('Strict', `<main><h1>Strict</h1><p>${prose('policies')}</p></main>`),
    headers: {
      'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    },
  },
  '/clobbered': html(
    'Clobbered',
    `<form name="body"><input name="querySelectorAll"><input name="innerText"></form><img name="documentElement" alt="">
     <main><h1>Clobbered</h1><p>${prose('tampering')}</p></main>
     <script>Array.prototype.map = String.prototype.replace = Element.prototype.getAttribute = () => { throw new Error('tampered') };</script>`,
  ),
  '/data.json': { body: '{"lamp":{"price":19.99,"note":"bright"}}', type: 'application/json' },
  '/notes.txt': { body: 'Plain notes\n\nabout lamps.', type: 'text/plain; charset=utf-8' },
  '/lamps.csv': { body: 'Lamp,Watts\nHall,5\n"Porch, left",12\n', type: 'text/plain; charset=utf-8' },
  '/feed.xml': { body: '<?xml version="1.0"?><feed><entry>Lamps are in</entry></feed>', type: 'application/xml' },
  '/manual.pdf': {
    body: buildPdf(
      Array.from({ length: 30 }, (_, n) =>
        n === 4
          ? []
          : [
              `# Chapter ${n + 1}`,
              `Page ${n + 1} tells how to mount lamp number ${n + 1} on a wall.`,
              'Mind the ca-',
              'ble behind it.',
            ],
      ),
      'The manual',
    ),
    type: 'application/pdf',
  },
  '/library': html(
    'Library',
    `<main><h1>Library</h1><p>${prose('books')} See <a href="OTHER/manual.pdf">the manual of others</a>.</p></main>`,
  ),
  '/bills': html(
    'Bills',
    `<main><h1>Bills</h1><p>${prose('bills')}</p><embed type="application/pdf" src="/manual.pdf" title="In an embed" width="300" height="200">
     <object data="/manual.pdf#page=2" width="300" height="200"></object><iframe src="/manual.pdf#page=3" width="300" height="200"></iframe></main>`,
  ),
  '/slow.pdf': { body: slowPdf(), type: 'application/pdf' },
  '/broken.pdf': { body: '%PDF-1.4 nothing of the kind', type: 'application/pdf' },
  '/talk': html(
    'Talk',
    '<h1>A talk</h1><video controls width="400" height="300"><track kind="captions" srclang="en" src="/captions.vtt"></video>',
  ),
  '/captions.vtt': {
    body: 'WEBVTT\n\n00:01.000 --> 00:03.000\nWelcome to the talk.\n\n00:40.000 --> 00:42.000\nGoodbye.',
    type: 'text/vtt',
  },
  '/select': html(
    'Select',
    `<main><h1>Prices</h1><p id="from">First marked words.</p><table><tr><th>A</th><th>B</th></tr><tr><td id="to">one cell</td><td>other cell</td></tr></table></main>`,
  ),
};
