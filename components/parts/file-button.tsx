import { type ReactNode, useRef } from 'react';

type Props = { label: string; isBusy: boolean; onFile: (file: File) => void; children: ReactNode };

/** A button that selects a JSON file. `label` names the hidden input. */
export function FileButton({ label, isBusy, onFile, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => field.current?.click()}>
        {children}
      </button>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
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
