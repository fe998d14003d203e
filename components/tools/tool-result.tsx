import { Download } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type OutputFile, readToolPreview, type ToolCall } from '../../lib/contracts/index.ts';
import { buildFileName } from '../../lib/documents/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { maskSecrets, visibleText } from '../../lib/security/index.ts';
import { oneLine } from '../../lib/text/index.ts';
import { findToolView } from './tool-labels.ts';
import { ToolPreviewView } from './tool-preview.tsx';

type Props = { call: Extract<ToolCall, { state: 'output-available' }> };

/** The result of a call: a preview, and on demand the text for the model. */
export function ToolResult({ call }: Props): ReactNode {
  const { content, details, images } = call.output;
  const preview = useMemo(() => readToolPreview(details), [details]);
  return (
    <div className="tool-call-result">
      <p className="tool-call-source">{summarizeDetails(details)}</p>
      {images?.map((image) => (
        <img
          key={image.data.length}
          className="tool-call-image"
          src={`data:${image.mediaType};base64,${image.data}`}
          width={image.width}
          height={image.height}
          alt={t('modelWasShown')}
        />
      ))}
      {preview && <ToolPreviewView preview={preview} />}
      {!preview && findToolView(call.toolName) === null && <ToolWords content={content} />}
      <TextForModel text={content} />
    </div>
  );
}

/** Summarizes the details of a result in a line. */
function summarizeDetails(details: Record<string, unknown> | undefined): string {
  const title = typeof details?.title === 'string' && details.title !== '' ? details.title : t('result');
  const counts = COUNTED.flatMap(({ name, words }) => {
    const count = details?.[name];
    return typeof count === 'number' ? [plural(words, count)] : [];
  });
  return [title, ...counts, ...(details?.more === true ? [t('moreToRead')] : [])].join(' · ');
}

/** The counts in the details of results, as shown on the card. */
const COUNTED = [
  { name: 'characters', words: 'countedCharacters' },
  { name: 'tokens', words: 'tokenCount' },
  { name: 'hits', words: 'countedHits' },
  { name: 'links', words: 'countedLinks' },
  { name: 'rows', words: 'countedRows' },
  { name: 'forms', words: 'countedForms' },
  { name: 'pages', words: 'countedPages' },
  { name: 'lines', words: 'countedLines' },
  { name: 'tabs', words: 'countedTabs' },
] as const;

/** Saves a file on the user's machine. Null if there is no panel that can do so. */
export const SaveFile = createContext<((blob: Blob, fileName: string) => void) | null>(null);

/** The media types of saved files. With the mark at the beginning, spreadsheets read a CSV as UTF-8. */
const TYPES: Record<OutputFile['type'], { mediaType: string; mark: string }> = {
  csv: { mediaType: 'text/csv', mark: '\uFEFF' },
  md: { mediaType: 'text/markdown', mark: '' },
  txt: { mediaType: 'text/plain', mark: '' },
};

/** A button that saves the content of a result as a file. */
export function SaveResult({ content, file }: { content: string; file: OutputFile }): ReactNode {
  const save = useContext(SaveFile);
  if (save === null) return null;
  const { mediaType, mark } = TYPES[file.type];
  const fileName = buildFileName(file.title, new Date(), file.type);
  return (
    <p className="tool-call-save">
      <button
        type="button"
        className="button small"
        onClick={() => save(new Blob([mark, content], { type: `${mediaType};charset=utf-8` }), fileName)}
      >
        <Download size={13} aria-hidden /> {t('saveAsFile', { type: file.type.toUpperCase() })}
      </button>
    </p>
  );
}

/** The maximum number of characters of another program's answer that are shown at once. */
const MAX_WORDS = 400;

/** The beginning of the answer of another program's tool, without secrets. */
export function ToolWords({ content }: { content: string }) {
  const words = oneLine(maskSecrets(content).text, MAX_WORDS);
  return words === '' ? null : <p dir="auto">{visibleText(words)}</p>;
}

/** The exact text sent to the model, on demand. `title` defaults to a tool's result. */
export function TextForModel({ text, title = t('textForModel') }: { text: string; title?: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre dir="auto">{text}</pre>
    </details>
  );
}
