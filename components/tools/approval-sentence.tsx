import type { ReactNode } from 'react';
import {
  type ApprovalDetails,
  type ApprovalRequest,
  BROWSER_SEARCH,
  type ToolQuestion,
} from '../../lib/contracts/index.ts';
import { formatList, type MessageKey, type Values } from '../../lib/i18n/index.ts';
import { labelText, RichText } from '../parts/rich-text.tsx';
import {
  asciiAddress,
  asciiSite,
  destinationHost,
  findToolQuestion,
  MAX_NAMED,
  parseApprovalArguments,
  quotedText,
  shortText,
} from './approval-texts.ts';

/** One question that says what happens after an approval, with what, and where. `argumentsBelow` lists the rest. */
export function ApprovalSentence({ request }: { request: ApprovalRequest }): ReactNode {
  // Logs of older versions have no details.
  if (request.type !== 'effect' || request.confirm === undefined) return labelText(request.reason);
  const { destination, tab } = request.confirm;
  if (tab !== undefined) {
    return <RichText message="approveTab" with={{ address: <bdi>{shortText(asciiAddress(tab.url))}</bdi> }} />;
  }
  const question = findToolQuestion(request.confirm);
  if (destination === BROWSER_SEARCH) {
    const { query, site } = parseApprovalArguments(request.confirm) ?? {};
    const words = site === undefined ? query : `${query} site:${asciiSite(String(site))}`;
    return <RichText message="approveBrowserSearch" with={{ words: <bdi>{shortText(words)}</bdi> }} />;
  }
  if (question !== null) {
    const elements = renderPlaceholders(question, request.confirm) as Values<MessageKey, ReactNode>;
    return <RichText message={question.message} with={elements} />;
  }
  const host = <bdi>{destinationHost(destination)}</bdi>;
  const tool = <bdi className="permission-tool">{toolTitle(request)}</bdi>;
  const namedValues = Object.entries(parseApprovalArguments(request.confirm) ?? {}).filter(
    ([, value]) => value !== destination,
  );
  if (namedValues.length === 0) {
    if (destination === null) return <RichText message="approveRun" with={{ tool }} />;
    return <RichText message="approveRunAt" with={{ tool, host }} />;
  }
  const pieces = namedValues.slice(0, MAX_NAMED).map(([name, value]) => `${quotedText(name)}: ${quotedText(value)}`);
  const input = <bdi>{formatList(namedValues.length > MAX_NAMED ? [...pieces, '…'] : pieces)}</bdi>;
  if (destination === null) return <RichText message="approveRunWith" with={{ tool, input }} />;
  return <RichText message="approveRunWithAt" with={{ tool, host, input }} />;
}

/**
 * Returns the name of a tool as given by its source. The title is in the reason. A tool without one is called by its
 * name.
 */
function toolTitle(request: Extract<ApprovalRequest, { type: 'effect' }>): string {
  const title = typeof request.reason === 'string' ? undefined : request.reason.values?.tool;
  return shortText(String(title ?? request.confirm?.toolName ?? ''));
}

/** Returns the elements for the placeholders of the question. A test compares them with those of its message. */
function renderPlaceholders(question: ToolQuestion, confirm: ApprovalDetails): Record<string, ReactNode> {
  const values = parseApprovalArguments(confirm);
  const elements = Object.entries(question.values ?? {}).map(([name, argument]): [string, ReactNode] => {
    const value = values?.[argument];
    return [name, <bdi key={name}>{argument === 'site' ? asciiSite(String(value)) : shortText(value)}</bdi>];
  });
  const host = <bdi>{destinationHost(confirm.destination)}</bdi>;
  return {
    ...Object.fromEntries(elements),
    ...(question.destination === undefined ? {} : { [question.destination]: host }),
    ...(question.site === undefined ? {} : { [question.site]: asciiOrigin(confirm.origin) }),
  };
}

function asciiOrigin(origin: string | null): string {
  return URL.parse(origin ?? '')?.origin ?? shortText(origin ?? '');
}
