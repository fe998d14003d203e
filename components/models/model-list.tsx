import { Brain, Check, Eye, Star, Wrench } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import type { ModelEntry, ModelGroup } from './model-entry.ts';
import type { ModelFact } from './model-facts.ts';

/** Heights of rows in pixels, as in model-list.css. */
const HEAD_HEIGHT = 28;
const NAME_HEIGHT = 32;
const FACTS_HEIGHT = 48;

type Props = {
  id: string;
  groups: readonly ModelGroup[];
  selected: string;
  /** Index of the option that Enter selects, counted over all groups. */
  active: number;
  favourites: ReadonlySet<string>;
  /** The keys of models with a second line, which shows `listFacts`. */
  known: ReadonlySet<string>;
  listFacts: (entry: ModelEntry) => readonly ModelFact[];
  onActive: (index: number) => void;
  onChoose: (entry: ModelEntry) => void;
  onFavourite: (entry: ModelEntry) => void;
};

type Row = { top: number; height: number; group: number } & (
  | { type: 'head' }
  | { type: 'option'; entry: ModelEntry; index: number }
);

/** A virtualized list of thousands of models. The field above it keeps the focus. */
export function ModelList(props: Props) {
  const { id, groups, active, known } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const rows = useMemo(() => layOutRows(groups, known), [groups, known]);
  const offsets = useMemo(() => rowOffsets(rows.map((row) => row.height)), [rows]);
  const { first, end } = listWindow(offsets, view.top, view.height);
  const activeRow = rows.find((row) => row.type === 'option' && row.index === active);
  const activeTop = activeRow?.top ?? 0;

  const look = () => {
    const box = scroller.current;
    if (box) setView({ top: box.scrollTop, height: box.clientHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option is brought into sight when it changes
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !activeRow) return;
    const top = active === 0 ? 0 : activeRow.top;
    if (top < box.scrollTop) box.scrollTop = top;
    const bottom = activeRow.top + activeRow.height;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    look();
  }, [active, activeTop, groups]);

  const visibleGroups = Map.groupBy(rows.slice(first, end), (row) => row.group);
  const count = rows.length - groups.length;
  return (
    <div
      ref={scroller}
      id={id}
      className="model-list"
      role="listbox"
      aria-label={t('models')}
      tabIndex={-1}
      onScroll={look}
    >
      <div className="model-rows" style={{ height: offsets.at(-1) }}>
        {[...visibleGroups].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a list box
          <div key={group} role="group" aria-label={groups[group]?.title}>
            {members.map((row) => (
              <RowView key={row.type === 'head' ? 'head' : row.index} {...props} row={row} count={count} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function RowView({ row, count, ...props }: Props & { row: Row; count: number }) {
  const style = { top: row.top, height: row.height };
  if (row.type === 'head') {
    return (
      <div className="model-group" style={style} aria-hidden>
        {props.groups[row.group]?.title}
      </div>
    );
  }
  const { entry, index } = row;
  const isFavourite = props.favourites.has(entry.key);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which names the active option
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      id={optionId(props.id, index)}
      role="option"
      className="model-option"
      style={style}
      aria-selected={entry.key === props.selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-active={index === props.active}
      onMouseMove={() => index !== props.active && props.onActive(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const isStar = (event.target as Element).closest('.model-star') !== null;
        if (isStar) props.onFavourite(entry);
        else props.onChoose(entry);
      }}
    >
      <span className="model-check">{entry.key === props.selected && <Check size={13} aria-hidden />}</span>
      <span className="model-name" title={entry.model.modelId}>
        {entry.name}
      </span>
      <span className="model-star" data-on={isFavourite} title={t(isFavourite ? 'noFavourite' : 'favourite')}>
        <Star size={13} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden />
      </span>
      <ModelFactsLine facts={props.listFacts(entry)} />
    </div>
  );
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function layOutRows(groups: readonly ModelGroup[], keysWithFacts: Props['known']): Row[] {
  const rows: Row[] = [];
  let top = 0;
  let index = 0;
  groups.forEach(({ entries }, group) => {
    rows.push({ type: 'head', group, top, height: HEAD_HEIGHT });
    top += HEAD_HEIGHT;
    for (const entry of entries) {
      const height = keysWithFacts.has(entry.key) ? FACTS_HEIGHT : NAME_HEIGHT;
      rows.push({ type: 'option', group, entry, index, top, height });
      top += height;
      index += 1;
    }
  });
  return rows;
}

/** The known properties of a model, with a reason on hover. */
function ModelFactsLine({ facts }: { facts: readonly ModelFact[] }) {
  return (
    <span className="model-facts">
      {facts.map((fact) => (
        <span key={fact.kind} className="model-fact" data-kind={fact.kind} title={fact.why}>
          <FactIcon kind={fact.kind} />
          {fact.text}
        </span>
      ))}
    </span>
  );
}

function FactIcon({ kind }: { kind: ModelFact['kind'] }) {
  switch (kind) {
    case 'tools':
      return <Wrench size={11} aria-hidden />;
    case 'vision':
      return <Eye size={11} aria-hidden />;
    case 'reasoning':
      return <Brain size={11} aria-hidden />;
    case 'context':
    case 'price':
    case 'speed':
    case 'limit':
      return null;
    default:
      return kind satisfies never;
  }
}

/** The rendered rows of a long list, from `first` to before `end`. */
type ListWindow = { first: number; end: number };

/** Returns the offset of each row, followed by the height of the list, in pixels. */
export function rowOffsets(heights: readonly number[]): number[] {
  let end = 0;
  return [0, ...heights.map((height) => (end += height))];
}

/** The number of rows rendered beyond each edge, so that scrolling shows no gaps. */
const BEYOND = 6;

/** Returns the rows in a viewport. `offsets`: see `rowOffsets`. */
export function listWindow(offsets: readonly number[], scrollTop: number, height: number): ListWindow {
  const count = offsets.length - 1;
  const first = Math.max(0, lastAtOrBefore(offsets, scrollTop) - BEYOND);
  return { first, end: Math.min(count, lastAtOrBefore(offsets, scrollTop + height) + 1 + BEYOND) };
}

function lastAtOrBefore(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
