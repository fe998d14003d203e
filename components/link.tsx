import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { linkRisk } from '../lib/guard/link-risk.ts';
import { ARMING_MS } from '../lib/guard/tool-policy.ts';
import { visibleText } from '../lib/guard/visible-text.ts';
import { Heard } from './heard.ts';

/**
 * A link of an answer. One that may carry something away is no link yet: it shows its whole address first, and can be opened
 * from there.
 */
export function Link({ url, children }: { url: URL; children: ReactNode }) {
  const heard = useContext(Heard);
  const risk = useMemo(() => linkRisk(url, heard()), [url, heard]);
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
      {isShown && <WholeAddress url={url} risk={risk} onClose={() => setIsShown(false)} />}
    </>
  );
}

type WholeProps = { url: URL; risk: 'long' | 'said'; onClose: () => void };

function WholeAddress({ url, risk, onClose }: WholeProps) {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), ARMING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this stands within a line
    <span className="whole-address" role="group" aria-label="The whole address">
      {risk === 'long'
        ? 'This address is long enough to carry something away.'
        : 'This address repeats what this chat has read.'}{' '}
      It goes to <strong>{url.host || url.protocol}</strong>: <code>{visibleText(url.href)}</code>{' '}
      <button type="button" className="button small" onClick={onClose}>
        Leave it
      </button>{' '}
      {isArmed && (
        <a href={url.href} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          Open it
        </a>
      )}
    </span>
  );
}
