import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { isComposing } from '../parts/is-composing.ts';
import './text-edit.css';

type Props = {
  label: string;
  text: string;
  /** Label of the button that applies the change. */
  action: string;
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** Edits a text in place. Enter applies the change, Shift+Enter inserts a line break, Escape cancels. */
export function TextEdit({ label, text, action, onSave, onCancel }: Props) {
  const [changed, setChanged] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const canSave = changed.trim() !== '';
  const save = () => {
    if (canSave) onSave(changed.trim());
  };
  return (
    <form
      className="text-edit"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        dir="auto"
        value={changed}
        onChange={(event) => setChanged(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          save();
        }}
      />
      <div className="text-edit-bar">
        <button type="button" className="button quiet" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="button primary" disabled={!canSave}>
          {action}
        </button>
      </div>
    </form>
  );
}
