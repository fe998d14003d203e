import type { ApprovalRequest } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ApproveButton } from '../parts/approve-button.tsx';
import { ConfirmDetails } from '../parts/confirm-details.tsx';
import { DefinitionDiff } from '../parts/definition-diff.tsx';
import { labelText } from '../parts/label-text.ts';
import './permission-card.css';

type Props = { request: ApprovalRequest; onRespond: (approved: boolean) => void };

/** Asks the user for approval, and shows what exactly is requested and why. */
export function PermissionCard({ request, onRespond }: Props) {
  // The site of a tab is hidden until the user grants access, so there is no permission to request.
  const canAllow = request.type === 'effect' || request.origin !== undefined;
  return (
    <div className="permission-card">
      <p>{labelText(request.reason)}</p>
      {!canAllow && <p className="permission-scope">{t('howToShare')}</p>}
      {request.type === 'effect' && request.confirm?.repaired && <p>{t('approvalRepaired')}</p>}
      {request.type === 'effect' && request.confirm?.change && <DefinitionDiff change={request.confirm.change} />}
      {request.type === 'effect' && request.confirm && <ConfirmDetails confirm={request.confirm} />}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => onRespond(false)}>
          {t('deny')}
        </button>
        {canAllow && <ApproveButton label={t('allow')} onApprove={() => onRespond(true)} />}
      </div>
    </div>
  );
}
