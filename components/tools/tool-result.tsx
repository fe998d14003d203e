import { type ReactNode, useMemo } from 'react';
import { previewOf, type ToolCall } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { TextForModel } from './text-for-model.tsx';
import { ToolPreviewView } from './tool-preview.tsx';

type Props = { call: Extract<ToolCall, { state: 'output-available' }> };

/** The result of a call: a preview, and the text for the model on demand. */
export function ToolResult({ call }: Props): ReactNode {
  const { content, details, images } = call.output;
  const preview = useMemo(() => previewOf(details), [details]);
  return (
    <div className="tool-call-result">
      <p className="tool-call-source">{summaryOf(details)}</p>
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
      <TextForModel text={content} />
    </div>
  );
}

/** Summarizes the details of a result in a line. */
function summaryOf(details: Record<string, unknown> | undefined): string {
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
