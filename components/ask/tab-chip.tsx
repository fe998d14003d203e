import { PanelTop } from 'lucide-react';
import type { AddedTab } from '../../lib/contracts/index.ts';
import { Chip } from '../parts/chip.tsx';

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
