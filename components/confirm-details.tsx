import { visibleText } from '../lib/guard/visible-text.ts';
import type { Confirm } from '../lib/protocol/confirm.ts';

/** All that a yes would set going: where it goes, the exact bytes, and whose words may be behind it. */
export function ConfirmDetails({ confirm }: { confirm: Confirm }) {
  const { destination, sources, origin } = confirm;
  const host = destination === null ? null : URL.parse(destination)?.host;
  return (
    <dl className="confirm-details">
      {destination !== null && (
        <>
          <dt>Goes to</dt>
          <dd>
            <strong>{host === undefined || host === null || host === '' ? 'an unreadable address' : host}</strong>
            <pre>{visibleText(destination)}</pre>
          </dd>
        </>
      )}
      <dt>Exactly this</dt>
      <dd>
        <pre>{visibleText(`${confirm.toolName} ${confirm.arguments}`)}</pre>
      </dd>
      {origin !== null && (
        <>
          <dt>Beside</dt>
          <dd>{origin}</dd>
        </>
      )}
      {sources.length > 0 && (
        <>
          <dt>After reading</dt>
          <dd>{sources.join(', ')}</dd>
        </>
      )}
      <dt>Until</dt>
      <dd>{new Date(confirm.expiresAt).toLocaleTimeString()}</dd>
    </dl>
  );
}
