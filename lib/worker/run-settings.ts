import {
  type ContextSettings,
  type GgufSpeed,
  isOpinionId,
  type ModelRef,
  type PageContextMode,
  READING_EGRESS,
  type SettingValue,
  type Tool,
} from '../contracts/index.ts';
import type { Stores } from '../storage/index.ts';
import type { BrowserAccess, StoredValue } from './browser-access.ts';
import { getPromptBudget } from './gguf-models.ts';

type Readable<Value> = Pick<StoredValue<Value>, 'getValue'>;

type UsedSetting = 'maxSteps' | 'pageContextMode' | 'pageContextTokens' | 'sitePolicies' | 'switchedOffTools';

export type RunSettingsDependencies = {
  storage: Pick<Stores, 'endpoints' | 'projects'>;
  browser: Pick<BrowserAccess, 'readPolicy'>;
  /** The settings of the user. */
  settings: {
    readonly [Name in UsedSetting]: Readable<SettingValue<Name>>;
  };
  ggufSpeeds: Readable<Record<string, GgufSpeed>>;
  /** The tools of this program. */
  tools: readonly Tool[];
  /** The tools of these MCP servers, or of all. */
  mcpTools: (serverIds: readonly string[] | null) => Promise<readonly Tool[]>;
};

/**
 * The settings that apply to a run: the organization's policy first, then the chat's setting, then the model's, then
 * the user's.
 */
export class RunSettings {
  readonly #dependencies: RunSettingsDependencies;

  constructor(dependencies: RunSettingsDependencies) {
    this.#dependencies = dependencies;
  }

  readonly maxSteps = async (model: ModelRef): Promise<number> => {
    const { storage, browser, settings } = this.#dependencies;
    const policy = (await browser.readPolicy()).settings;
    return policy.maxSteps ?? (await storage.endpoints.modelSettings(model)).maxSteps ?? settings.maxSteps.getValue();
  };

  readonly context = async (model: ModelRef, chatMode: PageContextMode | undefined): Promise<ContextSettings> => {
    const { storage, browser, settings, ggufSpeeds } = this.#dependencies;
    const policy = (await browser.readPolicy()).settings;
    const userMode =
      chatMode ??
      (await storage.endpoints.modelSettings(model)).pageContext ??
      (await settings.pageContextMode.getValue());
    // A policy can send less of pages than the user wants, or less by default. It never adds a page to a question
    // without one.
    const mode = userMode === 'never' ? userMode : (policy.pageContextMode ?? userMode);
    const maxTokens = Math.min(await settings.pageContextTokens.getValue(), await getPromptBudget(ggufSpeeds, model));
    return { mode, maxTokens, sites: await settings.sitePolicies.getValue() };
  };

  /**
   * The tools that a thread may use: those that are not turned off, and those of its project's MCP servers. A second
   * opinion only gets tools that read tabs.
   */
  readonly threadTools = async (threadId: string): Promise<readonly Tool[]> => {
    const { storage, settings, tools, mcpTools } = this.#dependencies;
    const switchedOff = await settings.switchedOffTools.getValue();
    if (isOpinionId(threadId))
      return tools.filter((tool) => !switchedOff.includes(tool.name) && isForSecondOpinion(tool));
    const serverIds = (await storage.projects.ofThread(threadId))?.mcpServers ?? null;
    return [...tools.filter(({ name }) => !switchedOff.includes(name)), ...(await mcpTools(serverIds))];
  };
}

/** Whether a tool only reads tabs, so that nothing is done or sent twice if both answers use it. */
function isForSecondOpinion({ annotations, effects = {} }: Tool): boolean {
  const { egress = [], optIn, source } = effects;
  const isReading = annotations.readOnlyHint && egress.every((each) => READING_EGRESS.some((other) => other === each));
  return isReading && optIn === undefined && source === undefined;
}
