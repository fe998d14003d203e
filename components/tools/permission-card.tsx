import { useEffect, useState } from 'react';
import type { ApprovalRequest } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';
import { ConfirmDetails } from '../parts/confirm-details.tsx';
import { labelText } from '../parts/label-text.ts';
import './permission-card.css';

type Props = { request: ApprovalRequest; onRespond: (approved: boolean) => void };

/** Asks the user, and says what exactly is asked and why. */
export function PermissionCard({ request, onRespond }: Props) {
  // Which site a tab shows is hidden from us until the user shares it: then there is nothing we could ask the browser for.
  const canAllow = request.type === 'effect' || request.origin !== undefined;
  return (
    <div className="permission-card">
      <p>{labelText(request.reason)}</p>
      {!canAllow && <p className="permission-scope">{t('howToShare')}</p>}
      {request.type === 'effect' && request.confirm?.repaired && <p>{t('approvalRepaired')}</p>}
      {request.type === 'effect' && request.confirm && <ConfirmDetails confirm={request.confirm} />}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => onRespond(false)}>
          {t('deny')}
        </button>
        {canAllow && <AllowButton onAllow={() => onRespond(true)} />}
      </div>
    </div>
  );
}

/** Cannot be pressed before it could be read, nor by a script. */
function AllowButton({ onAllow }: { onAllow: () => void }) {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    // A little more than the worker wants to have passed.
    const timer = setTimeout(() => setIsArmed(true), APPROVAL_ARMING_MS + 100);
    return () => clearTimeout(timer);
  }, []);
  return (
    <button
      type="button"
      className="button primary"
      disabled={!isArmed}
      onClick={(event) => event.nativeEvent.isTrusted && onAllow()}
    >
      {t('allow')}
    </button>
  );
}
