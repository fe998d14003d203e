import { storage } from 'wxt/utils/storage';
import { PRACTICE_ENDPOINT } from '../protocol/endpoint.ts';
import type { ModelRef } from '../protocol/model.ts';

const PRACTICE: ModelRef = { endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' };

/** The model new questions go to. */
export const selectedModel = storage.defineItem<ModelRef>('local:selectedModel', { fallback: PRACTICE });

/** Steps with tools an answer may take before it has to answer without. */
export const maxSteps = storage.defineItem<number>('local:maxSteps', { fallback: 12 });

/** The chat a panel opens with. */
export const lastThread = storage.defineItem<string | null>('local:lastThread', { fallback: null });
