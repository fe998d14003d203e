import { Cloud, Cpu, HardDrive, LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BuiltInState } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import '../parts/form-field.css';
import './first-run.css';

type Props = {
  builtIn: BuiltInState;
  /** The progress of downloading the browser's model, 0 to 1, otherwise null. */
  download: number | null;
  /** Why the browser's model is not available, or null. */
  error: string | null;
  onBuiltIn: () => void;
  onHosted: () => void;
  /** Whether this browser can run models inside the extension. */
  canRunModels: boolean;
  /** The service that the user can sign in to. Null if the browser has no window for it. */
  signInName: string | null;
  isSigningIn: boolean;
  onSignIn: () => void;
  /** The choice to ask about the open page immediately. Null if no page can be read. */
  askAtOnce: AskAtOnce | null;
  /** The search for servers on this machine. */
  children: ReactNode;
};

/**
 * Shown to a new user: the ways to get a model. Until one is set up, the practice model answers and says what it is.
 */
export function FirstRun(props: Props) {
  const {
    builtIn,
    download,
    error,
    onBuiltIn,
    onHosted,
    canRunModels,
    signInName,
    isSigningIn,
    onSignIn,
    askAtOnce,
    children,
  } = props;
  return (
    <section className="first-run" aria-label={t('connectModel')}>
      <h2>{t('connectModel')}</h2>
      <p>{t('connectLead')}</p>
      {children}
      <div className="first-run-more">
        {signInName !== null && (
          <button type="button" className="button" disabled={isSigningIn} onClick={onSignIn}>
            <LogIn size={15} aria-hidden /> {isSigningIn ? t('signingIn') : t('signInWith', { name: signInName })}
          </button>
        )}
        <button type="button" className="button" onClick={onHosted}>
          <Cloud size={15} aria-hidden /> {t('useHosted')}
        </button>
        {canRunModels && (
          <a className="button" href="/options.html#gguf" target="_blank" rel="noreferrer">
            <HardDrive size={15} aria-hidden /> {t('useInside')}
          </a>
        )}
        {builtIn !== 'absent' && builtIn !== 'unavailable' && (
          <button type="button" className="button" disabled={download !== null} onClick={onBuiltIn}>
            <Cpu size={15} aria-hidden /> {builtInLabel(builtIn, download)}
          </button>
        )}
      </div>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      {askAtOnce && <AskAtOnceBox {...askAtOnce} />}
      <p className="first-run-practice">{t('practiceLead')}</p>
    </section>
  );
}

export type AskAtOnce = { isOn: boolean; onToggle: () => void };

/** Lets the user choose to ask the first question as soon as there is a model. */
export function AskAtOnceBox({ isOn, onToggle }: AskAtOnce) {
  return (
    <label className="toggle ask-at-once">
      <input type="checkbox" checked={isOn} onChange={onToggle} /> {t('summarizeAtOnce')}
    </label>
  );
}

function builtInLabel(state: BuiltInState, download: number | null): string {
  if (download !== null) return t('downloading', { share: t('percent', { number: Math.round(download * 100) }) });
  return t(state === 'available' ? 'useBuiltIn' : 'downloadBuiltIn');
}
