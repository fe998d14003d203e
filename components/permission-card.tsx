import type { ApprovalRequest } from '../lib/protocol/tool-output.ts';
import './permission-card.css';

type Props = { request: ApprovalRequest; onRespond: (approved: boolean) => void };

/** Asks the person, and says what exactly is asked and why. */
export function PermissionCard({ request, onRespond }: Props) {
  return (
    <div className="permission-card">
      <p>{request.reason}</p>
      {request.type === 'page-access' && <p className="permission-scope">{scopeOf(request.origins)}</p>}
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

/** What the browser will ask for after Allow, and the smaller way. */
function scopeOf(origins: readonly string[]): string {
  const click = 'Or click Sidenote’s button in the toolbar: that shares just this tab, just for now.';
  if (origins.length === 0) {
    return `The browser hides which site this is, so Allow asks it for all sites. ${click}`;
  }
  const sites = origins.map((origin) => URL.parse(origin.replace(/\*$/, ''))?.host ?? origin).join(', ');
  return `Allow asks the browser for ${sites}, for now and later; you can take it back in the browser’s settings. ${click}`;
}
