import './shortcut-list.css';
import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { PanelShortcuts } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/buttons.tsx';
import { effectiveShortcuts, PANEL_ACTIONS, type PanelAction, type PanelActionId } from './panel-actions.ts';
import {
  browserShortcut,
  type Shortcut,
  type ShortcutError,
  shortcutError,
  shortcutText,
  toShortcut,
} from './shortcut.ts';

/**
 * A command that the browser itself listens for, in every tab. `keys` is in the browser's notation, or '' if there are
 * none.
 */
export type BrowserCommand = { name: string; keys: string };

type Props = {
  own: PanelShortcuts;
  commands: readonly BrowserCommand[];
  onChange: (own: PanelShortcuts) => void;
};

/**
 * The actions of the panel with their keys, which can be changed, removed and reset. Keys that are used elsewhere are
 * refused. Actions without keys, which are most, are shown when asked for.
 */
export function ShortcutList({ own, commands, onChange }: Props) {
  const [recording, setRecording] = useState<PanelActionId | null>(null);
  const [refusal, setRefusal] = useState<{ id: PanelActionId; text: string } | null>(null);
  const [isAll, setIsAll] = useState(false);
  const shortcuts = effectiveShortcuts(own);
  const actions = PANEL_ACTIONS.filter(({ id }) => isAll || shortcuts.has(id) || own[id] !== undefined);

  const set = (action: PanelAction, keys: Shortcut | null | undefined) => {
    // Undefined resets to the default, which another action may use in the meantime.
    const newKeys = keys === undefined ? (action.shortcut ?? null) : keys;
    const text = newKeys === null ? null : refusalText(newKeys, action.id, shortcuts, commands);
    setRefusal(text === null ? null : { id: action.id, text });
    if (text !== null) return;
    setRecording(null);
    const { [action.id]: _, ...others } = own;
    onChange(newKeys === (action.shortcut ?? null) ? others : { ...others, [action.id]: newKeys });
  };
  const stop = () => {
    setRecording(null);
    setRefusal(null);
  };
  const onKeyDown = (event: KeyboardEvent, action: PanelAction) => {
    const keys = toShortcut(event.nativeEvent);
    // Tab leaves the button, as everywhere.
    if (keys === null || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') stop();
    else set(action, /^(?:Backspace|Delete)$/.test(keys) ? null : keys);
  };

  return (
    <>
      <ul className="shortcut-list">
        {actions.map((action) => {
          const { id } = action;
          const isRecording = recording === id;
          return (
            <ShortcutRow
              key={id}
              action={action}
              keys={shortcuts.get(id)}
              isRecording={isRecording}
              refusal={refusal?.id === id ? refusal.text : null}
              onToggle={() => (isRecording ? stop() : setRecording(id))}
              onStop={stop}
              onKeyDown={(event) => onKeyDown(event, action)}
              onReset={own[id] === undefined ? null : () => set(action, undefined)}
            />
          );
        })}
      </ul>
      <div className="actions">
        <button type="button" className="button" onClick={() => setIsAll(!isAll)}>
          {isAll ? t('shortcutsShowSet') : t('shortcutsShowAll', { number: PANEL_ACTIONS.length })}
        </button>
        {Object.keys(own).length > 0 && (
          <button type="button" className="button" onClick={() => onChange({})}>
            {t('shortcutsResetAll')}
          </button>
        )}
      </div>
    </>
  );
}

type RowProps = {
  action: PanelAction;
  /** Undefined if the action has none. */
  keys: Shortcut | undefined;
  /** Whether the next keys become those of the action. */
  isRecording: boolean;
  /** Why the last keys were refused, or null. */
  refusal: string | null;
  onToggle: () => void;
  onStop: () => void;
  /** Called while recording. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** Null if the action has its default keys. */
  onReset: (() => void) | null;
};

function ShortcutRow({ action, keys, isRecording, refusal, onToggle, onStop, onKeyDown, onReset }: RowProps) {
  const hint = useId();
  const { label, group } = action;
  const name = t('actionOfGroup', { action: t(label), group: t(group) });
  const keysText = keys === undefined ? t('none') : shortcutText(keys);
  return (
    <li>
      <span className="shortcut-name">
        {t(label)} <small>{t(group)}</small>
      </span>
      <button
        type="button"
        className="button small"
        aria-label={isRecording ? undefined : t('shortcutChange', { action: name, keys: keysText })}
        aria-describedby={isRecording ? hint : undefined}
        aria-pressed={isRecording}
        onClick={onToggle}
        onKeyDown={(event) => isRecording && onKeyDown(event)}
        onBlur={() => isRecording && onStop()}
      >
        {isRecording ? t('shortcutPress') : keys === undefined ? keysText : <kbd>{keysText}</kbd>}
      </button>
      {onReset && (
        <IconButton label={t('shortcutReset', { action: name })} onClick={onReset}>
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
      {isRecording && (
        <p className="hint" id={hint}>
          {t('shortcutPressFor', { action: name })}
        </p>
      )}
      {refusal !== null && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </li>
  );
}

/** Returns why an action cannot have these keys. Null if it can. */
function refusalText(
  shortcut: Shortcut,
  id: PanelActionId,
  shortcuts: ReadonlyMap<PanelActionId, Shortcut>,
  commands: readonly BrowserCommand[],
): string | null {
  const keys = shortcutText(shortcut);
  const error = shortcutError(shortcut);
  if (error !== null) return t(ERRORS[error], { keys });
  const otherAction = PANEL_ACTIONS.find((each) => each.id !== id && shortcuts.get(each.id) === shortcut);
  if (otherAction !== undefined) return t('shortcutTaken', { keys, action: t(otherAction.label) });
  const command = commands.find((each) => browserShortcut(each.keys) === shortcut);
  return command === undefined ? null : t('shortcutTaken', { keys, action: command.name });
}

const ERRORS = {
  'needs-modifier': 'shortcutNeedsModifier',
  'edits-text': 'shortcutEditsText',
  reserved: 'shortcutReserved',
} as const satisfies Record<ShortcutError, string>;
