import { type ReactNode, useRef } from 'react';

type Props = {
  /** Names the hidden input. */
  label: string;
  /** Types and endings of files, as in HTML. */
  accept?: string;
  isBusy: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A button that selects a file, JSON by default. */
export function FileButton({ label, accept = 'application/json,.json', isBusy, onFile, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => field.current?.click()}>
        {children}
      </button>
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // Allows the same file to be selected again.
          event.target.value = '';
        }}
      />
    </>
  );
}
