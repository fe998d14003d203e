import type { AssistantMessage, OwnDataKind, ThreadState, Tool } from '../contracts/index.ts';
import { asksFor } from '../language/index.ts';
import { policySite } from './addresses.ts';
import { MIN_TITLE, userTextsWithoutTitles } from './provenance.ts';
import { policyFor, type SitePolicies } from './site-policies.ts';

/**
 * Whether the user enabled what a tool needs: the web, for tools that reveal something to it, or the user's own data,
 * for tools that search it, with the switch of the chat or by asking for it. Text written by others enables nothing.
 */
export function isSwitchedOn(
  { effects }: Pick<Tool, 'effects'>,
  state: ThreadState,
  run: AssistantMessage | null,
): boolean {
  const optIn = effects?.optIn;
  switch (optIn?.type) {
    case undefined:
      return true;
    case 'web':
      return run?.web === true;
    case 'own-data':
      return run?.ownData === true || isAskedFor(optIn.kind, state);
    default:
      return optIn satisfies never;
  }
}

/**
 * Whether pages of this address may be searched. This excludes sites that the user wants to be asked about or never
 * sends.
 */
export function isSearchable(url: string, sites: SitePolicies): boolean {
  return policySite(url) !== null && policyFor(url, sites) === 'send';
}

function isAskedFor(kind: OwnDataKind, state: ThreadState): boolean {
  const texts = userTextsWithoutTitles(state, (title) => title.length >= MIN_TITLE);
  // Words in an address do not count as a request.
  const userTexts = texts.map((text) => text.replace(/(?<!\S)\S*(?:[:/]\/|www\.)\S*/g, ' '));
  return userTexts.some((text) => asksFor(`own-${kind}`, text));
}
