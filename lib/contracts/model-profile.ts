import type { ToolMode } from './model.ts';

/** What is known of a model when a run connects to it: observed, chosen by the user, or said by its server. */
export type ProfileFacts = {
  toolMode: ToolMode;
  /** False if the user fixed the tool mode: a refusal of tools is then shown instead of retried without them. */
  mayFallBack: boolean;
  /** Counts of its steps with calls that began with the call, and that began with text. */
  toolTiming: { toolsFirst: number; textFirst: number };
  /**
   * Whether it works well with tools although the page is in the conversation: the user's choice, else what was observed; null if
   * unknown.
   */
  worksWithTools: boolean | null;
  /** In tokens, or null if unknown. */
  contextWindow: number | null;
  /** In tokens, or null if the server decides. */
  maxOutputTokens: number | null;
  /** Whether it accepts pictures; null if unknown. */
  vision: boolean | null;
  /** Whether PDFs are sent to it as files instead of their text. */
  takesPdfs: boolean;
  /** Whether it is on this machine or in the local network. */
  isLocal: boolean;
  /** Whether its server is on this machine, so that nothing sent to it leaves the machine. */
  isOnThisMachine: boolean;
  /** The user's own system prompt for this model, or ''. */
  systemPrompt: string;
};

/** What a model is. Everything that depends on how large or how able a model is asks its profile. */
export type ModelProfile = ProfileFacts & {
  /** Whether every offered tool is expensive for it: tags in the prompt take about 60 tokens a tool, and small windows have no room. */
  isSmall: boolean;
  /** Whether it gets only the tools that a question needs. */
  isCautious: boolean;
};

/** A small window has fewer tokens than this. */
const SMALL_WINDOW = 16_000;

const UNKNOWN: Omit<ProfileFacts, 'toolMode' | 'mayFallBack'> = {
  toolTiming: { toolsFirst: 0, textFirst: 0 },
  worksWithTools: null,
  contextWindow: null,
  maxOutputTokens: null,
  vision: null,
  takesPdfs: false,
  isLocal: false,
  isOnThisMachine: false,
  systemPrompt: '',
};

/** The profile of a model; what is not said of it is unknown. */
export function describeModel(
  known: Pick<ProfileFacts, 'toolMode' | 'mayFallBack'> & Partial<ProfileFacts>,
): ModelProfile {
  const facts: ProfileFacts = { ...UNKNOWN, ...known };
  const { toolMode, contextWindow, isLocal, worksWithTools } = facts;
  const isSmall = toolMode === 'tags' || (contextWindow !== null && contextWindow < SMALL_WINDOW);
  return { ...facts, isSmall, isCautious: worksWithTools === null ? isLocal || isSmall : !worksWithTools };
}
