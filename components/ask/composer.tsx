import './composer.css';
import { ArrowUp, Globe, MessagesSquare, Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Mention } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { FileInput, IconButton } from '../parts/buttons.tsx';
import { useTextHeight } from '../parts/form-field.tsx';
import { isComposing } from '../parts/keyboard.ts';
import { type OfferedPrompt, SuggestionMenu } from './suggestion-menu.tsx';
import { useMention } from './use-mention.ts';
import { useSuggestions } from './use-suggestions.tsx';

type Props = {
  text: string;
  onText: (text: string) => void;
  /** The prompts offered for `/` in the field. Null if there are none. */
  prompts: readonly OfferedPrompt[] | null;
  /**
   * Called with the text after `@` while a mention is being written, otherwise with null. Followed by what is offered
   * for it.
   */
  onMentionQuery: (query: string | null) => void;
  mentions: readonly Mention[];
  /** Called with a mention that was chosen and removed from the text. */
  onMention: (mention: Mention) => void;
  /** Increases whenever the field should get the focus. */
  focus: number;
  /** Increases whenever the dialog for files should open. */
  picking: number;
  /** Whether the next question is about a page. */
  hasPage: boolean;
  /** Whether files are attached, which can be sent without text. */
  hasFiles: boolean;
  /** Whether an answer is in progress, so that messages are queued. */
  isRunning: boolean;
  /** Whether a message can be sent. */
  isReady: boolean;
  /** Called with files that were selected or pasted. */
  onFiles: (files: File[]) => void;
  /** Whether the model may search the web, and how to toggle that. */
  web: { isOn: boolean; onToggle: () => void };
  /** Whether the model may search the user's other chats, and how to toggle that. */
  ownData: { isOn: boolean; onToggle: () => void };
  onSend: () => void;
  onStop: () => void;
  /** Shown above and below the field: the context and the model. */
  above: ReactNode;
  below: ReactNode;
};

/** The message field. Enter sends, Shift+Enter inserts a line break, and keys of an input method are ignored. */
export function Composer(props: Props) {
  const { text, focus, hasPage, isReady, hasFiles, onText, onFiles, onSend } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
  useTextHeight(field, text);
  const mention = useMention(field, props);
  const menu = useSuggestions(props, mention);
  const canSend = isReady && (text.trim() !== '' || hasFiles);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || menu.handleKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    // A key that is still held down from a card above, whose last button was pressed, sends nothing.
    if (canSend && !event.repeat) onSend();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      {props.above}
      {menu.suggestions && (
        <SuggestionMenu
          id={menu.id}
          label={t(mention.isOpen ? 'mentions' : 'prompts')}
          suggestions={menu.suggestions}
          active={menu.active}
          onActive={menu.setActive}
        />
      )}
      <span className="visually-hidden" role="status">
        {menu.suggestions && plural('suggestionCount', menu.suggestions.length)}
      </span>
      <div className="composer-box">
        <textarea
          ref={field}
          aria-label={t('messageField')}
          placeholder={t(hasPage ? 'askPlaceholder' : 'askAnything')}
          rows={1}
          dir="auto"
          value={text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={menu.suggestions ? menu.id : undefined}
          aria-activedescendant={menu.suggestions ? `${menu.id}-${menu.active}` : undefined}
          onChange={(event) => {
            menu.setActive(0);
            mention.setCaret(event.target.selectionStart);
            onText(event.target.value);
          }}
          onSelect={({ currentTarget }) => {
            // Rendering must not undo a value that a program has set and that has not been reported yet.
            if (currentTarget.value === text) mention.setCaret(currentTarget.selectionStart);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { files, types } = event.clipboardData;
            if (files.length === 0 || isTextWithPicture(types)) return;
            event.preventDefault();
            onFiles([...files]);
          }}
        />
        <ComposerBar {...props} canSend={canSend} />
      </div>
    </form>
  );
}

/** The part below the text: attachments, switches, the model, and the buttons that send and stop. */
function ComposerBar({
  picking,
  web,
  ownData,
  below,
  isRunning,
  canSend,
  onFiles,
  onStop,
}: Props & { canSend: boolean }) {
  const send = t(isRunning ? 'sendAfter' : 'send');
  return (
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
          <button type="button" className="button icon send" aria-label={t('stop')} title={t('stop')} onClick={onStop}>
            <Square size={14} fill="currentColor" aria-hidden />
          </button>
        )}
        {(!isRunning || canSend) && (
          <button type="submit" className="button primary icon send" aria-label={send} title={send} disabled={!canSend}>
            <ArrowUp size={16} aria-hidden />
          </button>
        )}
      </span>
    </div>
  );
}

/**
 * Whether the pasted content is text with a picture of it, as word processors copy it. File managers add only the name
 * of a file.
 */
function isTextWithPicture(types: readonly string[]): boolean {
  return types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
}

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
      <FileInput ref={field} label={t('attachFilesField')} accept="" isMultiple onFiles={onFiles} />
    </>
  );
}
