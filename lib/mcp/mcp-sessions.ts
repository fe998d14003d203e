import type {
  AnswerRef,
  McpCheck,
  McpCompletionRequest,
  McpContent,
  McpContentRequest,
  McpOffers,
  McpServer,
  McpToolDefinition,
} from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import type { McpClient } from './mcp-client.ts';
import { completeArgument, getContent, listOffers } from './prompts-and-resources.ts';
import { asMcpError, isRequestFailure } from './protocol.ts';
import { listedDefinitions } from './tool-definition.ts';
import { type ToPicture, withoutSecrets } from './tool-output.ts';

/** A list of tools older than this, in milliseconds, is requested again when the next tool is called. */
const LIST_FRESH_MS = 60_000;

/** `toPicture`: absent where pictures cannot be decoded. */
export type McpConnection = { client: McpClient; secrets: readonly string[]; toPicture?: ToPicture };

export type McpSessionDependencies = {
  /** Creates the client of a server. Throws McpError if the user or the browser does not allow the connection. */
  connect: (server: McpServer) => Promise<McpConnection>;
  /** Stores the tools that a server listed. */
  saveListed: (serverId: string, listed: ReadonlyMap<string, McpToolDefinition>) => Promise<void>;
  /** Stores what a server offers besides tools. */
  saveOffers: (serverId: string, offers: McpOffers) => Promise<void>;
  /** Stores that the user has allowed a tool with its current description. */
  allow: (serverId: string, name: string, definition: McpToolDefinition) => Promise<void>;
  now: () => number;
};

type Session = {
  key: string;
  connection: Promise<McpConnection>;
  listed: { at: number; definitions: Promise<Map<string, McpToolDefinition>> } | null;
};

function toMcpFailure(error: unknown, secrets: readonly string[]) {
  const { code, status, words } = asMcpError(error);
  return { code, status, ...(words === '' ? {} : { words: cleanText(withoutSecrets(words, secrets)) }) };
}

/**
 * The servers to which this worker is connected. Connects to each one once, and lists its tools again if they may have
 * changed.
 */
export class McpSessions {
  readonly #dependencies: McpSessionDependencies;
  readonly #sessions = new Map<string, Session>();

