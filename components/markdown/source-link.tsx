import { type ReactNode, useContext, useMemo } from 'react';
import type { WebSource } from '../../lib/contracts/index.ts';
import { linkRisk } from '../../lib/security/index.ts';
import { KnownTexts } from './known-texts.ts';
import { Link } from './link.tsx';
import { passageAddress } from './sources.ts';

type Props = { source: WebSource /** What the answer says of it. */; sentence: string; children: ReactNode };

/** A link to a page that was read, at the passage a sentence relies on. What is risky about the address is shown as for any other. */
export function SourceLink({ source, sentence, children }: Props) {
  const received = useContext(KnownTexts);
  const url = useMemo(() => URL.parse(source.url), [source.url]);
  // The words behind `:~:` are the page's own, and neither sent nor shown to it.
  const risk = useMemo(() => url && linkRisk(url, received()), [url, received]);
  if (url === null) return children;
  if (risk !== null) return <Link url={url}>{children}</Link>;
  return (
    <a href={passageAddress(source, sentence)} title={source.title} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
