import { FileText, SquareTerminal, X } from 'lucide-react';
import { useMemo } from 'react';
import { type AttachedFile, estimateTokens } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { tokenCount } from '../figures/token-count.ts';
import { Chip } from '../parts/chip.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import './attached-prompt.css';

type Props = {
  file: AttachedFile;
  /** Whether the selected model does not accept pictures. */
  isBlind?: boolean;
  onRemove?: () => void;
};

/** A file or prompt attached to a question. The text of a prompt is unfolded until it is sent. */
export function FileChip({ file, isBlind = false, onRemove }: Props) {
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
    const detail = [tokenCount(tokens), ...(source === undefined ? [] : [source.name])].join(' · ');
    return (
      <Chip
        icon={<FileText size={12} aria-hidden />}
        name={name}
        detail={detail}
        hint={[name, detail, ...from].join('\n')}
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
      warning={isBlind ? t('attachNoPictures') : undefined}
      onRemove={onRemove}
    />
  );
}
