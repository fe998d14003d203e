import { type ReactNode, useContext, useMemo, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { linkRisk } from '../../lib/security/index.ts';
import { KnownTexts } from './known-texts.ts';
import { WholeAddress } from './whole-address.tsx';

/** A link of an answer. One that may exfiltrate data first shows its whole address, from which it can be opened. */
export function Link({ url, children }: { url: URL; children: ReactNode }) {
  const received = useContext(KnownTexts);
  const risk = useMemo(() => linkRisk(url, received()), [url, received]);
  const [isShown, setIsShown] = useState(false);
  if (risk === null) {
    return (
      <a href={url.href} title={url.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        className="link"
        aria-expanded={isShown}
        title={url.href}
        onClick={() => setIsShown(!isShown)}
      >
        {children}
      </button>
      {isShown && (
        <WholeAddress url={url} risk={risk} onClose={() => setIsShown(false)}>
          <a href={url.href} target="_blank" rel="noopener noreferrer" onClick={() => setIsShown(false)}>
            {t('openIt')}
          </a>
        </WholeAddress>
      )}
    </>
  );
}
