import { useState } from 'react';
import type { McpServer, McpSignInResult, SignInErrorCode } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

export type SignInActions = {
  isSignedIn: boolean;
  /** Shows the browser's window for signing in. */
  onSignIn: () => Promise<McpSignInResult>;
  /** Asks the browser for access to these servers. */
  onAllowHosts: (urls: readonly string[]) => Promise<boolean>;
  onSignOut: () => void;
};

/** Whether the user is signed in to an MCP server, and the way in and out. Nothing is shown for servers that never asked for it. */
export function McpSignIn({
  server,
  isSignedIn,
  onSignIn,
  onAllowHosts,
  onSignOut,
}: SignInActions & { server: McpServer }) {
  const [result, setResult] = useState<McpSignInResult | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const isWanted = (server.signInRequest ?? null) !== null;
  if (!isSignedIn && !isWanted && !server.oauthClient) return null;
  const signIn = async () => {
    setIsRunning(true);
    setResult(await onSignIn());
    setIsRunning(false);
  };
  const allow = async (urls: readonly string[]) => {
    if (await onAllowHosts(urls)) await signIn();
  };
  return (
    <section className="mcp-sign-in" aria-label={t('mcpSignIn')}>
      <p role="status">
        {isRunning ? t('mcpSigningIn') : t(isSignedIn && !isWanted ? 'mcpSignedIn' : 'mcpSignInWanted')}
      </p>
      {result?.type === 'failed' && (
        <p className="field-error" role="alert">
          {t(ERRORS[result.code])}
        </p>
      )}
      {result?.type === 'needs-permission' && (
        <p>{t('mcpSignInHosts', { hosts: result.urls.map((url) => new URL(url).host).join(', ') })}</p>
      )}
      <div className="mcp-buttons">
        {result?.type === 'needs-permission' ? (
          <button type="button" className="button primary" onClick={() => void allow(result.urls)}>
            {t('allow')}
          </button>
        ) : (
          (isWanted || !isSignedIn) && (
            <button type="button" className="button primary" disabled={isRunning} onClick={() => void signIn()}>
              {t(isSignedIn ? 'mcpSignInAgain' : 'mcpSignIn')}
            </button>
          )
        )}
        {isSignedIn && (
          <button type="button" className="button" onClick={onSignOut}>
            {t('mcpSignOut')}
          </button>
        )}
      </div>
    </section>
  );
}

const ERRORS: Record<SignInErrorCode, PlainKey> = {
  'sign-in-unsupported': 'signInUnsupported',
  'sign-in-address': 'signInAddress',
  'sign-in-metadata': 'signInMetadata',
  'sign-in-no-pkce': 'signInNoPkce',
  'sign-in-no-client': 'signInNoClient',
  'sign-in-registration': 'signInRegistration',
  'sign-in-other-server': 'signInOtherServer',
  'sign-in-cancelled': 'signInCancelled',
  'sign-in-refused': 'signInRefused',
  'sign-in-response': 'signInResponse',
  'sign-in-redirect': 'signInRedirect',
  'sign-in-unreachable': 'signInUnreachable',
  'sign-in-locked': 'keysAreLocked',
};
