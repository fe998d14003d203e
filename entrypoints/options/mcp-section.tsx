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
import { type McpAddressError, parseMcpAddress, readPastedMcpServers, switchTools } from '../../lib/mcp/index.ts';
import { readPastedKey } from '../../lib/model-api/index.ts';
import { useHostPermission, useMcpServers, useMcpSignedIn, useMcpToken } from '../../lib/react/index.ts';
import { KeysLockedError, type Stores } from '../../lib/storage/index.ts';

const ADDRESS_ERRORS: Record<McpAddressError, PlainKey> = {
  none: 'notAnAddress',
  scheme: 'addressScheme',
  password: 'addressHasPassword',
  hidden: 'addressHasHidden',
  unencrypted: 'mcpUnencrypted',
};

/** The configured MCP servers, what they offer, and what the user allows. */
export function McpSection({ storage }: { storage: Pick<Stores, 'keys' | 'mcpServers'> }) {
  const servers = useMcpServers(storage);
  const [added, setAdded] = useState(0);
  const [addedId, setAddedId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [pasted, setPasted] = useState<readonly Partial<McpServerDraft>[]>([]);
  const add = async (draft: McpServerDraft, others: readonly Partial<McpServerDraft>[]) => {
    const problem = await saveMcpServerDraft(storage, draft, null, setAddedId);
    setError(problem);
    if (problem !== null) return;
    setAdded(added + 1);
    // Each server is added by its own click, since a browser asks for its permission only then.
    setPasted(others.length > 0 ? others : pasted.slice(1));
  };
  return (
    <>
      <section>
        <h2 id="mcp">{t('mcpServers')}</h2>
        <p className="lead">{t('mcpLead')}</p>
        {servers.map((server) => (
          <ServerSection key={server.serverId} storage={storage} server={server} isNew={server.serverId === addedId} />
        ))}
      </section>
      <section>
        <h2>{t('mcpAdd')}</h2>
        <McpServerForm
          key={added}
          initial={{ ...EMPTY_MCP_SERVER, ...pasted[0] }}
          readPasted={readPasted}
          redirectUri={authorizationBrowser.redirectUri}
          lastFour={null}
          submitLabel={t('mcpAdd')}
          error={error}
          onSubmit={(draft, others) => void add(draft, others)}
          onCancel={null}
        />
      </section>
    </>
  );
}

function readPasted(text: string): { drafts: readonly Partial<McpServerDraft>[]; programs: readonly string[] } {
  const { servers = [], programs = [] } = readPastedMcpServers(text) ?? {};
  return { drafts: servers, programs };
}

/** `isNew`: it was just added, and is tested in view. */
function ServerSection({
  storage,
  server,
  isNew,
}: {
  storage: Pick<Stores, 'keys' | 'mcpServers'>;
  server: McpServer;
  isNew: boolean;
}) {
  const { serverId, url } = server;
  const isAllowed = useHostPermission(url);
  const lastFour = useMcpToken(storage, serverId);
  const isSignedIn = useMcpSignedIn(storage, serverId);
  const [isEditing, setIsEditing] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (isEditing) {
    const change = async (draft: McpServerDraft) => {
      const problem = await saveMcpServerDraft(storage, draft, server, () => setIsChanged(true));
      setError(problem);
      setIsEditing(problem !== null);
    };
    return (
      <ServerEditor
        server={server}
        lastFour={lastFour}
        error={error}
        onSubmit={(draft) => void change(draft)}
        onCancel={() => setIsEditing(false)}
      />
    );
  }
  const turn = (names: readonly string[], isOn: boolean) =>
    storage.mcpServers.change(serverId, (storedServer) => ({
      ...storedServer,
      tools: switchTools(storedServer.tools, names, isOn),
    }));
  return (
    <McpServerCard
      server={server}
      lastFour={lastFour}
      isAllowed={isAllowed}
      testsAtOnce={isNew || isChanged}
      onAllow={() => void requestHostPermission(url)}
      onEdit={() => setIsEditing(true)}
      onDelete={() => void storage.mcpServers.delete(serverId)}
      onChange={(change) =>
        void storage.mcpServers.change(serverId, (storedServer) => ({ ...storedServer, ...change }))
      }
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
        onSignOut: () => void storage.mcpServers.deleteSignIn(serverId),
      }}
    />
  );
}

