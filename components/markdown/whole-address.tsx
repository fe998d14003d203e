import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { APPROVAL_ARMING_MS, type LinkRisk, visibleText } from '../../lib/security/index.ts';
import { RichText } from '../parts/rich-text.tsx';

type Props = {
  url: URL;
  risk: LinkRisk;
  onClose: () => void;
  /** The control that opens the address, shown below it. */
  children: ReactNode;
};

/** Shows the whole address of a link that may exfiltrate data before it is opened. */
export function WholeAddress({ url, risk, onClose, children }: Props) {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), APPROVAL_ARMING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this stands within a line
    <span className="whole-address" role="group" aria-label={t('wholeAddress')}>
      <RichText
        message={risk === 'long' ? 'wholeAddressLong' : 'wholeAddressSaid'}
        with={{ host: <strong>{url.host || url.protocol}</strong>, address: <code>{visibleText(url.href)}</code> }}
      />{' '}
      <button type="button" className="button small" onClick={onClose}>
        {t('leaveIt')}
      </button>{' '}
      {isArmed && children}
    </span>
  );
}
