import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { type AttachedFile, estimateTokens } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { tokenCount } from '../figures/token-count.ts';
import { Chip } from '../parts/chip.tsx';

type Props = {
  file: AttachedFile;
  /** Whether the selected model does not accept pictures. */
  isBlind?: boolean;
  onRemove?: () => void;
};

/** A file attached to a question. */
export function FileChip({ file, isBlind = false, onRemove }: Props) {
  const text = file.type === 'text' ? file.text : '';
  const tokens = useMemo(() => estimateTokens(text), [text]);
  if (file.type === 'text') {
    const detail = tokenCount(tokens);
    return (
      <Chip
        icon={<FileText size={12} aria-hidden />}
        name={file.name}
        detail={detail}
        hint={`${file.name}\n${detail}`}
        onRemove={onRemove}
      />
    );
  }
  const { mediaType, data, width, height } = file.image;
  return (
    <Chip
      icon={<img src={`data:${mediaType};base64,${data}`} alt="" />}
      name={file.name}
      detail={t('attachPixels', { width: String(width), height: String(height) })}
      hint={file.name}
      warning={isBlind ? t('attachNoPictures') : undefined}
      onRemove={onRemove}
    />
  );
}
