import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { WebSource } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { APPROVAL_ARMING_MS, type LinkRisk, linkRisk, visibleText } from '../../lib/security/index.ts';
import { RichText } from '../parts/rich-text.tsx';
import { ForeignLink } from './foreign-link.tsx';
import { fittingPassage, passageAddress } from './sources.ts';

/** A link in an answer. One that may exfiltrate data first shows its whole address, from which it can be opened. */
export function Link({ url, children }: { url: URL; children: ReactNode }) {
  const judge = useLinkRisk();
  const risk = useMemo(() => judge(url), [url, judge]);
  const [isShown, setIsShown] = useState(false);
  if (risk === null) {
    return (
      <ForeignLink address={url.href} title={url.href}>
        {children}
      </ForeignLink>
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
        <WholeAddress url={url} risk={risk} leave={t('cancel')} onClose={() => setIsShown(false)}>
          <ForeignLink className="button small" address={url.href} onClick={() => setIsShown(false)}>
            {t('openIt')}
          </ForeignLink>
        </WholeAddress>
      )}
    </>
  );
}

type SourceLinkProps = {
  source: WebSource;
  /** The sentence of the answer that relies on it. */
  sentence: string;
  /** Whether Sidenote matched it, and the model did not cite it. */
  isMatched?: boolean;
  children: ReactNode;
};

/**
 * A link to a page that was read, at the passage that a sentence relies on. A risky address is shown as for any other
 * link.
 */
export function SourceLink({ source, sentence, isMatched = false, children }: SourceLinkProps) {
  const judge = useLinkRisk();
  const url = useMemo(() => URL.parse(source.url), [source.url]);
  // The words after `:~:` come from the page and are not sent or shown to it.
  const risk = useMemo(() => url && judge(url), [url, judge]);
  const passage = useMemo(() => fittingPassage(sentence, source.texts), [sentence, source.texts]);
  if (url === null) return children;
  if (risk !== null) return <Link url={url}>{children}</Link>;
  return (
    <ForeignLink
      address={passageAddress(source.url, passage)}
      data-passage={passage ?? undefined}
      data-source={source.number}
      className={isMatched ? 'matched-source' : undefined}
      title={isMatched ? t('sourceMatched', { title: source.title }) : source.title}
    >
      {children}
    </ForeignLink>
  );
}

const WHOLE_ADDRESS = {
  long: 'wholeAddressLong',
  'repeats-chat': 'wholeAddressSaid',
  'own-network': 'wholeAddressOwnNetwork',
} as const satisfies Record<LinkRisk, string>;

type WholeAddressProps = {
  url: URL;
  risk: LinkRisk;
  /** The label of the button that closes this without opening the address. */
  leave: string;
  onClose: () => void;
  /** The control that opens the address, shown below it. */
  children: ReactNode;
};

/** Shows the whole address of a link that may exfiltrate data before it is opened. */
export function WholeAddress({ url, risk, leave, onClose, children }: WholeAddressProps) {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), APPROVAL_ARMING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and this is within a line
    <span className="whole-address" role="group" dir="auto" aria-label={t('wholeAddress')}>
      <RichText
        message={WHOLE_ADDRESS[risk]}
        with={{ host: <strong>{url.host || url.protocol}</strong>, address: <code>{visibleText(url.href)}</code> }}
      />{' '}
      <button type="button" className="button small" onClick={onClose}>
        {leave}
      </button>{' '}
      {isArmed && children}
    </span>
  );
}

/**
 * The questions and the texts that were read in a chat, with all their addresses, which a link in an answer could
 * exfiltrate.
 */
export const KnownTexts = createContext<() => readonly string[]>(() => []);

/** The hosts that the chat is about, which a link may contain without a warning. */
export const AskedHosts = createContext<() => ReadonlySet<string>>(() => new Set());

/** Returns the function that judges an address in an answer by everything the chat contains at that time. */
export function useLinkRisk(): (url: URL) => LinkRisk | null {
  const knownTexts = useContext(KnownTexts);
  const askedHosts = useContext(AskedHosts);
  return useCallback((url) => linkRisk(url, knownTexts(), askedHosts()), [knownTexts, askedHosts]);
}
