import './markdown.css';
import type { Tokens } from 'marked';
import { createContext, Fragment, memo, type ReactNode, useContext, useMemo, useRef } from 'react';
import {
  type AnswerToken,
  type DetailsToken,
  type FootnoteToken,
  footnotesIn,
  isCjk,
  isFootnote,
  isRightToLeft,
  setsBlockDirection,
  toAnswerTokens,
} from '../../lib/documents/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { cleanText, csvCell, decodeHtmlEntities } from '../../lib/text/index.ts';
import { CopyButton } from '../parts/buttons.tsx';
import { CitedText } from './cited-text.tsx';
import { CodeBlock } from './code-block.tsx';
import { FactText, MarksOfTokens, useMarks, useTokenMarks } from './facts.tsx';
import { Link } from './link.tsx';
import { lexMarkdown, NO_BLOCKS } from './markdown-blocks.ts';
import { MathText } from './math-text.tsx';
import { PassageButton, Passages } from './passages.tsx';
import { Picture } from './picture.tsx';
import { useGradual } from './use-gradual.ts';

/**
 * Renders Markdown from a model as React elements. It omits invisible characters, which could carry data to wherever
 * the user pastes the text. Nothing in it loads or runs automatically: HTML is shown as text, images as chips, and
 * links only allow http, https and mailto addresses. Each block has the direction of its own text.
 */
export function Markdown({ text }: { text: string }) {
  const blocks = useRef(NO_BLOCKS);
  const visiblePart = useGradual(text);
  blocks.current = lexMarkdown(blocks.current, visiblePart);
  const { settled, tail, text: source } = blocks.current;
  const tokens = useMemo(() => [...settled, ...tail], [settled, tail]);
  const notes = useRef(NO_NOTES);
  notes.current = sameNotes(notes.current, footnotesIn(tokens));
  const marks = useTokenMarks(tokens, source, visiblePart === text);
  return (
    <Footnotes value={notes.current}>
      <MarksOfTokens value={marks}>
        <div className="markdown">
          {Array.from({ length: Math.ceil(tokens.length / GROUP) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
            <Group key={index} tokens={tokens.slice(index * GROUP, (index + 1) * GROUP)} />
          ))}
        </div>
      </MarksOfTokens>
    </Footnotes>
  );
}

/** The footnotes of an answer, by label. */
const Footnotes = createContext<ReadonlyMap<string, string>>(new Map());
const NO_NOTES: ReadonlyMap<string, string> = new Map();

/** Returns the previous object if the footnotes are unchanged, so that nothing is rendered again. */
function sameNotes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const isSame = before.size === after.size && [...after].every(([label, text]) => before.get(label) === text);
  return isSame ? before : after;
}

/**
 * The number of blocks that are laid out only near the viewport, except in Firefox (quirk:
 * no-anchor-for-guessed-heights).
 */
const GROUP = 32;

/**
 * A group of blocks of an answer. The last group grows with it. A block that moved to a group when it was finished
 * would be a new element, and would lose its selection, focus and drawing.
 */
const Group = memo(
  function Group({ tokens }: { tokens: readonly AnswerToken[] }) {
    return (
      <div className={tokens.length === GROUP ? 'markdown-group full' : 'markdown-group'}>
        {tokens.map((token, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
          <Block key={index} token={token} />
        ))}
      </div>
    );
  },
  (before, after) =>
    before.tokens.length === after.tokens.length &&
    before.tokens.every((token, index) => token === after.tokens[index]),
);

