import { useState } from 'react';
import { McpServerCard } from '../../components/mcp/mcp-server-card.tsx';
import { EMPTY_MCP_SERVER, type McpServerDraft, McpServerForm } from '../../components/mcp/mcp-server-form.tsx';
import { requestExtrasText } from '../../components/models/settings-draft.ts';
import { apiKeyErrorText } from '../../components/parts/address-text.ts';
import {
  apiKeyError,
  type McpServer,
  mcpClientKeyId,
  mcpHeadersError,
  mcpHeadersKeyId,
  mcpKeyId,
  parseJson,
  TOKEN_HEADER,
} from '../../lib/contracts/index.ts';
import {
  authorizationBrowser,
  browserSession,
  hasSignInWindows,
  requestHostPermission,
  requestHostPermissions,
  runMcpCheck,
  runMcpSignIn,
} from '../../lib/extension/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { type McpAddressError, parseMcpAddress } from '../../lib/mcp/index.ts';
import { useHostPermission, useMcpServers, useMcpSignedIn, useMcpToken } from '../../lib/react/index.ts';
import {
  changeMcpServer,
  deleteApiKey,
  deleteMcpServer,
  deleteMcpSignIn,
  KeysLockedError,
  keyLockState,
  type SidenoteDb,
  saveApiKey,
  saveMcpServer,
} from '../../lib/storage/index.ts';

const ADDRESS_ERRORS: Record<McpAddressError, PlainKey> = {
  none: 'notAnAddress',
  scheme: 'addressScheme',
  password: 'addressHasPassword',
  hidden: 'addressHasHidden',
  unencrypted: 'mcpUnencrypted',
};

