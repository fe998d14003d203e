import './composer.css';
import { ArrowUp, Globe, MessagesSquare, Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Mention, mentionAt } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { FileInput, IconButton } from '../parts/buttons.tsx';
import { useTextHeight } from '../parts/form-field.tsx';
import { isComposing } from '../parts/keyboard.ts';
import {
  MentionSuggestion,
  mentionKey,
  type OfferedPrompt,
  PromptSuggestion,
  type Suggestion,
  SuggestionMenu,
} from './suggestion-menu.tsx';

type Props = {
  text: string;
  onText: (text: string) => void;
  /** The prompts offered for `/` in the field; null if there are none. */
  prompts: readonly OfferedPrompt[] | null;
  /** Called with the text after `@` while a mention is being written, else with null; and what is offered for it. */
  onMentionQuery: (query: string | null) => void;
  mentions: readonly Mention[];
  /** Called with a mention that was chosen, and removed from the text. */
  onMention: (mention: Mention) => void;
  /** Increases whenever the field should get the focus. */
  focus: number;
  /** Increases whenever the dialog for files should open. */
  picking: number;
  /** Whether the next question is about a page. */
  hasPage: boolean;
  /** Whether files are attached, which can be sent without words. */
  hasFiles: boolean;
  /** Whether an answer is in progress, so that messages are queued. */
  isRunning: boolean;
  /** Whether a message can be sent. */
  isReady: boolean;
  /** Called with files that were selected or pasted. */
  onFiles: (files: File[]) => void;
  /** Whether the model may search the web, and how to switch that. */
  web: { isOn: boolean; onToggle: () => void };
  /** Whether the model may search the user's other chats, and how to switch that. */
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
  onMentionQuery,
  mentions,
  onMention,
  focus,
  picking,
  hasPage,
  hasFiles,
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
  const canSend = isReady && (text.trim() !== '' || hasFiles);

  useTextHeight(field, text);

  const [caret, setCaret] = useState(0);
  const mention = mentionAt(text, caret);
  const query = mention?.query ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each query, whatever else renders
  useEffect(() => {
    onMentionQuery(query);
  }, [query]);

  /** Where the caret belongs once the text without a mention is shown. */
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  const pickMention = (choice: Mention) => {
    if (mention === null) return;
    const insertion = choice.kind === 'bookmark' ? `${choice.url} ` : '';
    nextCaret.current = mention.from + insertion.length;
    setCaret(nextCaret.current);
    onText(text.slice(0, mention.from) + insertion + text.slice(caret));
    onMention(choice);
  };

  const menuId = useId();
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const suggestions: Suggestion[] =
    prompts !== null && prompts.length > 0
      ? prompts.map((prompt) => ({
          key: `${prompt.server} ${prompt.name}`,
          content: <PromptSuggestion prompt={prompt} />,
          pick: prompt.onPick,
        }))
      : mention === null
        ? []
        : mentions.map((each) => ({
            key: mentionKey(each),
            content: <MentionSuggestion mention={each} />,
            pick: () => pickMention(each),
          }));
  const visibleSuggestions = suggestions.length === 0 || closedAt === text ? null : suggestions;
  const activeIndex = Math.min(active, (visibleSuggestions?.length ?? 1) - 1);

  /** Handles keys for the open menu. Returns whether the key was handled. */
  const onMenuKey = (event: KeyboardEvent): boolean => {
    const suggestion = visibleSuggestions?.[activeIndex];
    if (!visibleSuggestions || !suggestion) return false;
    if (event.key === 'Enter' || event.key === 'Tab') suggestion.pick();
    else if (event.key === 'Escape') setClosedAt(text);
    else if (event.key === 'ArrowDown') setActive((activeIndex + 1) % visibleSuggestions.length);
    else if (event.key === 'ArrowUp')
      setActive((activeIndex + visibleSuggestions.length - 1) % visibleSuggestions.length);
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
      {visibleSuggestions && (
        <SuggestionMenu
          id={menuId}
          label={t(mention === null ? 'prompts' : 'mentions')}
          suggestions={visibleSuggestions}
          active={activeIndex}
          onActive={setActive}
        />
      )}
      <span className="visually-hidden" role="status">
        {visibleSuggestions && plural('suggestionCount', visibleSuggestions.length)}
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
          aria-controls={visibleSuggestions ? menuId : undefined}
          aria-activedescendant={visibleSuggestions ? `${menuId}-${activeIndex}` : undefined}
          onChange={(event) => {
            setActive(0);
            setCaret(event.target.selectionStart);
            onText(event.target.value);
          }}
          onSelect={({ currentTarget }) => {
            // Rendering must not undo a value that was set by a program and is not reported yet.
            if (currentTarget.value === text) setCaret(currentTarget.selectionStart);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { files, types } = event.clipboardData;
            if (files.length === 0 || isTextWithPicture(types)) return;
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

/**
 * Whether the pasted content is text with a picture of it, as word processors copy it. File managers add only the name of a file.
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
