import { ShieldCheck } from 'lucide-react';
import { BROWSER_SEARCH, type ChatRule, chatRuleKey } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { AttachedList, Chip } from './chip.tsx';
import { visibleWords } from './rich-text.tsx';

type Props = { rules: readonly ChatRule[]; onRemove: (rule: ChatRule) => void };

/** What the user allows for the rest of the chat, each with a button that revokes it. */
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

/** What a rule covers. */
export function chatRuleText(rule: ChatRule): string {
  switch (rule.type) {
    case 'searches':
      return t('ruleSearches', { engine: siteName(rule.origin) });
    case 'pages':
      return t('rulePages', { site: siteName(rule.origin) });
    case 'tool':
      return t('ruleTool', { tool: toolName(rule) });
    default:
      return rule satisfies never;
  }
}

/** The button that sets a rule. */
export function allowForChatText(rule: ChatRule): string {
  switch (rule.type) {
    case 'searches':
      return t('allowSearchesInChat', { engine: siteName(rule.origin) });
    case 'pages':
      return t('allowPagesInChat', { site: siteName(rule.origin) });
    case 'tool':
      return t('allowToolInChat', { tool: toolName(rule) });
    default:
      return rule satisfies never;
  }
}

/** Returns the host in ASCII, or the whole origin if the connection is not encrypted. */
function siteName(origin: string): string {
  if (origin === BROWSER_SEARCH) return t('browserSearchEngine');
  const url = URL.parse(origin);
  return url?.protocol === 'https:' ? url.host : visibleText(origin);
}

function toolName({ tool, server }: Extract<ChatRule, { type: 'tool' }>): string {
  return `${visibleWords(tool.slice(0, 60))} (${siteName(server)})`;
}
