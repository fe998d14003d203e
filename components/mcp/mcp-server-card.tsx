import '../parts/card.css';
import './mcp-server-card.css';
import { useEffect, useState } from 'react';
import {
  definitionText,
  hasMcpToolChanged,
  type McpCheck,
  type McpServer,
  type McpSignInResult,
  type McpTool,
  type SignInErrorCode,
} from '../../lib/contracts/index.ts';
import { type PlainKey, plural, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { AllowHost } from '../parts/buttons.tsx';
import { CardButtons } from '../parts/card-buttons.tsx';
import { CheckList } from '../parts/check-list.tsx';
import { DefinitionDiff } from '../parts/diffs.tsx';
import { visibleLines } from '../parts/rich-text.tsx';
import { testFailureText } from '../parts/tool-failure-text.ts';

type Props = {
  server: McpServer;
  lastFour: string | null;
  /** False until the browser allows requests to this host. */
  isAllowed: boolean;
  /** Whether its connection is tested as soon as it is shown, because it was just added or changed. */
  testsAtOnce?: boolean;
  onAllow: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onChange: (change: Partial<Pick<McpServer, 'isOn' | 'isTrustedToRead'>>) => void;
  /** Turns tools on, as the server currently describes them, or off. */
  onTurn: (names: readonly string[], isOn: boolean) => void;
  onTest: (onCheck: (check: McpCheck) => void) => Promise<void>;
  signIn: SignInActions;
};

/** An MCP server: whether it answers, what it offers, and what the user allows. */
export function McpServerCard(props: Props) {
  const { server, lastFour, isAllowed, onChange, onTurn } = props;
  const [checks, setChecks] = useState<readonly McpCheck[]>([]);
  const [isTesting, setIsTesting] = useState(false);
  const test = async () => {
    setChecks([]);
    setIsTesting(true);
    await props.onTest((check) => setChecks((before) => [...before, check]));
    setIsTesting(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was added or changed
  useEffect(() => {
    if (props.testsAtOnce) void test();
  }, [props.testsAtOnce]);
  return (
    <section className="card" aria-label={server.name}>
      <header>
        <h3>{server.name}</h3>
        <code>{server.url}</code>
        {lastFour !== null && <p className="hint">{t('keyEndsIn', { characters: lastFour })}</p>}
      </header>
      {!isAllowed && <AllowHost onAllow={props.onAllow} />}
      {isAllowed && <McpSignIn server={server} {...props.signIn} />}
      <label className="toggle">
        <input type="checkbox" checked={server.isOn} onChange={({ target }) => onChange({ isOn: target.checked })} />
        {t('mcpUse')}
      </label>
      <div>
        <label className="toggle">
          <input
            type="checkbox"
            checked={server.isTrustedToRead}
            onChange={({ target }) => onChange({ isTrustedToRead: target.checked })}
          />
          {t('mcpTrust')}
        </label>
        <p className="hint">{t('mcpTrustHint')}</p>
      </div>
      <CheckList
        checks={checks.map((check) => ({
          name: check.check,
          result: check.isOk ? 'ok' : 'failed',
          text: checkText(check, server.url),
        }))}
      />
      <Offers server={server} onTurn={onTurn} />
      <CardButtons onEdit={props.onEdit} onDelete={props.onDelete}>
        <TurnAllOnButton tools={server.tools} onTurn={onTurn} />
        <button type="button" className="button" disabled={isTesting} onClick={() => void test()}>
          {t('testConnection')}
        </button>
      </CardButtons>
    </section>
  );
}

/** The tools of a server, and how many prompts and resources it has. */
function Offers({ server, onTurn }: Pick<Props, 'server' | 'onTurn'>) {
  const { tools, prompts = [], resources = [] } = server;
  const on = tools.filter(({ isOn }) => isOn).length;
  return (
    <>
      <p className="hint">
        {tools.length === 0 ? t('mcpNoTools') : t('mcpToolsOn', { on: String(on), all: String(tools.length) })}
      </p>
      {(prompts.length > 0 || resources.length > 0) && (
        <p className="hint">
          {t('mcpOffers', { prompts: String(prompts.length), resources: String(resources.length) })}
        </p>
      )}
      {tools.length > 0 && (
        <ul className="mcp-tools" aria-label={t('tools')}>
          {tools.map((tool) => (
            <ToolRow key={tool.name} tool={tool} onTurn={(isOn) => onTurn([tool.name], isOn)} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Turns on all tools that the server still lists, if some are off. */
function TurnAllOnButton({ tools, onTurn }: { tools: readonly McpTool[]; onTurn: Props['onTurn'] }) {
  const names = tools.flatMap(({ name, isOn, listed }) => (isOn || listed === null ? [] : [name]));
  if (names.length === 0) return null;
  return (
    <button type="button" className="button primary" onClick={() => onTurn(names, true)}>
      {t('mcpTurnAllOn')}
    </button>
  );
}

/** A tool as described by its server, shown in full. */
function ToolRow({ tool, onTurn }: { tool: McpTool; onTurn: (isOn: boolean) => void }) {
  const { name, isOn, allowed, listed } = tool;
  const definition = allowed ?? listed;
  const isChanged = isOn && hasMcpToolChanged(tool);
  return (
    <li className="mcp-tool">
      <label className="toggle">
        <input
          type="checkbox"
          checked={isOn}
          disabled={!isOn && listed === null}
          onChange={({ target }) => onTurn(target.checked)}
        />
        <b dir="auto">{visibleText(name)}</b>
      </label>
      <p dir="auto">{definition?.description ? visibleLines(definition.description) : t('mcpNoDescription')}</p>
      {definition?.isReadOnly && <p className="hint">{t('mcpReadOnly')}</p>}
      {listed === null && <p className="hint">{t('mcpGone')}</p>}
      {isChanged && allowed !== null && listed !== null && (
        <div>
          <p data-changed>{t('mcpChanged')}</p>
          <DefinitionDiff change={{ before: definitionText(allowed), after: definitionText(listed) }} />
          <button type="button" className="button" onClick={() => onTurn(true)}>
            {t('mcpUseNew')}
          </button>
        </div>
      )}
    </li>
  );
}

function checkText(check: McpCheck, address: string): string {
  switch (check.check) {
    case 'permission':
      return check.isOk
        ? t('checkLine', { check: t('checkPermission'), message: t('checkWorks') })
        : t('serverNotAllowed');
    case 'key':
      return t('keysAreLocked');
    case 'connection':
      return check.isOk ? t('mcpConnected', { version: check.version ?? '' }) : failureText(check, address);
    case 'tools':
      return check.isOk ? toolsText(check) : failureText(check, address);
    default:
      return check satisfies never;
  }
}

/** Returns why a step failed, with the status if there is one, and the server's own message. */
function failureText(
  { code, status, words }: Pick<Extract<McpCheck, { check: 'tools' }>, 'code' | 'status' | 'words'>,
  address: string,
) {
  const text = testFailureText(code ?? 'mcp-bad-reply', address);
  const failure = status === null || status === undefined ? text : `${text} (${status})`;
  return words === undefined ? failure : `${failure} ${t('serverSaid', { words: visibleText(words) })}`;
}

/** Returns the number of tools, and which of the listed ones cannot be used. */
function toolsText({ count = 0, unusable = [] }: Extract<McpCheck, { check: 'tools' }>): string {
  const countText = plural('mcpToolsFound', count);
  return unusable.length === 0
    ? countText
    : `${countText} ${t('mcpUnusable', { names: unusable.map((name) => visibleText(name)).join(', ') })}`;
}

type SignInActions = {
  /** Whether the browser has a window for signing in. */
  isPossible: boolean;
  isSignedIn: boolean;
  /** Shows the browser's window for signing in. */
  onSignIn: () => Promise<McpSignInResult>;
  /** Asks the browser for access to these servers. */
  onAllowHosts: (urls: readonly string[]) => Promise<boolean>;
  onSignOut: () => void;
};

/**
 * Whether the user is signed in to an MCP server, with sign-in and sign-out. Renders nothing if the server never asked
 * for a sign-in.
 */
function McpSignIn({
  server,
  isPossible,
  isSignedIn,
  onSignIn,
  onAllowHosts,
  onSignOut,
}: SignInActions & { server: McpServer }) {
  const [result, setResult] = useState<McpSignInResult | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const isWanted = (server.signInRequest ?? null) !== null;
  if (!isPossible) return isWanted && <p role="status">{t('limitedBrowser')}</p>;
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
          {t(SIGN_IN_ERRORS[result.code])}
        </p>
      )}
      {result?.type === 'needs-permission' && (
        <p>{t('mcpSignInHosts', { hosts: result.urls.map((url) => new URL(url).host).join(', ') })}</p>
      )}
      <div className="card-buttons">
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

const SIGN_IN_ERRORS: Record<SignInErrorCode, PlainKey> = {
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
