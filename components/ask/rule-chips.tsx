import { ShieldCheck } from 'lucide-react';
import { type ChatRule, chatRuleKey } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { chatRuleText } from '../parts/chat-rule-text.ts';
import { AttachedList, Chip } from '../parts/chip.tsx';

type Props = { rules: readonly ChatRule[]; onRemove: (rule: ChatRule) => void };

/** What the user allows for the rest of the chat, each with a button that ends it. */
export function RuleChips({ rules, onRemove }: Props) {
  return (
    <AttachedList label={t('chatRules')}>
      {rules.map((rule) => (
        <Chip
          key={chatRuleKey(rule)}
          icon={<ShieldCheck size={12} aria-hidden />}
          name={chatRuleText(rule)}
          detail=""
          hint={`${t('chatRules')}: ${chatRuleText(rule)}`}
          onRemove={() => onRemove(rule)}
        />
      ))}
    </AttachedList>
  );
}
