import './attached-prompt.css';
import { FileText, PanelTop, SquareTerminal, TextSelect, X } from 'lucide-react';
import { useMemo } from 'react';
import { type AddedTab, ATTACHED_LIMITS, type AttachedFile, type FileError } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { estimateTokens } from '../../lib/text/index.ts';
import { formatTokenCount } from '../parts/amounts.ts';
import { IconButton } from '../parts/buttons.tsx';
import { Chip } from '../parts/chip.tsx';
import { failureMessage } from '../parts/failure-message.ts';

type Props = {
  file: AttachedFile;
  /** Whether the selected model does not accept pictures. */
  isImageUnsupported?: boolean;
  /** Whether the server reports that this resource has changed since it was attached. */
  isChanged?: boolean;
  onRemove?: () => void;
};

/** A file or prompt attached to a question. The text of a prompt is expanded until it is sent. */
export function FileChip({ file, isImageUnsupported = false, isChanged = false, onRemove }: Props) {
  const text = file.type === 'image' ? '' : file.text;
  const tokens = useMemo(() => estimateTokens(text), [text]);
  const { name, source } = file;
  const from = source === undefined ? [] : [t('mcpFrom', { server: source.name, address: source.url })];
  if (file.type === 'prompt') {
    return (
      <li className="attached-prompt">
        <details open={onRemove !== undefined}>
          <summary dir="auto">
            <SquareTerminal size={12} aria-hidden /> {visibleText(name)} <small>{from.join('')}</small>
          </summary>
          <pre dir="auto">{text}</pre>
        </details>
        {onRemove && (
          <IconButton label={t('attachRemove', { name })} onClick={onRemove}>
            <X size={12} aria-hidden />
          </IconButton>
        )}
      </li>
    );
  }
  if (file.type === 'text') {
    const detail = [formatTokenCount(tokens), ...(source === undefined ? [] : [source.name])].join(' · ');
    return (
      <Chip
        icon={<FileText size={12} aria-hidden />}
        name={name}
        detail={detail}
        hint={[name, detail, ...from].join('\n')}
        warning={isChanged ? t('attachChanged') : undefined}
        onRemove={onRemove}
      />
    );
  }
  const { mediaType, data, width, height } = file.image;
  return (
    <Chip
      icon={<img src={`data:${mediaType};base64,${data}`} alt="" />}
      name={name}
      detail={t('attachPixels', { width: String(width), height: String(height) })}
      hint={[name, ...from].join('\n')}
      warning={isImageUnsupported ? t('attachNoPictures') : undefined}
      onRemove={onRemove}
    />
  );
}

/** A tab attached to a question. */
export function TabChip({ tab: { title, url }, onRemove }: { tab: AddedTab; onRemove?: () => void }) {
  const host = URL.parse(url)?.host ?? url;
  return (
    <Chip
      icon={<PanelTop size={12} aria-hidden />}
      name={title === '' ? host : title}
      detail={title === '' ? '' : host}
      hint={`${title}\n${url}`}
      onRemove={onRemove}
    />
  );
}

/** The text that is selected on the page, which is sent with it. */
export function SelectionChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const name = t('quotedText', { text: visibleText(text) });
  return (
    <Chip
      icon={<TextSelect size={12} aria-hidden />}
      name={name}
      detail={t('selectedOnPage')}
      hint={name}
      onRemove={onRemove}
    />
  );
}

/** Why a file was not attached, and what to do about it. */
export function fileErrorText(failure: FileError): string {
  const { name } = failure;
  switch (failure.code) {
    case 'empty':
      return t('attachEmpty', { name });
    case 'too-large':
      return t('attachTooLarge', { name });
    case 'too-long':
      return t('attachTooLong', { name });
    case 'too-many':
      return t('attachTooMany', { name, most: ATTACHED_LIMITS.files });
    case 'too-much':
      return t('attachTooMuch', { name, megabytes: ATTACHED_LIMITS.bytes / 1_000_000 });
    case 'not-text':
      return t('attachNotText', { name });
    case 'not-picture':
      return t('attachNotPicture', { name });
    case 'not-readable':
      return t('attachNotReadable', { name });
    case 'pdf':
      return t('attachPdfTrouble', { name, reason: failure.failure === null ? '' : failureMessage(failure.failure) });
    default:
      return failure satisfies never;
  }
}
