import { type ReactNode, useEffect, useState } from 'react';
import type { LinkRisk } from '../lib/guard/link-risk.ts';
import { ARMING_MS } from '../lib/guard/tool-policy.ts';
import { visibleText } from '../lib/guard/visible-text.ts';

type Props = {
  url: URL;
  risk: LinkRisk;
  onClose: () => void;
  /** What opens the address; there once it could be read. */
  children: ReactNode;
};

/** The whole of an address that may carry something away, before anything is done with it. */
export function WholeAddress({ url, risk, onClose, children }: Props) {
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
      {isArmed && children}
    </span>
  );
}
