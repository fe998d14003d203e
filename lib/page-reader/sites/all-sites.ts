import { arxiv } from './arxiv.ts';
import { githubIssue } from './github.ts';
import { gmail } from './gmail.ts';
import { hackerNews } from './hacker-news.ts';
import { oldReddit, reddit } from './reddit.ts';
import type { Site } from './site.ts';
import { stackOverflow } from './stack-overflow.ts';
import { wikipedia } from './wikipedia.ts';
import { x } from './x.ts';
import { youtube } from './youtube.ts';

const allSites: readonly Site[] = [
  githubIssue,
  youtube,
  x,
  oldReddit,
  reddit,
  hackerNews,
  wikipedia,
  stackOverflow,
  gmail,
  arxiv,
];

/** The site-specific reader for this address, or null. */
export function siteAt(address: string): Site | null {
  const url = URL.parse(address);
  return (url && allSites.find((site) => site.isFor(url))) ?? null;
}
