import { Image } from 'lucide-react';
import { createContext, useContext, useState } from 'react';
import type { Failure } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import type { LinkRisk } from '../../lib/security/index.ts';
import { failureMessage } from '../parts/failure-message.ts';
import { useLinkRisk, WholeAddress } from './link.tsx';

/** Why a picture was not loaded. `not-allowed`: the user did not grant access to its host. */
type PictureFailure = Failure | 'not-allowed' | 'not-loaded';

/** Loads a picture after a click. The browser may ask for permission for the host first. */
export type LoadPicture = (url: string) => Promise<{ url: string } | { failure: PictureFailure }>;

/** Null if pictures cannot be loaded. */
export const LoadPicture = createContext<LoadPicture | null>(null);

type State =
  | { type: 'named' }
  | { type: 'asked'; risk: LinkRisk }
  | { type: 'loading' }
  | { type: 'shown'; url: string }
  | Failed;
type Failed = { type: 'failed'; message: string };

/**
 * A picture in an answer, shown as its name until it is clicked. Loading a picture sends its address to the host, so an
 * address that may exfiltrate data is shown first, as for links.
 */
export function Picture({ url, name }: { url: URL | null; name: string }) {
  const load = useContext(LoadPicture);
  const judge = useLinkRisk();
  const [state, setState] = useState<State>({ type: 'named' });
  const label = formatImageLabel(name, url?.host);
  if (url === null || load === null)
    return (
      <span className="image-chip">
        <bdi>{label}</bdi>
      </span>
    );
  if (state.type === 'shown') return <img className="answer-picture" src={state.url} alt={name} />;

  const start = () => {
    setState({ type: 'loading' });
    void load(url.href).then((result) =>
      setState(
        'url' in result
          ? { type: 'shown', url: result.url }
          : { type: 'failed', message: pictureMessage(result.failure, url) },
      ),
    );
  };
  // Evaluated on click, because the known texts grow while an answer is written.
  const onClick = () => {
    const risk = judge(url);
    if (risk === null) start();
    else setState({ type: 'asked', risk });
  };
  return (
    <>
      <button
        type="button"
        className="image-chip"
        title={url.href}
        disabled={state.type === 'loading'}
        onClick={onClick}
      >
        <Image size={13} aria-hidden /> <bdi>{state.type === 'loading' ? t('loading') : label}</bdi>
      </button>
      {state.type === 'failed' && <span role="alert"> {state.message}</span>}
      {state.type === 'asked' && (
        <WholeAddress url={url} risk={state.risk} leave={t('leaveIt')} onClose={() => setState({ type: 'named' })}>
          <button type="button" className="button small" onClick={start}>
            {t('loadIt')}
          </button>
        </WholeAddress>
      )}
    </>
  );
}

function formatImageLabel(name: string, host: string | undefined): string {
  if (host === undefined) return name === '' ? t('image') : t('imageNamed', { name });
  return name === '' ? t('imageNotLoaded', { host }) : t('imageNamedNotLoaded', { name, host });
}

function pictureMessage(failure: PictureFailure, { host }: URL): string {
  if (failure === 'not-allowed') return t('nothingAskedOf', { host });
  return failure === 'not-loaded' ? t('pictureNotLoaded') : failureMessage(failure);
}
