import type { SearchEngineId } from '../../contracts/index.ts';
import type { SearchEngine } from '../engine.ts';
import { brave } from './brave.ts';
import { duckduckgo } from './duckduckgo.ts';
import { exa } from './exa.ts';
import { google } from './google.ts';
import { kagi } from './kagi.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

/** All search engines, in the order of the settings. */
export const searchEngines: readonly SearchEngine[] = [duckduckgo, searxng, brave, tavily, exa, kagi, google, serper];

export function searchEngine(id: SearchEngineId): SearchEngine {
  const match = searchEngines.find((engine) => engine.id === id);
  if (match === undefined) throw new Error(`No search engine ${id}.`);
  return match;
}

/** The id under which the key of an engine is stored, next to those of endpoints. */
export function searchKeyId(id: SearchEngineId): string {
  return `search:${id}`;
}
