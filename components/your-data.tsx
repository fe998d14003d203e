import { Download, Upload } from 'lucide-react';
import { FileButton } from './file-button.tsx';

type Props = {
  /** What is going on, or how it ended; '' at first. */
  status: string;
  isBusy: boolean;
  onExport: () => void;
  onImport: (file: File) => void;
};

/** Taking all chats out as a file, and bringing a file back in. */
export function YourData({ status, isBusy, onExport, onImport }: Props) {
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p className="lead">
        Your chats are stored on this computer only. An exported file holds all of them, and no keys or endpoints. Chats
        are never replaced by an import.
      </p>
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={onExport}>
          <Download size={14} aria-hidden /> Export all chats
        </button>
        <FileButton label="File to import" isBusy={isBusy} onFile={onImport}>
          <Upload size={14} aria-hidden /> Import chats
        </FileButton>
      </div>
      <output aria-live="polite">{status}</output>
    </section>
  );
}
