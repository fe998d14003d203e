import type { ApprovalRequest, MemoryProposal, ThreadState } from '../../../lib/contracts/index.ts';
import { answerFamily } from './answers.ts';
import { cardFamily } from './cards.ts';
import { DOCUMENTS } from './documents.ts';
import type { Family } from './family.ts';
import { FORMS } from './forms.ts';
import { LOCAL_PAGES } from './local-pages.ts';
import { memoryFamily } from './memory.ts';
import { OWN_WORDS } from './own-words.ts';
import { PAGE_TOOLS } from './page-tools.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';
import { QUERIES } from './queries.ts';
import { SECRETS } from './secrets.ts';
import { SENDING } from './sending.ts';
import { SITE_RULES } from './site-rules.ts';
import { SPREADSHEETS } from './spreadsheets.ts';

/** How the panel renders what a user sees. */
export type Drawing = {
  draw: (thread: ThreadState) => string;
  drawCard: (request: ApprovalRequest) => string;
  drawMemory: (proposal: MemoryProposal) => string;
};

/** Attacks on one control each, with every value that can be put into it. They need no model, which makes them fast. */
export function families({ draw, drawCard, drawMemory }: Drawing): Family[] {
  return [
    QUERIES,
    OWN_WORDS,
    PRIVATE_ADDRESSES,
    SENDING,
    DOCUMENTS,
    SITE_RULES,
    LOCAL_PAGES,
    SECRETS,
    answerFamily(draw),
    cardFamily(drawCard),
    SPREADSHEETS,
    FORMS,
    PAGE_TOOLS,
    memoryFamily(drawMemory),
  ];
}