/** MCP servers: which there are, what they offer, and what of that may be used. */
export function McpSection({ db }: { db: SidenoteDb }) {
  const servers = useMcpServers(db);
  const [added, setAdded] = useState(0);
  const [addedId, setAddedId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const add = async (draft: McpServerDraft) => {
    const problem = await saveMcpServerDraft(db, draft, null, setAddedId);
    setError(problem);
    if (problem === null) setAdded(added + 1);
  };
  return (
    <>
      <section>
        <h2 id="mcp">{t('mcpServers')}</h2>
        <p className="lead">{t('mcpLead')}</p>
        {servers.map((server) => (
          <ServerSection key={server.serverId} db={db} server={server} isNew={server.serverId === addedId} />
        ))}
      </section>
      <section>
        <h2>{t('mcpAdd')}</h2>
        <McpServerForm
          key={added}
          initial={EMPTY_MCP_SERVER}
          redirectUri={authorizationBrowser.redirectUri}
          lastFour={null}
          submitLabel={t('mcpAdd')}
          error={error}
          onSubmit={(draft) => void add(draft)}
          onCancel={null}
        />
      </section>
    </>
  );
}

/** `isNew`: it was just added, and is tested in view. */
function ServerSection({ db, server, isNew }: { db: SidenoteDb; server: McpServer; isNew: boolean }) {
  const { serverId, url } = server;
  const isAllowed = useHostPermission(url);
  const lastFour = useMcpToken(db, serverId);
  const isSignedIn = useMcpSignedIn(db, serverId);
  const [isEditing, setIsEditing] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (isEditing) {
    const change = async (draft: McpServerDraft) => {
      const problem = await saveMcpServerDraft(db, draft, server, () => setIsChanged(true));
      setError(problem);
      setIsEditing(problem !== null);
    };
    return (
      <McpServerForm
        initial={{
          name: server.name,
          url,
          token: '',
          header: server.header,
          headers: '',
          clientId: server.oauthClient?.clientId ?? '',
          clientSecret: '',
        }}
        redirectUri={authorizationBrowser.redirectUri}
        lastFour={lastFour}
        headerNames={server.headerNames ?? []}
        submitLabel={t('save')}
        error={error}
        onSubmit={(draft) => void change(draft)}
        onCancel={() => setIsEditing(false)}
      />
    );
  }
  const turn = (names: readonly string[], isOn: boolean) =>
    changeMcpServer(db, serverId, (stored) => ({
      ...stored,
      tools: stored.tools.map((tool) => {
        if (!names.includes(tool.name)) return tool;
        return isOn ? { ...tool, isOn, allowed: tool.listed ?? tool.allowed } : { ...tool, isOn };
      }),
    }));
  return (
    <McpServerCard
      server={server}
      lastFour={lastFour}
      isAllowed={isAllowed}
      testsAtOnce={isNew || isChanged}
      onAllow={() => void requestHostPermission(url)}
      onEdit={() => setIsEditing(true)}
      onDelete={() => void deleteMcpServer(db, serverId)}
      onChange={(change) => void changeMcpServer(db, serverId, (stored) => ({ ...stored, ...change }))}
      onTurn={(names, isOn) => void turn(names, isOn)}
      onTest={(onCheck) => runMcpCheck(serverId, onCheck)}
      signIn={{
        isPossible: hasSignInWindows(),
        isSignedIn,
        onSignIn: async () => {
          const result = await runMcpSignIn(serverId);
          if (result.type === 'signed-in') void runMcpCheck(serverId, () => undefined);
          return result;
        },
        onAllowHosts: requestHostPermissions,
        onSignOut: () => void deleteMcpSignIn(db, serverId),
      }}
    />
  );
}

/**
 * Saves what was entered. Resolves to what is wrong, or null. `server`: the one that is changed; `onSaved`: called with its id once
 * it can be tested.
 */
export async function saveMcpServerDraft(
  db: SidenoteDb,
  draft: McpServerDraft,
  server: McpServer | null,
  onSaved: (serverId: string) => void = () => undefined,
): Promise<string | null> {
  const address = parseMcpAddress(draft.url);
  if ('error' in address) return t(ADDRESS_ERRORS[address.error]);
  const { url } = address;
  const header = draft.header.trim() || TOKEN_HEADER;
  const token = draft.token.trim();
  const keyError = token === '' ? null : apiKeyError(token);
  if (keyError !== null) return apiKeyErrorText(keyError);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/.test(header)) return t('headerNoName', { name: header });
  const headers = draft.headers.trim() === '' ? null : parseJson(draft.headers);
  const headersFault = headers === null ? null : mcpHeadersError(headers);
  if (headersFault !== null) return requestExtrasText(headersFault);
  const clientId = draft.clientId.trim();
  const clientSecret = draft.clientSecret.trim();
  // Before anything is awaited, since browsers ask only as long as they know of the click.
  const asked = requestHostPermission(url);
  // Before anything is stored, so that the form that is sent again after this does not make a second server.
  const hasKey = token !== '' || clientSecret !== '' || headers !== null;
  if (hasKey && (await keyLockState(db, browserSession)) === 'locked') return t('keysAreLocked');
  const { origin, host } = new URL(url);
  const serverId = server?.serverId ?? crypto.randomUUID();
  const fresh = { serverId, isOn: true, isTrustedToRead: false, tools: [], createdAt: Date.now() };
  const before = server?.oauthClient ?? null;
  const oauthClient = clientId === before?.clientId ? before : clientId === '' ? null : { clientId, issuer: null };
  const keepsHeaders = headers === null && URL.parse(server?.url ?? '')?.origin === origin;
  const headerNames = keepsHeaders ? (server?.headerNames ?? []) : Object.keys(headers ?? {});
  const name = draft.name.trim() || host;
  await saveMcpServer(db, { ...fresh, ...server, name, url, header, headerNames, oauthClient });
  try {
    if (headers !== null)
      await saveApiKey(db, mcpHeadersKeyId(serverId), origin, JSON.stringify(headers), browserSession);
    if (token !== '') await saveApiKey(db, mcpKeyId(serverId), origin, token, browserSession);
    if (clientSecret !== '') await saveApiKey(db, mcpClientKeyId(serverId), origin, clientSecret, browserSession);
    // A secret goes with the client it was entered for.
    else if (clientId !== (before?.clientId ?? '')) await deleteApiKey(db, mcpClientKeyId(serverId));
  } catch (error) {
    if (!(error instanceof KeysLockedError)) throw error;
    return t('keysAreLocked');
  }
  if (await asked) onSaved(serverId);
  return null;
}
