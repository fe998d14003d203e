import { useEffect, useRef, useState } from 'react';
import {
  type AttachedFile,
  decodeBase64,
  type McpCompletionRequest,
  type McpContentRequest,
  type McpErrorCode,
  type McpPrompt,
  type McpResource,
  type McpServer,
  type McpTemplate,
} from '../contracts/index.ts';
import { getMcpCompletions, getMcpContent, promptNameIn, watchMcpResource } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { useMcpServers } from './use-config.ts';
import type { DraftFiles } from './use-draft.ts';
import { useLatest } from './use-stored.ts';

/** A prompt of a server, and the server at the time of the user's choice. */
export type ServerPrompt = { server: McpServer; prompt: McpPrompt };

/** A form for the arguments of a prompt, or for the variables of a resource template. */
export type McpContentForm = Pick<McpPrompt, 'title' | 'description' | 'arguments'> & {
  server: McpServer;
  of: McpCompletionRequest['of'];
};

export type McpContentState = {
  /** The prompts of servers that match the field's text: `/` and the beginning of a prompt's or a server's name. */
  promptsFor: (field: string) => readonly ServerPrompt[];
  /** The form that the user is filling in. */
  asked: McpContentForm | null;
  isLoading: boolean;
  /** Why the last prompt or resource could not be loaded. */
  error: McpErrorCode | null;
  choose: (chosen: ServerPrompt) => void;
  /** Gets the prompt or resource of the form, with these values. */
  get: (entered: Record<string, string>) => void;
  /** Values that the server suggests for an argument of the form. Empty if it has none. */
  complete: (argument: { name: string; value: string }, entered: Record<string, string>) => Promise<string[]>;
  cancel: () => void;
  /** Attached resources, by `getResourceKey`, that have changed since then according to their server. */
  changed: ReadonlySet<string>;
  attachResource: (server: McpServer, resource: McpResource) => void;
  chooseTemplate: (server: McpServer, template: McpTemplate) => void;
};

/**
 * What MCP servers offer for the next question. Nothing is sent until the user chooses something. The result is
 * attached, so that the user sees it before it is sent. `onPrompt` is called when a prompt was attached.
 */
export function useMcpContent(
  storage: Pick<Stores, 'mcpServers'>,
  files: DraftFiles,
  onPrompt: () => void,
): McpContentState {
  const servers = useMcpServers(storage).filter(({ isOn }) => isOn);
  const [asked, setAsked] = useState<McpContentForm | null>(null);
  const completing = useRef<AbortController | null>(null);
  const changedResources = useChangedResources(files.files);
  const loading = useLoading(files, { onLoaded: () => setAsked(null), onPrompt });

  function loadForm({ server, title, of }: McpContentForm, entered: Record<string, string>): void {
    void loading.load(server, { ...of, serverId: server.serverId, arguments: entered }, title);
  }

  function ask(form: McpContentForm): void {
    cancel();
    if (form.arguments.length > 0) setAsked(form);
    else loadForm(form, {});
  }

  function cancel(): void {
    loading.cancel();
    setAsked(null);
  }

  return {
    changed: changedResources,
    promptsFor: (field) => listPromptsFor(servers, field),
    asked,
    isLoading: loading.isLoading,
    error: loading.error,
    choose: ({ server, prompt }) => ask({ ...prompt, server, of: { type: 'prompt', name: prompt.name } }),
    chooseTemplate(server, { uriTemplate, name, description, variables }) {
      const values = variables.map((each) => ({ name: each, title: each, description: '', isRequired: false }));
      ask({ title: name, description, arguments: values, server, of: { type: 'template', uriTemplate } });
    },
    get(entered) {
      if (asked !== null) loadForm(asked, entered);
    },
    async complete(argument, entered) {
      completing.current?.abort();
      if (asked?.server.hasCompletions !== true) return [];
      const controller = new AbortController();
      completing.current = controller;
      const { serverId } = asked.server;
      return getMcpCompletions({ serverId, of: asked.of, argument, entered }, controller.signal);
    },
    cancel,
    attachResource(server, { uri, name }) {
      cancel();
      void loading.load(server, { type: 'resource', serverId: server.serverId, uri }, name);
    },
  };
}

/** The prompts whose name, or whose server's name, begins with what is written after `/`. */
function listPromptsFor(servers: readonly McpServer[], field: string): ServerPrompt[] {
  const namePrefix = promptNameIn(field);
  if (namePrefix === null) return [];
  const matches = (name: string) => name.toLowerCase().startsWith(namePrefix);
  return servers.flatMap((server) =>
    (server.prompts ?? [])
      .filter((prompt) => matches(prompt.name) || matches(server.name))
      .map((prompt) => ({ server, prompt })),
  );
}

type LoadingCallbacks = {
  /** Called before what was loaded is attached. */
  onLoaded: () => void;
  /** Called when a prompt was attached. */
  onPrompt: () => void;
};

/** Loads a prompt or a resource from its server and attaches it to the question. */
function useLoading(files: DraftFiles, callbacks: LoadingCallbacks) {
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<McpErrorCode | null>(null);
  const pending = useRef<AbortController | null>(null);
  // Only the latest rendering knows what the user typed while the prompt was loading.
  const { onLoaded, onPrompt } = useLatest(callbacks);

  async function load(server: McpServer, request: McpContentRequest, name: string): Promise<void> {
    const controller = new AbortController();
    pending.current = controller;
    setError(null);
    setIsLoading(true);
    const content = await getMcpContent(request, controller.signal);
    if (content === null) return;
    setIsLoading(false);
    if (typeof content === 'string') return setError(content);
    onLoaded();
    const source = { name: server.name, url: server.url };
    const { uri } = content;
    if (content.text !== '') await files.add({ type: 'prompt', name, text: content.text, source });
    await files.attach(
      content.files.map((file) => new File([decodeBase64(file.data)], file.name)),
      uri === undefined ? source : { ...source, uri },
    );
    if (request.type === 'prompt') onPrompt();
  }

  function cancel(): void {
    pending.current?.abort();
    setIsLoading(false);
    setError(null);
  }

  return { isLoading, error, load, cancel };
}

export function getResourceKey({ source }: AttachedFile): string {
  return `${source?.uri} ${source?.url}`;
}

/** Watches the resources among the files while they are attached. */
function useChangedResources(files: readonly AttachedFile[]): ReadonlySet<string> {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const sources = new Map(
    files.flatMap((file) => (file.source?.uri ? [[getResourceKey(file), file.source] as const] : [])),
  );
  const keys = [...sources.keys()].join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of resources
  useEffect(() => {
    const watchController = new AbortController();
    setChanged((before) => new Set([...before].filter((key) => sources.has(key))));
    for (const [key, { url, uri = '' }] of sources) {
      const onUpdated = () => setChanged((before) => new Set([...before, key]));
      void watchMcpResource({ serverUrl: url, uri }, onUpdated, watchController.signal);
    }
    return () => watchController.abort();
  }, [keys]);
  return changed;
}
