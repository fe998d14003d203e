import { ArrowUp, Globe, MessagesSquare, Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { isComposing } from '../parts/is-composing.ts';
import { type OfferedPrompt, PromptMenu } from './prompt-menu.tsx';
import './composer.css';

type Props = {
  text: string;
  onText: (text: string) => void;
  /** The prompts offered for `/` in the field; null if there are none. */
  prompts: readonly OfferedPrompt[] | null;
  /** Increases whenever the field should get the focus. */
  focus: number;
  /** Increases whenever files are to be chosen. */
  picking: number;
  /** Whether an answer is in progress, so that messages are queued. */
  isRunning: boolean;
  /** Whether a message can be sent. */
  isReady: boolean;
  /** Called with files that were selected or pasted. */
  onFiles: (files: File[]) => void;
  /** Whether the model may search the web, and what switches that. */
  web: { isOn: boolean; onToggle: () => void };
  /** Whether the model may search the user's other chats, and what switches that. */
  ownData: { isOn: boolean; onToggle: () => void };
  onSend: () => void;
  onStop: () => void;
  /** Shown above and below the field: the context and the model. */
  above: ReactNode;
  below: ReactNode;
};

/** The message field. Enter sends, Shift+Enter inserts a line break, and keys of an input method are ignored. */
export function Composer({
  text,
  onText,
  prompts,
  focus,
  picking,
  isRunning,
  isReady,
  onFiles,
  web,
  ownData,
  onSend,
  onStop,
  above,
  below,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const send = t(isRunning ? 'sendAfter' : 'send');
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
  const canSend = isReady && text.trim() !== '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is as high as its text
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT)}px`;
  }, [text]);

  const menuId = useId();
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const offered = prompts === null || prompts.length === 0 || closedAt === text ? null : prompts;
  const chosen = Math.min(active, (offered?.length ?? 1) - 1);

  /** Handles keys for the open menu. Returns whether the key was handled. */
  const onMenuKey = (event: KeyboardEvent): boolean => {
    const prompt = offered?.[chosen];
    if (!offered || !prompt) return false;
    if (event.key === 'Enter' || event.key === 'Tab') prompt.onPick();
    else if (event.key === 'Escape') setClosedAt(text);
    else if (event.key === 'ArrowDown') setActive((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setActive((chosen + offered.length - 1) % offered.length);
    else return false;
    event.preventDefault();
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || onMenuKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (canSend) onSend();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      {above}
      {offered && <PromptMenu id={menuId} prompts={offered} active={chosen} onActive={setActive} />}
      <div className="composer-box">
        <textarea
          ref={field}
          aria-label={t('messageField')}
          placeholder={t('askPlaceholder')}
          rows={1}
          dir="auto"
          value={text}
          aria-controls={offered ? menuId : undefined}
          aria-activedescendant={offered ? `${menuId}-${chosen}` : undefined}
          onChange={(event) => {
            setActive(0);
            onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { files, types } = event.clipboardData;
            // Text copied together with a picture of it is pasted as text.
            if (files.length === 0 || types.includes('text/plain')) return;
            event.preventDefault();
            onFiles([...files]);
          }}
        />
        <div className="composer-bar">
          <AttachButton picking={picking} onFiles={onFiles} />
          <IconButton label={t('webToggle')} title={t('webToggleHint')} aria-pressed={web.isOn} onClick={web.onToggle}>
            <Globe size={14} aria-hidden />
          </IconButton>
          <IconButton
            label={t('ownDataToggle')}
            title={t('ownDataToggleHint')}
            aria-pressed={ownData.isOn}
            onClick={ownData.onToggle}
          >
            <MessagesSquare size={14} aria-hidden />
          </IconButton>
          {below}
          <span className="composer-buttons">
            {isRunning && (
              <button
                type="button"
                className="button icon send"
                aria-label={t('stop')}
                title={t('stop')}
                onClick={onStop}
              >
                <Square size={14} fill="currentColor" aria-hidden />
              </button>
            )}
            {(!isRunning || canSend) && (
              <button
                type="submit"
                className="button primary icon send"
                aria-label={send}
                title={send}
                disabled={!canSend}
              >
                <ArrowUp size={16} aria-hidden />
              </button>
            )}
          </span>
        </div>
      </div>
    </form>
  );
}

const MAX_HEIGHT = 220;

/** Selects files of any kind; the kind is determined when they are read. */
function AttachButton({ picking, onFiles }: Pick<Props, 'picking' | 'onFiles'>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (picking > 0) field.current?.click();
  }, [picking]);
  return (
    <>
      <IconButton label={t('attachFiles')} onClick={() => field.current?.click()}>
        <Paperclip size={14} aria-hidden />
      </IconButton>
      <input
        ref={field}
        type="file"
        multiple
        aria-label={t('attachFilesField')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows the same file to be selected again.
          event.target.value = '';
        }}
      />
    </>
  );
}
