import type { ModelRef } from './model.ts';

/** What was learned about one model at one endpoint, and why we believe it. */
export type Capability = ModelRef & {
  supportsTools: boolean;
  /** `user` is an override and wins over everything learned. */
  source: 'user' | 'reply' | 'error';
  /** What the server said, shortened. */
  evidence: string;
  checkedAt: number;
  /** After this time the belief is tested again. */
  expiresAt: number;
};
