import './permission-card.css';
import { type ReactNode, useId, useState } from 'react';
import {
  type ApprovalDetails,
  type ApprovalRequest,
  BROWSER_SEARCH,
  type BrowserPermission,
  effectDetails,
  type FieldValues,
} from '../../lib/contracts/index.ts';
import { language, type PlainKey, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { allowForChatText } from '../parts/chat-rules.tsx';
import { DefinitionDiff } from '../parts/diffs.tsx';
import { ReadMark, ReadScope, ReadText, UnreadHint } from '../parts/read-text.tsx';
import { labelText, RichText } from '../parts/rich-text.tsx';
import { AlwaysAllowLastSite, BrowserSaidNo, HowToShare } from '../parts/site-access.tsx';
import { ApprovalSentence } from './approval-sentence.tsx';
import { argumentsBelow, asciiAddress, asciiNote, destinationHost, sourceName } from './approval-texts.ts';

/**
 * `forChat`: approved by the rule that the request offers, for the rest of the chat. `form`: the values for the form
 * that it shows, and which of them the user ticked.
 */
export type ApprovalChoice = { forChat?: true; form?: { values: FieldValues; ticked: string[] } };
/** Resolves to whether the answer counts. An approval does not if the browser refuses the permission that it needs. */
export type OnRespond = (approved: boolean, choice?: ApprovalChoice) => Promise<boolean>;

type Props = { request: ApprovalRequest; onRespond: OnRespond };

/**
 * Asks the user for approval: one sentence says what will happen, followed by the receiver, everything that is sent,
 * and the exact request on demand. It can be approved once all of that has been in view.
 */
export function PermissionCard({ request, onRespond }: Props) {
  return (
    <ReadScope>
      {(isRead, showUnread) => (
        <Card request={request} onRespond={onRespond} isRead={isRead} onShowUnread={showUnread} />
      )}
    </ReadScope>
  );
}

function Card({ request, onRespond, isRead, onShowUnread }: Props & { isRead: boolean; onShowUnread: () => void }) {
  const sentence = useId();
  const [isDeclined, setIsDeclined] = useState(false);
  const approve = async (...choice: [ApprovalChoice?]) => setIsDeclined(!(await onRespond(true, ...choice)));
  // The site of a tab is hidden until the user grants access, so there is no permission to request.
  const viewer = request.type === 'page-access' ? request.viewer : undefined;
  const canAllow = request.type !== 'page-access' || request.origin !== undefined || viewer !== undefined;
  const confirm = effectDetails(request);
  return (
    <section className="permission-card" aria-labelledby={sentence}>
      <p id={sentence} className="permission-sentence">
        <ReadMark />
        <ApprovalSentence request={request} />
      </p>
      {!canAllow && request.type === 'page-access' && (
        <HowToShare tabId={request.tabId} onReadable={() => void approve()} />
      )}
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
      {confirm?.change && <ReadMark />}
      {confirm && <Summary confirm={confirm} />}
      {canAllow && !isRead && <UnreadHint onShow={onShowUnread} />}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => void onRespond(false)}>
          {t(confirm?.tab ? 'dontOpenTab' : 'deny')}
        </button>
        {!canAllow && request.type === 'page-access' && <AlwaysAllowLastSite tabId={request.tabId} />}
        {canAllow && <ApproveButton label={allowLabel(request)} isReadable={isRead} onApprove={() => void approve()} />}
        {confirm?.rule && (
          <ApproveButton
            label={allowForChatText(confirm.rule)}
            isReadable={isRead}
            onApprove={() => void approve({ forChat: true })}
            isSecondary
          />
        )}
      </div>
      {isDeclined && <BrowserSaidNo />}
    </section>
  );
}

function allowLabel(request: ApprovalRequest): string {
  if (request.type === 'page-access' && request.viewer !== undefined)
    return t('allowNamedSite', { site: destinationHost(request.viewer) });
  return t(effectDetails(request)?.tab ? 'openInBackgroundTab' : 'allow');
}

/** What a permission of the browser allows, and how it is used. */
const SCOPES: Record<BrowserPermission, PlainKey> = { bookmarks: 'scopeBookmarks', history: 'scopeHistory' };

/** Why a page is to be opened in a tab, and who can see that. */
const TAB_SCOPES = { scripts: 'scopeTabScripts', login: 'scopeTabLogin' } as const;

/**
 * The destination, the sources that may have influenced the call, everything that is sent and, on demand, the bytes
 * that the tool receives.
 */
function Summary({ confirm }: { confirm: ApprovalDetails }) {
  const { destination, sources, origin, expiresAt } = confirm;
  const rows = argumentsBelow(confirm);
  const exact = `${confirm.toolName} ${confirm.arguments}`;
  const hasDestination = destination !== null && destination !== BROWSER_SEARCH;
  return (
    <>
      {/* Sidenote's statements come first and in a separate list, which no name of an argument can enter. */}
      {(hasDestination || sources.length > 0) && (
        <dl className="confirm-facts">
          {hasDestination && (
            <Row name={t('goesTo')}>
              {!URL.parse(destination)?.host && <strong>{destinationHost(destination)}</strong>}
              <ReadText text={asciiAddress(destination)} />
            </Row>
          )}
          {sources.length > 0 && (
            <Row name={t('afterReading')}>
              <Sources names={sources.map(sourceName)} />
            </Row>
          )}
        </dl>
      )}
      {rows?.length !== 0 && (
        <section className="confirm-arguments" aria-label={t('exactlyThis')}>
          <p aria-hidden>{t('exactlyThis')}</p>
          {rows === null ? (
            <ReadText text={exact} />
          ) : (
            <dl>
              {rows.map(([name, value]) => (
                <Row key={name} name={<ReadText text={`“${name}”`} />}>
                  <ReadText text={value} />
                  {asciiNote(value) !== null && <ReadText text={`→ ${asciiNote(value)}`} />}
                </Row>
              ))}
            </dl>
          )}
        </section>
      )}
      <details className="permission-exact">
        <summary>{t('approvalDetails', { time: new Date(expiresAt).toLocaleTimeString(language()) })}</summary>
        <dl className="confirm-facts">
          <Row name={t('exactlyThis')}>
            <pre className="read-text">{visibleText(exact)}</pre>
          </Row>
          {origin !== null && <Row name={t('besidePage')}>{asciiAddress(origin).replace(/\/$/, '')}</Row>}
        </dl>
      </details>
    </>
  );
}

/** One name per line, since a name may contain commas. */
function Sources({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.map((name, index) => (
        <li key={name}>
          <bdi>{name}</bdi>
          {index === names.length - 1 && <ReadMark />}
        </li>
      ))}
    </ul>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
