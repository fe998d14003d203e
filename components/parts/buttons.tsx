import './form-field.css';
import './allow-host.css';
import './copy-button.css';
import { Check, Copy, LoaderCircle } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../lib/i18n/index.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';
import { useSettledPlace } from './settled-place.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-label'> & {
  /** The accessible name, also shown on hover unless `title` is given. */
  label: string;
  /** The icon. */
  children: ReactNode;
};

/** A button with only an icon. */
export function IconButton({ label, title = label, children, ...others }: IconButtonProps) {
  return (
    <button type="button" className="button quiet icon" aria-label={label} title={title} {...others}>
      {children}
    </button>
  );
}

type ConfirmButtonProps = {
  className: string;
  /** The action of the button. */
  label: string;
  /** Shown after the first click. Repeats the verb of the label. */
  question: string;
  children: ReactNode;
  disabled?: boolean;
  onConfirm: () => void;
};

/** How long the first click waits for the second once the pointer and focus are elsewhere, in milliseconds. */
const WAIT_MS = 4000;

/** A button for irreversible actions, which acts on the second click. */
export function ConfirmButton({
  className,
  label,
  question,
  children,
  disabled = false,
  onConfirm,
}: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isAsking) return;
    // Reading the question may take longer (WCAG 2.2.1). After a mouse click, the button still has the focus, but not
    // visibly.
    const timer = setInterval(() => {
      if (!button.current?.matches(':hover, :focus-visible')) setIsAsking(false);
    }, WAIT_MS);
    return () => clearInterval(timer);
  }, [isAsking]);
  return (
    <button
      ref={button}
      type="button"
      className={isAsking ? `${className} asking` : className}
      aria-label={isAsking ? question : label}
      title={label}
      disabled={disabled}
      onKeyDown={ignoreHeldKey}
      onClick={({ detail: count }) => {
        // The second click of a double click comes before the question can be read.
        if (isAsking && count > 1) return;
        setIsAsking(!isAsking);
        if (isAsking) onConfirm();
      }}
    >
      {isAsking ? question : children}
    </button>
  );
}

/** A key that is held down presses a button again and again, also one that has just got the focus. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

type ApproveButtonProps = {
  label: string;
  /** Whether all of the request has been in view. */
  isReadable?: boolean;
  onApprove: () => void;
  isSecondary?: boolean;
};

/**
 * Approves a request. It cannot be pressed before the request could be read, by a script, by a key that is held down,
 * or by the second click of a double click. The first click may have removed what was above, so that another button is
 * under the pointer now. For the same reason, a pointer cannot press it just after it moved.
 */
export function ApproveButton({ label, isReadable = true, onApprove, isSecondary = false }: ApproveButtonProps) {
  const [isArmed, setIsArmed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isSettled = useSettledPlace(button);
  const followsClick = useFollowsClick();
  useEffect(() => {
    setIsArmed(false);
    if (!isReadable) return;
    // Slightly longer than the worker requires.
    const timer = setTimeout(() => setIsArmed(true), APPROVAL_ARMING_MS + 100);
    return () => clearTimeout(timer);
  }, [isReadable]);
  return (
    <button
      ref={button}
      type="button"
      className={isSecondary ? 'button' : 'button primary'}
      disabled={!isReadable || !isArmed}
      onKeyDown={ignoreHeldKey}
      onClick={({ nativeEvent, detail: count }) => {
        // A click by the keyboard has no place.
        const isMeant = count === 0 || isSettled();
        if (nativeEvent.isTrusted && !followsClick.current && isMeant) onApprove();
      }}
    >
      {label}
    </button>
  );
}

/** Whether the click that is being handled came within the arming time of another click anywhere on the page. */
function useFollowsClick(): RefObject<boolean> {
  const followsClick = useRef(false);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    const note = ({ isTrusted, timeStamp }: MouseEvent) => {
      if (!isTrusted) return;
      followsClick.current = timeStamp - lastAt < APPROVAL_ARMING_MS;
      lastAt = timeStamp;
    };
    document.addEventListener('click', note, { capture: true });
    return () => document.removeEventListener('click', note, { capture: true });
  }, []);
  return followsClick;
}

