import { isJsonObject } from '../../contracts/index.ts';
import type { Listing } from '../presets/preset.ts';

/** Query parameters of a page of a list. */
export type PageQuery = Record<string, string>;

/**
 * The query for the next page of a list, or null after the last. A cursor is returned under the parameter that belongs to its
 * field: `has_more` with the last id (OpenAI's lists, Anthropic's), `next_page_token` and `nextPageToken` (Google's),
 * `next_page`, and the query of `links.next` (OpenRouter). Only the query is used, so that a list cannot direct us, and the key,
 * to another address.
 */
export function nextPage(page: unknown, { after = 'after' }: Listing): PageQuery | null {
  if (!isJsonObject(page)) return null;
  const token = cursor(page.nextPageToken);
  if (token !== null) return { pageToken: token };
  const snake = cursor(page.next_page_token);
  if (snake !== null) return { page_token: snake };
  const next = cursor(isJsonObject(page.links) ? page.links.next : page.next);
  if (next !== null) return queryOf(next);
  const number = cursor(page.next_page);
  if (number !== null) return { page: number };
  const last = page.has_more === true ? cursor(page.last_id ?? lastId(page.data)) : null;
  return last === null ? null : { [after]: last };
}

function cursor(value: unknown): string | null {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 2000 ? value : null;
}

function lastId(list: unknown): unknown {
  const last = Array.isArray(list) ? list.at(-1) : null;
  return isJsonObject(last) ? last.id : null;
}

function queryOf(address: string): PageQuery | null {
  const query = Object.fromEntries(URL.parse(address, 'https://list.invalid')?.searchParams ?? []);
  return Object.keys(query).length > 0 ? query : null;
}
