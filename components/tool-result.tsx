import { type ReactNode, useMemo } from 'react';
import type { ToolCall } from '../lib/protocol/tool-call.ts';
import { previewOf } from '../lib/protocol/tool-preview.ts';
import { ToolPreviewView } from './tool-preview.tsx';

type Props = { call: Extract<ToolCall, { state: 'output-available' }> };

/** What a call brought: as a person would look at it, and the text the model was given on demand. */
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
          alt="What the model was shown"
        />
      ))}
      {preview && <ToolPreviewView preview={preview} />}
      <details>
        <summary>Text for the model</summary>
        <pre dir="auto">{content}</pre>
      </details>
    </div>
  );
}

/** What tools tell the panel of their result, in a line. */
function summaryOf(details: Record<string, unknown> | undefined): string {
  const title = typeof details?.title === 'string' && details.title !== '' ? details.title : 'Result';
  const counts = COUNTED.flatMap(({ name, one, many }) => {
    const count = details?.[name];
    return typeof count === 'number' ? [` · ${count.toLocaleString()} ${count === 1 ? one : many}`] : [];
  });
  return `${title}${counts.join('')}${details?.more === true ? ' · more to read' : ''}`;
}

/** What tools count in their details, as the card says it. */
const COUNTED = [
  { name: 'characters', one: 'character', many: 'characters' },
  { name: 'tokens', one: 'token', many: 'tokens' },
  { name: 'hits', one: 'hit', many: 'hits' },
  { name: 'links', one: 'link', many: 'links' },
  { name: 'rows', one: 'row', many: 'rows' },
  { name: 'forms', one: 'form', many: 'forms' },
  { name: 'pages', one: 'page', many: 'pages' },
  { name: 'lines', one: 'line', many: 'lines' },
  { name: 'tabs', one: 'tab', many: 'tabs' },
];
