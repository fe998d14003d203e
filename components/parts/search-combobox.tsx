import type { KeyboardEvent } from 'react';
import { isComposing } from './keyboard.ts';

type Props = {
  /** The name of the field, and its placeholder. */
  label: string;
  /** The list of options, while the field keeps the focus. */
  listId: string;
  /** The id of the active option. Undefined if there is none. */
  activeId: string | undefined;
  /** Index of the active option. */
  active: number;
  /** The number of options. */
  count: number;
  query: string;
  isFocusedAtFirst?: boolean;
  onQuery: (query: string) => void;
  onActive: (index: number) => void;
  /** Called for Enter, which selects the active option. */
  onChoose: () => void;
};

/** Number of options for Page Up and Page Down. */
const PAGE = 10;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** A search field over a list. Arrow keys and page keys move the active option, Enter selects it. */
export function SearchCombobox(props: Props) {
  const { label, active, count } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') {
      // The field may be inside a form, which Enter would submit.
      event.preventDefault();
      props.onChoose();
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    props.onActive(moved(active, step, count));
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has opened it to search
      autoFocus={props.isFocusedAtFirst ?? false}
      type="text"
      role="combobox"
      aria-label={label}
      aria-expanded
      aria-controls={props.listId}
      aria-autocomplete="list"
      aria-activedescendant={props.activeId}
      placeholder={label}
      spellCheck={false}
      autoComplete="off"
      value={props.query}
      onChange={(event) => props.onQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** A step beyond one end continues at the other. A page stops at the end. */
function moved(from: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (from + step + count) % count;
  return Math.min(Math.max(from + step, 0), count - 1);
}
