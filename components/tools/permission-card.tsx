import './permission-card.css';
import { type ReactNode, useId } from 'react';
import {
  type ApprovalDetails,
  type ApprovalRequest,
  BROWSER_SEARCH,
  type BrowserPermission,
  type ToolQuestion,
} from '../../lib/contracts/index.ts';
import { formatList, language, type MessageKey, type PlainKey, t, type Values } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { allowForChatText } from '../parts/chat-rules.tsx';
import { DefinitionDiff } from '../parts/diffs.tsx';
import { labelText, RichText, shortened, visibleLines } from '../parts/rich-text.tsx';
import { viewOf } from './tool-labels.ts';

/** `forChat`: by the rule that the request offers, for the rest of the chat. */
export type OnRespond = (approved: boolean, forChat?: true) => void;

type Props = { request: ApprovalRequest; onRespond: OnRespond };

/** Asks the user for approval: what will happen in one sentence, all that is sent below it, and the exact request on demand. */
export function PermissionCard({ request, onRespond }: Props) {
  const sentence = useId();
  // The site of a tab is hidden until the user grants access, so there is no permission to request.
  const canAllow = request.type !== 'page-access' || request.origin !== undefined;
  const confirm = request.type === 'effect' ? request.confirm : undefined;
  return (
    <section className="permission-card" aria-labelledby={sentence}>
      <p id={sentence} className="permission-sentence">
        <ApprovalSentence request={request} />
      </p>
      {!canAllow && <p className="permission-scope">{t('howToShare')}</p>}
      {request.type === 'browser-permission' && <p className="permission-scope">{t(SCOPES[request.permission])}</p>}
      {confirm?.destination === BROWSER_SEARCH && <p className="permission-scope">{t('scopeBrowserSearch')}</p>}
      {confirm?.tab && (
        <p className="permission-scope">
          <RichText
            message={TAB_SCOPES[confirm.tab.cause]}
            with={{ host: <bdi>{destinationHost(confirm.tab.url)}</bdi> }}
          />
        </p>
      )}
      {confirm?.repaired && <p>{t('approvalRepaired')}</p>}
      {confirm?.change && <p>{labelText(request.reason)}</p>}
      {confirm?.change && <DefinitionDiff change={confirm.change} />}
      {confirm && <Summary confirm={confirm} />}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => onRespond(false)}>
          {t(confirm?.tab ? 'dontOpenTab' : 'deny')}
        </button>
        {canAllow && (
          <ApproveButton label={t(confirm?.tab ? 'openInBackgroundTab' : 'allow')} onApprove={() => onRespond(true)} />
        )}
        {confirm?.rule && (
          <ApproveButton label={allowForChatText(confirm.rule)} onApprove={() => onRespond(true, true)} isSecondary />
        )}
      </div>
    </section>
  );
}

/** What a permission of the browser allows, and what is done with it. */
const SCOPES: Record<BrowserPermission, PlainKey> = { bookmarks: 'scopeBookmarks', history: 'scopeHistory' };

/** Why a page is to be opened in a tab, and who learns of it. */
const TAB_SCOPES = { scripts: 'scopeTabScripts', login: 'scopeTabLogin' } as const;