  constructor(dependencies: McpSessionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws McpError. */
  async connection(server: McpServer): Promise<McpConnection> {
    return this.#session(server).connection;
  }

  /** The tools with the server's current descriptions. Throws McpError. */
  async listed(server: McpServer, signal: AbortSignal, answer?: AnswerRef): Promise<Map<string, McpToolDefinition>> {
    const session = this.#session(server);
    const { client } = await session.connection;
    const { listed } = session;
    const isFresh = listed !== null && !client.isListStale && this.#dependencies.now() - listed.at < LIST_FRESH_MS;
    if (isFresh) return unlessAborted(listed.definitions, signal);
    // Concurrent callers wait for the same list. Aborting one does not abort the others.
    const definitions = this.#list(server, client, answer);
    session.listed = { at: this.#dependencies.now(), definitions };
    definitions.catch(() => {
      if (session.listed?.definitions === definitions) session.listed = null;
    });
    return unlessAborted(definitions, signal);
  }

  /** Remembers that the user has allowed a tool with its current description. */
  allow(server: McpServer, name: string, definition: McpToolDefinition): Promise<void> {
    return this.#dependencies.allow(server.serverId, name, definition);
  }

  /** Gets a prompt or a resource that the user chose. Throws McpError. */
  async content(server: McpServer, request: McpContentRequest, signal: AbortSignal): Promise<McpContent> {
    const { client, secrets } = await this.connection(server);
    try {
      return await getContent(client, { request, secrets, signal });
    } finally {
      this.refresh(server, client);
    }
  }

  /** Values that a server suggests for the user's partial input. Throws McpError. */
  async completions(server: McpServer, request: McpCompletionRequest, signal: AbortSignal): Promise<string[]> {
    const { client } = await this.connection(server);
    return completeArgument(client, request, signal).catch((error: unknown) => {
      throw signal.aborted ? error : asMcpError(error);
    });
  }

  /**
   * Calls `onUpdated` whenever a resource has changed. Resolves when the server ends its notifications. Throws
   * McpError.
   */
  async watch(server: McpServer, uri: string, onUpdated: () => void, signal: AbortSignal): Promise<void> {
    const { client } = await this.connection(server);
    await client.watchResource(uri, onUpdated, signal).catch((error: unknown) => {
      throw signal.aborted ? error : asMcpError(error);
    });
  }

  /** Lists, in the background, what the server reported as changed. Servers report changes while requests run. */
  refresh(server: McpServer, client: McpClient, answer?: AnswerRef): void {
    const { signal } = new AbortController();
    // The next caller retries and gets the error.
    if (client.isListStale) void this.listed(server, signal, answer).catch(() => undefined);
    if (client.areOffersStale) void this.#listOffers(server, client, signal).catch(() => undefined);
  }

  /** Checks the connection to a server step by step, and stores the list of its tools. */
  async *check(server: McpServer, signal: AbortSignal): AsyncGenerator<McpCheck> {
    this.forget(server.serverId);
    let client: McpClient;
    let secrets: readonly string[];
    try {
      ({ client, secrets } = await this.connection(server));
    } catch (error) {
      const { code } = asMcpError(error);
      if (code === 'mcp-no-permission') return yield { check: 'permission', isOk: false };
      yield { check: 'permission', isOk: true };
      return yield { check: 'key', isOk: false };
    }
    yield { check: 'permission', isOk: true };
    try {
      yield { check: 'connection', isOk: true, version: await client.connect(signal) };
    } catch (error) {
      return yield { check: 'connection', isOk: false, ...toMcpFailure(error, secrets) };
    }
    try {
      const toolDefinitions = await this.listed(server, signal);
      yield { check: 'tools', isOk: true, count: toolDefinitions.size, unusable: [...client.unusableTools] };
      await this.#listOffers(server, client, signal);
    } catch (error) {
      yield { check: 'tools', isOk: false, ...toMcpFailure(error, secrets) };
    }
  }

  /** Ends the connection to a server. */
  forget(serverId: string): void {
    const session = this.#sessions.get(serverId);
    this.#sessions.delete(serverId);
    void session?.connection.then(({ client }) => client.close()).catch(() => undefined);
  }

  async #list(
    server: McpServer,
    client: McpClient,
    answer: AnswerRef | undefined,
  ): Promise<Map<string, McpToolDefinition>> {
    const tools = await client.listTools(new AbortController().signal, answer);
    const toolDefinitions = listedDefinitions(tools);
    const leftOut = tools.flatMap(({ name }) => (toolDefinitions.has(name) ? [] : [name]));
    client.unusableTools = [...client.unusableTools, ...leftOut];
    await this.#dependencies.saveListed(server.serverId, toolDefinitions);
    return toolDefinitions;
  }

  /** Prompts and resources are optional: if listing them fails, the server keeps those listed before. */
  async #listOffers(server: McpServer, client: McpClient, signal: AbortSignal): Promise<void> {
    const { areOffersStale } = client;
    try {
      await this.#dependencies.saveOffers(server.serverId, await listOffers(client, signal));
    } catch (error) {
      client.areOffersStale ||= areOffersStale;
      if (!signal.aborted && !isRequestFailure(error)) throw error;
    }
  }

  /** A server with a changed address or header counts as another one. */
  #session(server: McpServer): Session {
    const key = `${server.url} ${server.header}`;
    const cachedSession = this.#sessions.get(server.serverId);
    if (cachedSession?.key === key) return cachedSession;
    if (cachedSession !== undefined) this.forget(server.serverId);
    const connection = this.#dependencies.connect(server);
    const session: Session = { key, connection, listed: null };
    this.#sessions.set(server.serverId, session);
    // A failed connection is tried again at the next call.
    connection.catch(() => {
      if (this.#sessions.get(server.serverId) === session) this.#sessions.delete(server.serverId);
    });
    return session;
  }
}
