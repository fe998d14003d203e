import type { ReactNode } from 'react';
import type { ApprovalDetails, ApprovalRequest } from '../../lib/contracts/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { labelText } from '../parts/label-text.ts';
import { RichText } from '../parts/rich-text.tsx';

/** Longest piece of an argument in the sentence, in characters. */
const MAX_LENGTH = 60;
/** Arguments named in the sentence. */
const MAX_NAMED = 3;

/** What happens after an approval, in one question: with what, and where. What it leaves out is in `argumentsBelow`. */
export function ApprovalSentence({ request }: { request: ApprovalRequest }): ReactNode {
  // Logs of older versions have no details.
  if (request.type !== 'effect' || request.confirm === undefined) return labelText(request.reason);
  const { toolName, destination, origin } = request.confirm;
  const host = <bdi>{destinationHost(destination)}</bdi>;
  const values = valuesOf(request.confirm);
  switch (toolName) {
    case 'open_page':
      return <RichText message="approveOpen" with={{ host }} />;
    case 'web_search': {
      const [words, site] = [<Quote key="words" text={values?.query} />, <Quote key="site" text={values?.site} />];
      return values?.site === undefined || values.site === '' ? (
        <RichText message="approveSearch" with={{ engine: host, words }} />
      ) : (
        <RichText message="approveSearchOn" with={{ engine: host, words, site }} />
      );
    }
    case 'capture_page':
      return origin === null ? t('askCapture') : <RichText message="approveCaptureOn" with={{ site: origin }} />;
  }
  const tool = <bdi>{toolTitle(request)}</bdi>;
  const named = Object.entries(values ?? {}).filter(([, value]) => value !== destination);
  if (named.length === 0) {
    if (destination === null) return <RichText message="approveRun" with={{ tool }} />;
    return <RichText message="approveRunAt" with={{ tool, host }} />;
  }
  const pieces = named.slice(0, MAX_NAMED).map(([name, value]) => `${shortText(name)} “${shortText(value)}”`);
  const input = <bdi>{formatList(named.length > MAX_NAMED ? [...pieces, '…'] : pieces)}</bdi>;
  if (destination === null) return <RichText message="approveRunWith" with={{ tool, input }} />;
  return <RichText message="approveRunWithAt" with={{ tool, host, input }} />;
}

/**
 * The arguments to list below the sentence, whole: null if they have no names, none if the sentence and the address already
 * say all of them.
 */
export function argumentsBelow(confirm: ApprovalDetails): [name: string, value: string][] | null {
  const values = valuesOf(confirm);
  if (values === null) return null;
  const listed = Object.entries(values).filter(([, value]) => value !== confirm.destination);
  const inSentence =
    confirm.toolName === 'web_search' ? listed.filter(([name]) => name === 'query' || name === 'site') : listed;
  // A value with quotation marks could pass for several.
  const isWhole = ([name, value]: [string, unknown]) =>
    [name, value].every((each) => textOf(each) === shortText(each) && !/[“”]/.test(textOf(each)));
  if (inSentence.length === listed.length && listed.length <= MAX_NAMED && listed.every(isWhole)) return [];
  return listed.map(([name, value]) => [visibleText(name), visibleLines(textOf(value))]);
}

/** Text with its line breaks, and every other character visible. */
function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}

/** The host of an address, or a name for one that has none. */
export function destinationHost(destination: string | null): string {
  return URL.parse(destination ?? '')?.host || t('unreadableAddress');
}

/** A tool as its source calls it. The title stands in the reason; a tool without one is called by its name. */
function toolTitle(request: Extract<ApprovalRequest, { type: 'effect' }>): string {
  const title = typeof request.reason === 'string' ? undefined : request.reason.values?.tool;
  return visibleText(String(title ?? request.confirm?.toolName ?? ''));
}

/** The arguments by name; null if they are something else. */
function valuesOf(confirm: ApprovalDetails): Record<string, unknown> | null {
  const input: unknown = JSON.parse(confirm.arguments);
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : null;
}

function Quote({ text }: { text: unknown }) {
  return <bdi>{shortText(text)}</bdi>;
}

function shortText(value: unknown): string {
  const text = visibleText(textOf(value).replace(/\s+/g, ' ').trim());
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
