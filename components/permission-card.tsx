import type { ApprovalRequest } from '../lib/protocol/tool-output.ts';
import './permission-card.css';

type Props = { request: ApprovalRequest; onRespond: (approved: boolean) => void };

/** Asks the person, and says what exactly is asked and why. */
export function PermissionCard({ request, onRespond }: Props) {
  return (
    <div className="permission-card">
      <p>{request.reason}</p>
      {request.type === 'page-access' && <p className="permission-scope">{PAGE_SCOPE}</p>}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => onRespond(false)}>
          Deny
        </button>
        <button type="button" className="button primary" onClick={() => onRespond(true)}>
          Allow
        </button>
      </div>
    </div>
  );
}

/** The two ways to say yes. */
const PAGE_SCOPE =
  'Click Sidenote’s button in the toolbar to share just this tab, just for now. Allow asks the browser for all sites instead, ' +
  'for now and later: it hides which site a tab shows until it is shared. You can take that back in the browser’s settings.';