const Block = memo(function Block({ token }: { token: AnswerToken }): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p dir={setsBlockDirection(token) ? undefined : 'auto'}>{inline(token.tokens)}</p>;
    case 'text':
      return token.tokens ? (
        inline(token.tokens)
      ) : (
        <CitedText text={cleanText(decodeHtmlEntities(token.text))} token={token} />
      );
    case 'heading':
      return <Heading token={token} />;
    case 'code':
      return (
        <CodeBlock code={cleanText(token.text)} language={parseCodeLanguage(token)} isComplete={isClosed(token)} />
      );
    case 'blockquote':
      return (
        <blockquote dir="auto">
          {renderBlocks(token.tokens)}
          <Cited text={token.text} />
        </blockquote>
      );
    case 'list':
      return <List token={token} />;
    case 'table':
      return <Table token={token} />;
    case 'hr':
      return <hr />;
    case 'math':
      return <MathText token={token} />;
    case 'details':
      return <Details token={token} />;
    case 'footnote':
      return <Footnote token={token} />;
    case 'html':
      return token.raw.trim() === '' ? null : <p>{cleanText(token.raw)}</p>;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled aria-label={t(token.checked ? 'done' : 'toDo')} />;
    case 'space':
    case 'def':
      return null;
    default:
      return inline([token]);
  }
});

function renderBlocks(tokens: Tokens.Generic[] | undefined): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one block never change order
  return toAnswerTokens(tokens).map((token, index) => <Block key={index} token={token} />);
}

/** A quotation on a separate line that occurs in the pages that were read. */
function Cited({ text }: { text: string }) {
  const passages = useContext(Passages);
  return passages?.has(text) ? <PassageButton text={text} /> : null;
}