/** All that is sent and to where, whose text may have influenced it, and on demand the bytes as the tool gets them. */
function Summary({ confirm }: { confirm: ApprovalDetails }) {
  const { destination, sources, origin, expiresAt } = confirm;
  const rows = argumentsBelow(confirm);
  const hasAddress = URL.parse(destination ?? '')?.host;
  return (
    <>
      {(rows?.length !== 0 || destination !== null || sources.length > 0) && (
        <dl className="confirm-details">
          {rows?.map(([name, value]) => (
            <Row key={name} name={name}>
              <pre dir="auto">{value}</pre>
            </Row>
          ))}
          {destination !== null && destination !== BROWSER_SEARCH && (
            <Row name={t('goesTo')}>
              {!hasAddress && <strong>{destinationHost(destination)}</strong>}
              <pre>{visibleText(destination)}</pre>
            </Row>
          )}
          {sources.length > 0 && <Row name={t('afterReading')}>{formatList(sources.map(sourceName))}</Row>}
        </dl>
      )}
      {/* Open if the arguments have no names that could be listed above: what is approved is always on the screen. */}
      <details className="permission-exact" open={rows === null}>
        <summary>{t('approvalDetails', { time: new Date(expiresAt).toLocaleTimeString(language()) })}</summary>
        <dl className="confirm-details">
          <Row name={t('exactlyThis')}>
            <pre>{visibleText(`${confirm.toolName} ${confirm.arguments}`)}</pre>
          </Row>
          {origin !== null && <Row name={t('besidePage')}>{origin}</Row>}
        </dl>
      </details>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What is the user's own. Sites, files and servers are called by their names. */
const OWN_SOURCES: Record<string, PlainKey> = {
  chats: 'sourceChats',
  bookmarks: 'sourceBookmarks',
  history: 'sourceHistory',
  import: 'sourceImport',
  field: 'sourceField',
  [`search: ${BROWSER_SEARCH}`]: 'sourceBrowserSearch',
};

function sourceName(source: string): string {
  const key = OWN_SOURCES[source];
  return key === undefined ? source : t(key);
}

/** Arguments named in the sentence. */
const MAX_NAMED = 3;

/** What happens after an approval, in one question: with what, and where. What it leaves out is in `argumentsBelow`. */
function ApprovalSentence({ request }: { request: ApprovalRequest }): ReactNode {
  // Logs of older versions have no details.
  if (request.type !== 'effect' || request.confirm === undefined) return labelText(request.reason);
  const { destination, tab } = request.confirm;
  if (tab !== undefined) return <RichText message="approveTab" with={{ address: <bdi>{shortText(tab.url)}</bdi> }} />;
  const question = questionOf(request.confirm);
  if (destination === BROWSER_SEARCH) {
    const { query, site } = valuesOf(request.confirm) ?? {};
    const words = site === undefined ? query : `${query} site:${site}`;
    return <RichText message="approveBrowserSearch" with={{ words: <bdi>{shortText(words)}</bdi> }} />;
  }
  if (question !== null) {
    const elements = elementsOf(question, request.confirm) as Values<MessageKey, ReactNode>;
    return <RichText message={question.message} with={elements} />;
  }
  const host = <bdi>{destinationHost(destination)}</bdi>;
  const values = valuesOf(request.confirm);
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
function argumentsBelow(confirm: ApprovalDetails): [name: string, value: string][] | null {
  const values = valuesOf(confirm);
  if (values === null) return null;
  const listed = Object.entries(values).filter(([, value]) => value !== confirm.destination);
  const question = questionOf(confirm);
  const named = Object.values(question?.values ?? {});
  const inSentence =
    question === null ? listed : listed.filter(([name, value]) => named.includes(name) || value === '');
  // A value with quotation marks could pass for several.
  const isWhole = ([name, value]: [string, unknown]) =>
    [name, value].every((each) => textOf(each) === shortText(each) && !/[“”]/.test(textOf(each)));
  if (inSentence.length === listed.length && listed.length <= MAX_NAMED && listed.every(isWhole)) return [];
  return listed.map(([name, value]) => [visibleText(name), visibleLines(textOf(value))]);
}

/** The host of an address, or a name for one that has none. */
function destinationHost(destination: string | null): string {
  if (destination === BROWSER_SEARCH) return t('browserSearchEngine');
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

/** The tool's own question for this call, or null if it has none that fits. */
function questionOf(confirm: ApprovalDetails): ToolQuestion | null {
  const values = valuesOf(confirm);
  const isKnown = (argument: string) => textOf(values?.[argument] ?? '') !== '';
  const fits = ({ values: named = {}, destination, site }: ToolQuestion) =>
    Object.values(named).every(isKnown) &&
    (destination === undefined || confirm.destination !== null) &&
    (site === undefined || confirm.origin !== null);
  return viewOf(confirm.toolName)?.questions?.find(fits) ?? null;
}

/** What stands for the placeholders of the question; a test compares them with those of its message. */
function elementsOf(question: ToolQuestion, confirm: ApprovalDetails): Record<string, ReactNode> {
  const values = valuesOf(confirm);
  const elements = Object.entries(question.values ?? {}).map(([name, argument]): [string, ReactNode] => [
    name,
    <bdi key={name}>{shortText(values?.[argument])}</bdi>,
  ]);
  const host = <bdi>{destinationHost(confirm.destination)}</bdi>;
  return {
    ...Object.fromEntries(elements),
    ...(question.destination === undefined ? {} : { [question.destination]: host }),
    ...(question.site === undefined ? {} : { [question.site]: confirm.origin }),
  };
}

function shortText(value: unknown): string {
  return shortened(visibleText(textOf(value).replace(/\s+/g, ' ').trim()));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
