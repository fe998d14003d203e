import type { Failure } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { failureDetail, failureMessage } from '../parts/failure-message.ts';
import './panel-card.css';

/** Says in a card above the message field what failed and, if the page has to be shared, how to do that. */
export function FailureNote({ failure, hasDetail = false }: { failure: Failure; hasDetail?: boolean }) {
  const detail = hasDetail ? failureDetail(failure) : '';
  const needsSharing =
    'reason' in failure && failure.reason.type === 'page-failed' && failure.reason.error === 'no-access';
  return (
    <>
      <p>{failureMessage(failure)}</p>
      {needsSharing && <p className="panel-card-note">{t('howToShare')}</p>}
      {detail !== '' && <p className="panel-card-note">{detail}</p>}
    </>
  );
}
