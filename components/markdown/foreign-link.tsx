import { type AnchorHTMLAttributes, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';

type ForeignLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> & { address: string };

/**
 * A link to an address from a model or a page. Browsers look up the hosts of rendered links, so each host could leak
 * something to its name server. The link gets its address only when it is pressed with a pointer or receives the focus
 * (quirk: link-lookup).
 */
export function ForeignLink({ address, children, onClick, ...attributes }: ForeignLinkProps) {
  const [isReached, setIsReached] = useState(false);
  const reach = () => setIsReached(true);
  /** Screen readers activate links without pressing or focusing them. */
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget;
    if (link.hasAttribute('href')) return onClick?.(event);
    event.preventDefault();
    flushSync(reach);
    link.click();
  };
  return (
    <a
      {...attributes}
      // biome-ignore lint/a11y/noRedundantRoles: without an address, screen readers do not recognize it as a link
      role="link"
      tabIndex={0}
      href={isReached ? address : undefined}
      data-address={address}
      target="_blank"
      rel="noopener noreferrer"
      onPointerDown={reach}
      onFocus={reach}
      onClick={open}
    >
      {children}
    </a>
  );
}
