import type { ToolCall } from '../../lib/contracts/tool-call.ts';
import { t } from '../../lib/i18n/translate.ts';

/** What is unusual about a call: how it was written, who asked for it, and whether it had to be repaired. */
export function ToolBadges({ call }: { call: ToolCall }) {
  return badgesOf(call).map(({ text, why }) => (
    <span key={text} className="tool-call-mark" title={why}>
      {text}
    </span>
  ));
}

function badgesOf(call: ToolCall): { text: string; why: string }[] {
  const { format, followUpOf } = call;
  return [
    ...(format === null ? [] : [{ text: t('markFormat', { format }), why: t('markFormatWhy', { format }) }]),
    ...(followUpOf === null ? [] : [{ text: t('markFollowUp'), why: t('markFollowUpWhy') }]),
    ...('repaired' in call && call.repaired ? [{ text: t('markRepaired'), why: t('markRepairedWhy') }] : []),
  ];
}