/** The first word of the info string. */
function parseCodeLanguage({ lang = '' }: Tokens.Code): string {
  return /^[\w+#.-]{1,40}/.exec(lang)?.[0] ?? '';
}

/** Whether the closing fence has arrived. It is at least as long as the opening one. */
function isClosed({ raw }: Tokens.Code): boolean {
  const [, delimiter = 'none'] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  const last = raw
    .trimEnd()
    .slice(raw.trimEnd().lastIndexOf('\n') + 1)
    .trim();
  return raw.trimEnd().includes('\n') && last.startsWith(delimiter) && last === last.charAt(0).repeat(last.length);
}

function Heading({ token }: { token: Tokens.Heading }) {
  // The panel's own headings are above those of an answer.
  const Tag = (['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const)[token.depth - 1] ?? 'h6';
  return <Tag dir="auto">{inline(token.tokens)}</Tag>;
}

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of one list never change order
    <li key={index} dir="auto" className={item.task ? 'task' : undefined}>
      {renderBlocks(item.tokens)}
    </li>
  ));
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function Details({ token: { isOpen, summary, tokens } }: { token: DetailsToken }) {
  return (
    <details open={isOpen}>
      <summary dir="auto">{summary.length === 0 ? '…' : inline(summary)}</summary>
      {renderBlocks(tokens)}
    </details>
  );
}

function Footnote({ token: { label, tokens } }: { token: FootnoteToken }) {
  return (
    <p dir="auto" className="footnote">
      <sup>{cleanText(label)}</sup> {inline(tokens)}
    </p>
  );
}

/** The label of a footnote, with its text on hover. */
function FootnoteReference({ raw, label }: { raw: string; label: string }): ReactNode {
  const notes = useContext(Footnotes);
  if (!isFootnote(label, notes)) return cleanText(raw);
  return <sup title={cleanText(notes.get(label) ?? '') || undefined}>{cleanText(label)}</sup>;
}

function Table({ token }: { token: Tokens.Table }) {
  const widths = columnWidths(token);
  const cell = (content: Tokens.TableCell, index: number, Tag: 'th' | 'td') => (
    <Tag
      key={index}
      dir="auto"
      style={{
        textAlign: content.align ?? 'start',
        ...(Tag === 'th' ? { minInlineSize: `calc(${widths[index]}ch + 1.4em)` } : {}),
      }}
    >
      {inline(content.tokens)}
    </Tag>
  );
  return (
    <>
      {/* Above the table, because below it would move with each new row. */}
      <CopyButton label={t('copyCsv')} text={() => tableCsv(token)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must also scroll by keyboard */}
      <section className="table" tabIndex={0} aria-label={t('table')}>
        <table dir={readDirection(token)}>
          <thead>
            <tr>{token.header.map((content, index) => cell(content, index, 'th'))}</tr>
          </thead>
          <tbody>
            {token.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
              <tr key={index}>{row.map((content, column) => cell(content, column, 'td'))}</tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** A column has space for this many characters before the table is compressed. A wider table scrolls. */
const MIN_COLUMN_CHARACTERS = 14;

/**
 * Returns the minimum width of each column in `ch`, without its padding: that of its longest cell, up to a limit.
 * Otherwise a column of a wide table could be as narrow as its longest word, or as one letter in scripts that allow
 * line breaks between any two letters.
 */
function columnWidths({ header, rows }: Tokens.Table): number[] {
  return header.map((_, index) => {
    const widest = [header, ...rows].reduce((most, row) => Math.max(most, textWidth(row[index]?.text ?? '')), 0);
    return Math.min(widest, MIN_COLUMN_CHARACTERS);
  });
}

/**
 * Returns the width of a short text in `ch`, as far as it matters for a column. Letters of East Asian scripts are twice
 * as wide.
 */
function textWidth(text: string): number {
  const start = text.slice(0, MIN_COLUMN_CHARACTERS);
  return [...start].reduce((width, character) => width + (isCjk(character) ? 2 : 1), 0);
}

function inline(tokens: Tokens.Generic[] | undefined): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one line never change order
  return toAnswerTokens(tokens).map((token, index) => <Fragment key={index}>{renderInlineToken(token)}</Fragment>);
}

function renderInlineToken(token: AnswerToken): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? (
        inline(token.tokens)
      ) : (
        <CitedText text={cleanText(decodeHtmlEntities(token.text))} token={token} />
      );
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'codespan':
      return <InlineCode token={token} />;
    case 'br':
      return <br />;
    case 'tag': {
      const Tag = token.name;
      return <Tag>{inline(token.tokens)}</Tag>;
    }
    case 'footnote-reference':
      return <FootnoteReference raw={token.raw} label={token.label} />;
    case 'math':
      return <MathText token={token} />;
    case 'link':
      return <LinkTo token={token} />;
    case 'image':
      return <PictureAt token={token} />;
    default:
      return cleanText(token.raw);
  }
}

function InlineCode({ token }: { token: Tokens.Codespan }) {
  const text = cleanText(token.text);
  const marks = useMarks(token, text, token.text);
  return (
    <code>
      <FactText text={text} marks={marks} />
    </code>
  );
}

function LinkTo({ token }: { token: Tokens.Link }) {
  const url = useAddress(token.href, LINK_SCHEMES);
  return url === null ? inline(token.tokens) : <Link url={url}>{inline(token.tokens)}</Link>;
}

function PictureAt({ token }: { token: Tokens.Image }) {
  return <Picture url={useAddress(token.href, WEB_SCHEMES)} name={decodeHtmlEntities(token.text)} />;
}

const WEB_SCHEMES = ['http:', 'https:'];
const LINK_SCHEMES = [...WEB_SCHEMES, 'mailto:'];

/**
 * Returns the parsed address of a link, which is the same object while the text is unchanged. Null if its scheme is not
 * allowed.
 */
function useAddress(href: string, schemes: readonly string[]): URL | null {
  return useMemo(() => {
    const url = URL.parse(decodeHtmlEntities(href));
    return url !== null && schemes.includes(url.protocol) ? url : null;
  }, [href, schemes]);
}

/** The script of the header decides on which side the first column is. A header without letters leaves it to the panel. */
function readDirection({ header }: Tokens.Table): 'ltr' | 'rtl' | undefined {
  const text = header.map((cell) => cell.text).join(' ');
  if (isRightToLeft(text)) return 'rtl';
  return /\p{L}/u.test(text) ? 'ltr' : undefined;
}

/** Returns a table of an answer as CSV, with cells as plain text. */
function tableCsv({ header, rows }: Tokens.Table): string {
  return [header, ...rows]
    .map((row) => row.map(({ tokens }) => csvCell(cleanText(toPlainText(tokens)))).join(','))
    .join('\r\n');
}

/** Returns the text of tokens without marks and addresses. */
function toPlainText(tokens: Tokens.Generic[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      if (token.tokens && token.tokens.length > 0) return toPlainText(token.tokens);
      return token.type === 'codespan' ? token.text : decodeHtmlEntities(token.text ?? token.raw);
    })
    .join('')
    .trim();
}
