import './command-palette.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { ModalDialog } from '../parts/modal-dialog.tsx';
import { SearchCombobox } from '../parts/search-combobox.tsx';
import { PANEL_ACTIONS, type PanelAction, type PanelActionId } from './panel-actions.ts';
import { type Shortcut, shortcutText } from './shortcut.ts';

type Props = {
  /** Actions that can be taken now. */
  available: ReadonlySet<PanelActionId>;
  shortcuts: ReadonlyMap<PanelActionId, Shortcut>;
  onRun: (id: PanelActionId) => void;
  onClose: () => void;
};

/**
 * All actions of the panel, found by a few letters. Arrow keys and page keys move, Enter runs the action, Escape
 * closes.
 */
export function CommandPalette({ available, shortcuts, onRun, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState(0);
  const matches = matchingActions(query).filter(({ id }) => id !== 'palette' && available.has(id));
  const active = Math.min(wanted, matches.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another option becomes active
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, query]);

  const run = (action: PanelAction | undefined) => {
    if (action === undefined) return;
    // Closes first, because an action may move the focus, which a modal dialog would keep.
    dialog.current?.close();
    onClose();
    onRun(action.id);
  };
  return (
    <ModalDialog ref={dialog} className="command-palette" label={t('commandPalette')} onClose={onClose}>
      <SearchCombobox
        label={t('searchActions')}
        listId={listId}
        activeId={matches.length > 0 ? optionId(active) : undefined}
        active={active}
        count={matches.length}
        query={query}
        onQuery={(next) => {
          setQuery(next);
          setWanted(0);
        }}
        onActive={setWanted}
        onChoose={() => run(matches[active])}
      />
      <div id={listId} className="palette-list" role="listbox" aria-label={t('commandPalette')}>
        {GROUPS.map((group) => (
          <Group key={group} group={group}>
            {matches.map((action, index) =>
              action.group === group ? (
                <Option
                  key={action.id}
                  id={optionId(index)}
                  action={action}
                  isActive={index === active}
                  keys={shortcuts.get(action.id)}
                  onActive={() => setWanted(index)}
                  onRun={() => run(action)}
                />
              ) : null,
            )}
          </Group>
        ))}
      </div>
      <div role="status">{matches.length === 0 && <p>{t('noSuchAction', { words: query.trim() })}</p>}</div>
    </ModalDialog>
  );
}

const GROUPS = ['chat', 'question', 'answer', 'settings'] as const;

function Group({ group, children }: { group: (typeof GROUPS)[number]; children: (ReactNode | null)[] }) {
  const id = useId();
  if (children.every((each) => each === null)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list
    <div role="group" aria-labelledby={id}>
      <div id={id} className="palette-group" role="presentation">
        {t(group)}
      </div>
      {children}
    </div>
  );
}

type OptionProps = {
  id: string;
  action: PanelAction;
  isActive: boolean;
  keys: Shortcut | undefined;
  onActive: () => void;
  onRun: () => void;
};

function Option({ id, action, isActive, keys, onActive, onRun }: OptionProps) {
  const { label, Icon } = action;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onActive}
      onClick={onRun}
    >
      <Icon size={14} aria-hidden />
      <span>{t(label)}</span>
      {keys !== undefined && <kbd>{shortcutText(keys)}</kbd>}
    </div>
  );
}

/** Actions whose name or group has all words of a query, in their order. */
export function matchingActions(query: string): readonly PanelAction[] {
  const words = query.toLocaleLowerCase().split(/\s+/);
  return PANEL_ACTIONS.filter(({ label, group }) => {
    const text = `${t(label)} ${t(group)}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
