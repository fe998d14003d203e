import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type MarkdownRenderer } from 'vitepress';

/** A copy of the documents, beside the generator's packages (scripts/demo/build-docs.ts). */
const DOCS = path.resolve(import.meta.dirname, '../docs');
/** `OWNER/NAME`, for links to files outside `docs`. Without it, these links become plain text. */
const repository = process.env.DOCS_REPOSITORY ?? '';

const GROUPS = {
  'Using Sidenote': [
    'features',
    'install',
    'connect-a-model',
    'privacy',
    'receipts',
    'forms',
    'evidence',
    'managed-installs',
  ],
  'How it works': ['architecture', 'engine', 'page-reading', 'dialects', 'quirks', 'servers', 'browsers', 'glossary'],
  'What is measured': ['reliability', 'answers', 'page-fidelity', 'markdown', 'metrics'],
  Formats: ['export-format', 'backup-format', 'interface-text'],
};

function readTitle(file: string): string {
  return /^# (?:\d{4} )?(.+)$/m.exec(readFileSync(path.join(DOCS, file), 'utf8'))?.[1] ?? file;
}

const decisions = readdirSync(path.join(DOCS, 'decisions'))
  .filter((file) => /^\d/.test(file))
  .map((file) => ({ text: `${file.slice(0, 4)} ${readTitle(`decisions/${file}`)}`, link: `/decisions/${file}` }));

const sidebar = [
  ...Object.entries(GROUPS).map(([text, pages]) => ({
    text,
    items: pages.map((page) => ({ text: readTitle(`${page}.md`), link: `/${page}` })),
  })),
  { text: 'Decisions', items: decisions },
];

/**
 * The documents are plain Markdown: braces are not code, tags are not elements, and links may lead anywhere in the
 * repository.
 */
function asWritten(md: MarkdownRenderer): void {
  md.set({ html: false });
  const { text, code_inline } = md.renderer.rules;
  md.renderer.rules.text = (...args) => (text?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.code_inline = (...args) => (code_inline?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
  md.core.ruler.after('inline', 'outside', ({ tokens, env }) => {
    const folder = path.dirname(path.join(DOCS, env.relativePath));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
      if (href === '' || /^(?:\w+:|#)/.test(href)) continue;
      const file = path.relative(path.dirname(DOCS), path.resolve(folder, href));
      if (file.startsWith('docs/') && /\.md(?:#|$)/.test(file)) continue;
      token.attrSet('href', repository === '' ? '#' : `https://github.com/${repository}/blob/main/${file}`);
    }
  });
}

export default defineConfig({
  title: 'Sidenote',
  description: 'The documents of Sidenote, an assistant in the sidebar of a browser.',
  srcDir: DOCS,
  srcExclude: ['store/**'],
  outDir: path.resolve(import.meta.dirname, '../site'),
  base: process.env.DOCS_BASE ?? '/docs/',
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  markdown: { config: asWritten, attrs: { disable: true } },
  themeConfig: {
    sidebar,
    search: { provider: 'local' },
    nav: [{ text: 'Try it', link: '../index.html', target: '_self' }],
    ...(repository === '' ? {} : { socialLinks: [{ icon: 'github', link: `https://github.com/${repository}` }] }),
  },
});