type FormButtonsProps = {
  submitLabel: string;
  /** Whether the submitted values are being processed. */
  isBusy?: boolean;
  /** Null if there is nothing to return to. */
  onCancel: (() => void) | null;
  /** Another way to submit. */
  children?: ReactNode;
};

/** The buttons at the end of a form. */
export function FormButtons({ submitLabel, isBusy = false, onCancel, children }: FormButtonsProps) {
  return (
    <div className="form-buttons">
      {onCancel && (
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      )}
      {children}
      <button type="submit" className="button primary" disabled={isBusy}>
        {isBusy && <LoaderCircle size={14} className="spin" aria-hidden />}
        {submitLabel}
      </button>
    </div>
  );
}

type FileButtonProps = {
  /** Names the hidden input. */
  label: string;
  /** The name of the button, if its content is not descriptive enough. */
  buttonLabel?: string;
  /** The accepted types and extensions of files, as in HTML. */
  accept?: string;
  isBusy: boolean;
  children: ReactNode;
} & ({ onFile: (file: File) => void; onFiles?: never } | { onFile?: never; onFiles: (files: File[]) => void });

/** A button that selects a file, or several for `onFiles`. JSON by default. */
export function FileButton(props: FileButtonProps) {
  const { label, buttonLabel, accept = 'application/json,.json', isBusy, onFile, onFiles, children } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={buttonLabel}
        disabled={isBusy}
        onClick={() => field.current?.click()}
      >
        {children}
      </button>
      <FileInput
        ref={field}
        label={label}
        accept={accept}
        isMultiple={onFiles !== undefined}
        onFiles={(files) => {
          if (onFiles) onFiles(files);
          else if (files[0] !== undefined) onFile(files[0]);
        }}
      />
    </>
  );
}

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  isMultiple: boolean;
  onFiles: (files: File[]) => void;
};

/** The hidden input behind a button that selects files. The button clicks it. An empty `accept` allows any type. */
export function FileInput({ ref, label, accept, isMultiple, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={isMultiple}
      aria-label={label}
      className="visually-hidden"
      tabIndex={-1}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        if (files.length > 0) onFiles(files);
        // Allows selecting the same file again.
        event.target.value = '';
      }}
    />
  );
}

/** Says that the browser does not allow requests to a server yet. The browser asks the user only after a click. */
export function AllowHost({ onAllow }: { onAllow: () => void }) {
  return (
    <div className="allow-host">
      <p>{t('serverNotAllowed')}</p>
      <button type="button" className="button primary" onClick={onAllow}>
        {t('allow')}
      </button>
    </div>
  );
}

type CopyButtonProps = {
  /** The label: “Copy”, “Copy as CSV”. */
  label: string;
  /** Called on click. */
  text: () => string;
};

/** Copies text and shows the result in its place, including a refusal by the browser. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { text: shownText, Icon, copy } = useCopy(label, () => navigator.clipboard.writeText(text()));
  return (
    <button type="button" className="copy-button" onClick={copy}>
      <Icon size={13} aria-hidden />
      <span aria-live="polite">{shownText}</span>
    </button>
  );
}

/** Like `CopyButton`, with only an icon. `onCopy` copies. */
export function CopyIconButton({ label, onCopy }: { label: string; onCopy: () => Promise<void> }) {
  const { text, Icon, copy } = useCopy(label, onCopy);
  return (
    <IconButton label={text} onClick={copy}>
      <Icon size={13} aria-hidden />
    </IconButton>
  );
}

/** How long the result is shown, in milliseconds. */
const CONFIRMATION_MS = 2_000;

/** Copies with `write`. `text` is the label or, for some time, the result of a copy, which the browser may refuse. */
function useCopy(label: string, write: () => Promise<void>) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void write().then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const text = { idle: label, copied: t('copied'), failed: t('copyFailed') }[state];
  return { text, Icon: state === 'copied' ? Check : Copy, copy };
}
