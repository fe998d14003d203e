import { BROWSER_SEARCH, type ChatRule } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';

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

/** The host, in ASCII; the whole origin where the connection is not encrypted. */
function siteName(origin: string): string {
  if (origin === BROWSER_SEARCH) return t('browserSearchEngine');
  const url = URL.parse(origin);
  return url?.protocol === 'https:' ? url.host : visibleText(origin);
}

function toolName({ tool, server }: Extract<ChatRule, { type: 'tool' }>): string {
  return `${visibleText(tool.slice(0, 60))} (${siteName(server)})`;
}
