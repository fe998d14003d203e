import type { OwnData } from '../../lib/contracts/index.ts';
import { chatTexts, type SidenoteDb } from '../../lib/storage/index.ts';

/** What is the user's own in this browser, for tools that the user asked for or switched on. */
export function createOwnData(db: SidenoteDb): OwnData {
  return {
    chatTexts: (search, signal) => chatTexts(db, search, signal),
  };
}
