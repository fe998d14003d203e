import { isJsonObject, type JsonObject, parseJson, TOKEN_HEADER } from '../contracts/index.ts';

/** A server of a pasted configuration, with the values of the form. `headers` is a JSON object, or ''. */
export type PastedMcpServer = { name: string; url: string; token: string; header: string; headers: string };

/** `programs` are the names of servers that are programs on the user's computer, which a browser cannot start. */
export type PastedMcpServers = { servers: readonly PastedMcpServer[]; programs: readonly string[] };

/** Longer text is no configuration. In characters. */
const MAX_PASTED = 100_000;

/** Under which keys applications have the address: Claude Code, Cursor and VS Code; Windsurf; Gemini CLI. */
const ADDRESS_KEYS = ['url', 'serverUrl', 'httpUrl'] as const;
/** Programs that connect others to a server at an address, which is one of their arguments. */
const RELAYS = /^(?:mcp-remote|supergateway|mcp-proxy)(?:@|$)/;
const BEARER = /^bearer\s+/i;
/** What documentation and settings write in place of a secret: `${input:token}`, `<token>`, `YOUR_API_KEY`. */
const NO_SECRET = /\$\{|^[<[{]|^your[_-]|^\.{3}|^x{3}/i;

/**
 * Reads the servers in a configuration as Claude, Cursor, VS Code, Windsurf and others have them, or in a part of one:
 * the list of servers, one server with its name, or without. Null for anything else.
 */
export function readPastedMcpServers(text: string): PastedMcpServers | null {
  const entered = text.trim();
  if (!/^["{]/.test(entered) || entered.length > MAX_PASTED) return null;
  const whole = parseConfiguration(entered);
  if (!isJsonObject(whole)) return null;
  const named = Object.entries(findServers(whole)).flatMap(([name, server]) =>
    isJsonObject(server) && (findAddress(server) !== '' || typeof server.command === 'string')
      ? [{ name, server, url: findAddress(server) }]
      : [],
  );
  if (named.length === 0) return null;
  return {
    servers: named.flatMap(({ name, server, url }) => (url === '' ? [] : [toPastedServer(name, url, server)])),
    programs: named.flatMap(({ name, url }) => (url === '' ? [name] : [])),
  };
}

/** Parts that users copy have a comma after them, or lack the braces around them. */
function parseConfiguration(entered: string): unknown {
  const text = entered.replace(/,$/, '').replace(/,(?=\s*[}\]])/g, '');
  return parseJson(text) ?? parseJson(`{${text}}`);
}

/** The servers by name. A server alone has none. */
function findServers(whole: JsonObject): JsonObject {
  const { mcpServers, servers, mcp, context_servers: contextServers } = whole;
  if (isJsonObject(mcp)) return isJsonObject(mcp.servers) ? mcp.servers : mcp;
  for (const list of [mcpServers, servers, contextServers]) if (isJsonObject(list)) return list;
  const isServer = typeof whole.command === 'string' || findAddress(whole) !== '';
  return isServer ? { '': whole } : whole;
}

function findAddress(server: JsonObject): string {
  const address = ADDRESS_KEYS.map((key) => server[key]).find((value) => typeof value === 'string');
  if (typeof address === 'string') return address.trim();
  const programArguments = listArguments(server);
  const isRelay = programArguments.some((argument) => RELAYS.test(argument));
  return (isRelay && programArguments.find((argument) => /^https?:\/\//i.test(argument))) || '';
}

function listArguments({ command, args }: JsonObject): string[] {
  return [command, ...(Array.isArray(args) ? args : [])].filter((argument) => typeof argument === 'string');
}

/** A bearer token, or the only header, is the form's token. */
function toPastedServer(name: string, url: string, server: JsonObject): PastedMcpServer {
  const headers = listHeaders(server).filter(([, value]) => !NO_SECRET.test(value.replace(BEARER, '')));
  const main = headers.find(([header]) => header.toLowerCase() === TOKEN_HEADER) ?? headers[0];
  const others = headers.filter((header) => header !== main);
  return {
    name,
    url,
    header: main === undefined || main[0].toLowerCase() === TOKEN_HEADER ? TOKEN_HEADER : main[0],
    token: main?.[1].replace(BEARER, '') ?? '',
    headers: others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others)),
  };
}

/** Headers as values, or as arguments of a relay: `--header "Authorization: Bearer …"`. */
function listHeaders(server: JsonObject): [name: string, value: string][] {
  const { headers } = server;
  if (isJsonObject(headers))
    return Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const programArguments = listArguments(server);
  return programArguments.flatMap((argument, index): [string, string][] => {
    const isHeader = /^--?(?:header|h)$/i.test(programArguments[index - 1] ?? '');
    const [, name = '', value = ''] = (isHeader && /^([\w-]+)\s*:\s*(.+)$/.exec(argument)) || [];
    return name === '' ? [] : [[name, value]];
  });
}
