import {
  type ApprovalRequest,
  type AssistantMessage,
  label,
  type PageAccess,
  type PageAccessState,
  PageError,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolNeed,
} from '../../contracts/index.ts';
import { parseOrigin } from '../addresses.ts';
import { allowedSites } from '../pinned-pages.ts';
import { siteOfTab } from './tab-site.ts';

type NeedSituation = {
  call: Extract<ToolCall, { state: 'input-available' }>;
  run: AssistantMessage;
  tool: Tool;
  page: Pick<PageAccess, 'check'>;
  toolContext: () => ToolContext;
};

/**
 * Returns the request for what the tool needs for this call and the user has not allowed yet. Null if nothing is
 * missing.
 */
export async function findMissingNeed(situation: NeedSituation): Promise<ApprovalRequest | null> {
  const { call, run, tool, page, toolContext } = situation;
  const context = toolContext();
  const need = tool.effects?.needs?.(call.input, context) ?? null;
  const request = need === null ? null : await requestFor(need, context);
  if (request === null || isApproved(request, call.granted?.request)) return null;
  return request.type === 'page-access' ? withSite(page, run, request) : request;
}

/** Returns what the user has to be asked before a call with this need. Null if no question is necessary. */
export async function requestFor(need: ToolNeed, { page, own }: ToolContext): Promise<ApprovalRequest | null> {
  switch (need.type) {
    case 'tab':
      return requestTabAccess(need.tabId, page);
    case 'document': {
      const { tabId, findUrl } = need;
      const request = await requestTabAccess(tabId, page);
      if (request !== null || tabId === null) return request;
      const url = await findUrl();
      if (url === null || (await page.mayFetch(tabId, url))) return null;
      return { type: 'page-access', tabId, reason: label('askLoadDocument', { url }), document: url };
    }
    case 'browser-permission':
      return own === null || (await own.hasPermission(need.permission)) ? null : need;
    case 'effect':
      return need;
    default:
      return need satisfies never;
  }
}

/**
 * Returns the approval needed before a tab can be read, or null. A page that can never be read, and a missing tab, need
 * none. Reading then fails with the reason.
 */
async function requestTabAccess(tabId: number | null, page: PageAccess): Promise<ApprovalRequest | null> {
  if (tabId === null) return null;
  const state = await checkTab(page, tabId);
  if (state?.type === 'viewer') {
    const viewer = new URL(state.url).origin;
    return { type: 'page-access', tabId, reason: label('askReadViewed', { site: viewer }), viewer };
  }
  if (state?.type === 'sensitive') {
    const reason = label('contextAsksSensitive', { site: URL.parse(state.url)?.origin ?? state.url });
    return { type: 'page-access', tabId, reason };
  }
  if (state?.type !== 'needed') return null;
  return { type: 'page-access', tabId, reason: label('askReadPage') };
}

async function checkTab(page: PageAccess, tabId: number): Promise<PageAccessState | null> {
  try {
    return await page.check(tabId);
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

/**
 * Whether this was approved. If the browser did not grant access to a tab after the approval, reading it reports the
 * error, because another request would not help. This also applies to a permission of the browser. An approval of a
 * document is bound to its address, because the page may have another one under the same number.
 */
function isApproved(request: ApprovalRequest, approvedRequest: ApprovalRequest | undefined): boolean {
  if (request.type === 'browser-permission')
    return approvedRequest?.type === 'browser-permission' && approvedRequest.permission === request.permission;
  if (request.type !== 'page-access' || approvedRequest?.type !== 'page-access') return false;
  return request.document === approvedRequest.document;
}

/** Adds the site, if the browser reveals it, and why approval is needed. */
async function withSite(
  page: Pick<PageAccess, 'check'>,
  run: AssistantMessage,
  request: Extract<ApprovalRequest, { type: 'page-access' }>,
): Promise<ApprovalRequest> {
  const origin = await siteOfTab(page, request.tabId);
  if (origin === null) return request;
  // The site may already be read. The tool asks for something else and says what, or the user wants to be asked.
  if (allowedSites(run).has(origin)) return { ...request, origin };
  const isWhereAsked = run.page === null || parseOrigin(run.page.url) === origin;
  const reason =
    request.tabId !== run.tabId
      ? label('askReadTabOn', { site: origin })
      : isWhereAsked
        ? label('askReadPageOn', { site: origin })
        : label('askReadMoved', { site: origin });
  return { ...request, reason, origin };
}
