import './permission-card.css';
import { type ReactNode, useId } from 'react';
import {
  type ApprovalDetails,
  type ApprovalRequest,
  BROWSER_SEARCH,
  type BrowserPermission,
} from '../../lib/contracts/index.ts';
import { formatList, language, type PlainKey, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { allowForChatText } from '../parts/chat-rule-text.ts';
import { DefinitionDiff } from '../parts/diffs.tsx';
import { labelText } from '../parts/rich-text.tsx';
import { ApprovalSentence, argumentsBelow, destinationHost } from './approval-sentence.tsx';

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
      {confirm?.repaired && <p>{t('approvalRepaired')}</p>}
      {confirm?.change && <p>{labelText(request.reason)}</p>}
      {confirm?.change && <DefinitionDiff change={confirm.change} />}
      {confirm && <Summary confirm={confirm} />}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => onRespond(false)}>
          {t('deny')}
        </button>
        {canAllow && <ApproveButton label={t('allow')} onApprove={() => onRespond(true)} />}
        {confirm?.rule && (
          <ApproveButton label={allowForChatText(confirm.rule)} onApprove={() => onRespond(true, true)} isSecondary />
        )}
      </div>
    </section>
  );
}

/** What a permission of the browser allows, and what is done with it. */
const SCOPES: Record<BrowserPermission, PlainKey> = { bookmarks: 'scopeBookmarks', history: 'scopeHistory' };

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
      {/* Open where the arguments have no names that could be listed above: what is approved is always on the screen. */}
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
  [`search: ${BROWSER_SEARCH}`]: 'sourceBrowserSearch',
};

function sourceName(source: string): string {
  const key = OWN_SOURCES[source];
  return key === undefined ? source : t(key);
}