type EditorProps = {
  server: McpServer;
  lastFour: string | null;
  error: string | null;
  onSubmit: (draft: McpServerDraft) => void;
  onCancel: () => void;
};

/** The form of a server that is being changed. Its secrets are not shown, and stay unless others are entered. */
function ServerEditor({ server, ...props }: EditorProps) {
  return (
    <McpServerForm
      initial={{
        name: server.name,
        url: server.url,
        token: '',
        header: server.header,
        headers: '',
        clientId: server.oauthClient?.clientId ?? '',
        clientSecret: '',
      }}
      redirectUri={authorizationBrowser.redirectUri}
      headerNames={server.headerNames ?? []}
      submitLabel={t('save')}
      {...props}
    />
  );
}

/**
 * Saves the form. Resolves to the error, or null. `server` is the one being edited. `onSaved` is called with its id
 * once it can be tested.
 */
export async function saveMcpServerDraft(
  storage: Pick<Stores, 'keys' | 'mcpServers'>,
  draft: McpServerDraft,
  server: McpServer | null,
  onSaved: (serverId: string) => void = () => undefined,
): Promise<string | null> {
  const address = parseMcpAddress(draft.url);
  if ('error' in address) return t(ADDRESS_ERRORS[address.error]);
  const { url } = address;
  const header = draft.header.trim() || TOKEN_HEADER;
  const token = header.toLowerCase() === TOKEN_HEADER ? readPastedKey(draft.token) : draft.token.trim();
  const keyError = token === '' ? null : apiKeyError(token);
  if (keyError !== null) return apiKeyErrorText(keyError);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/.test(header)) return t('headerNoName', { name: header });
  const headers = draft.headers.trim() === '' ? null : parseJson(draft.headers);
  const headersFault = headers === null ? null : mcpHeadersError(headers);
  if (headersFault !== null) return requestExtrasText(headersFault);
  const clientId = draft.clientId.trim();
  const clientSecret = draft.clientSecret.trim();
  // Before any await, because browsers ask only while the click counts as user activation.
  const permissionRequest = requestHostPermission(url);
  // Before anything is stored, so that submitting the form again does not create a second server.
  const hasKey = token !== '' || clientSecret !== '' || headers !== null;
  if (hasKey && (await storage.keys.lockState(browserSession)) === 'locked') return t('keysAreLocked');
  const { origin, host } = new URL(url);
  const serverId = server?.serverId ?? crypto.randomUUID();
  const fresh = { serverId, isOn: true, isTrustedToRead: false, tools: [], createdAt: Date.now() };
  const before = server?.oauthClient ?? null;
  const oauthClient = clientId === before?.clientId ? before : clientId === '' ? null : { clientId, issuer: null };
  const keepsHeaders = headers === null && URL.parse(server?.url ?? '')?.origin === origin;
  const headerNames = keepsHeaders ? (server?.headerNames ?? []) : Object.keys(headers ?? {});
  const name = draft.name.trim() || host;
  await storage.mcpServers.save({ ...fresh, ...server, name, url, header, headerNames, oauthClient });
  try {
    if (headers !== null)
      await storage.keys.save(mcpHeadersKeyId(serverId), origin, JSON.stringify(headers), browserSession);
    if (token !== '') await storage.keys.save(mcpKeyId(serverId), origin, token, browserSession);
    if (clientSecret !== '') await storage.keys.save(mcpClientKeyId(serverId), origin, clientSecret, browserSession);
    // A secret belongs to the client for which it was entered.
    else if (clientId !== (before?.clientId ?? '')) await storage.keys.delete(mcpClientKeyId(serverId));
  } catch (error) {
    if (!(error instanceof KeysLockedError)) throw error;
    return t('keysAreLocked');
  }
  if (await permissionRequest) onSaved(serverId);
  return null;
}
