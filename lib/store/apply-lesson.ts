import type { Capability, Lesson } from '../protocol/capability.ts';
import type { ModelRef } from '../protocol/model.ts';

/** What was learned from a server holds this long, in milliseconds: servers are upgraded, models gain templates. */
export const LEARNED_FOR = 30 * 24 * 60 * 60 * 1000;

/** A model of which nothing is known yet. */
export function unknownCapability(model: ModelRef, baseUrl: string): Capability {
  return {
    ...model,
    supportsTools: null,
    source: 'catalog',
    evidence: '',
    checkedAt: 0,
    expiresAt: 0,
    baseUrl,
    toolTiming: { toolsFirst: 0, textFirst: 0 },
    streamsTools: null,
    textCalls: 0,
    requestQuirks: [],
    contextWindow: null,
    vision: null,
  };
}

/** What is known after one more lesson, at `now`. Gives back the same object where nothing worth a write has changed. */
export function applyLesson(known: Capability, lesson: Lesson, now: number): Capability {
  switch (lesson.type) {
    case 'tools': {
      if (known.source === 'user') return known;
      const isFresh = known.expiresAt > now;
      if (isFresh && known.supportsTools === lesson.supportsTools) return known;
      const { supportsTools, source, evidence } = lesson;
      return { ...known, supportsTools, source, evidence, checkedAt: now, expiresAt: now + LEARNED_FOR };
    }
    case 'streams-tools':
      return { ...known, streamsTools: lesson.streamsTools };
    case 'request-quirk': {
      const others = known.requestQuirks.filter((each) => each.quirk !== lesson.quirk && each.expiresAt > now);
      const learned = { quirk: lesson.quirk, evidence: lesson.evidence, expiresAt: now + LEARNED_FOR };
      return { ...known, requestQuirks: [...others, learned] };
    }
    case 'text-call':
      return { ...known, textCalls: known.textCalls + 1 };
    case 'tool-timing': {
      const { toolsFirst, textFirst } = known.toolTiming;
      const toolTiming =
        lesson.timing === 'tools-first'
          ? { toolsFirst: toolsFirst + 1, textFirst }
          : { toolsFirst, textFirst: textFirst + 1 };
      return { ...known, toolTiming };
    }
    case 'context-window':
      return known.contextWindow === lesson.tokens ? known : { ...known, contextWindow: lesson.tokens };
    case 'vision':
      return known.vision === lesson.vision ? known : { ...known, vision: lesson.vision };
    default:
      return lesson satisfies never;
  }
}
