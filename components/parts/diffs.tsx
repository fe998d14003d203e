import './word-diff.css';
import './definition-diff.css';
import { diffWords } from 'diff';
import { useMemo } from 'react';
import type { DefinitionChange } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';

/**
 * The changes from one text to another, word by word, shown in the whole text. Words are split by the rules of the
 * interface language.
 */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordChanges(before, after), [before, after]);
  return (
    <p className="word-diff" dir="auto">
      {parts.map(({ type, text }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart
        if (type === 'removed') return <del key={index}>{text}</del>;
        if (type === 'added') return <ins key={index}>{text}</ins>;
        return <span key={index}>{text}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart
      })}
    </p>
  );
}

type WordChange = { type: 'same' | 'added' | 'removed'; text: string };

/** Longer texts, in words, are compared as a whole, because the time grows with the square of the changes. */
const MAX_LENGTH = 20_000;

/**
 * Returns the parts of both texts in order. Those that are not removed form the second text, character by character.
 */
export function wordChanges(before: string, after: string): WordChange[] {
  const isLong = before.length + after.length > MAX_LENGTH;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const parts = isLong ? undefined : diffWords(before, after, { intlSegmenter: segmenter, timeout: 200 });
  const changes: WordChange[] = parts
    ? parts.map(({ added, removed, value }) => ({ type: added ? 'added' : removed ? 'removed' : 'same', text: value }))
    : [
        { type: 'removed', text: before },
        { type: 'added', text: after },
      ];
  return changes.filter(({ text }) => text !== '');
}

/** The current and the previous description of a tool, line by line. Lines in only one of them are marked. */
export function DefinitionDiff({ change }: { change: DefinitionChange }) {
  const [before, after] = [change.before.split('\n'), change.after.split('\n')];
  return (
    <dl className="definition-diff">
      <dt>{t('toolBefore')}</dt>
      <dd>
        <Lines lines={before} others={after} mark="del" />
      </dd>
      <dt>{t('toolNow')}</dt>
      <dd>
        <Lines lines={after} others={before} mark="ins" />
      </dd>
    </dl>
  );
}

function Lines({ lines, others, mark: Mark }: { lines: string[]; others: string[]; mark: 'del' | 'ins' }) {
  const otherLines = new Set(others.map((line) => line.replace(/,$/, '')));
  return (
    <pre>
      {lines.map((line, index) => {
        const text = `${visibleText(line)}\n`;
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that tells them apart
        return otherLines.has(line.replace(/,$/, '')) ? text : <Mark key={index}>{text}</Mark>;
      })}
    </pre>
  );
}
