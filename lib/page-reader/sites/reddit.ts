import { hostIs, type Site } from './site.ts';

const isThread = (url: URL) => /\/comments\//.test(url.pathname);

/** Reddit's threads: custom elements with author, score and depth as attributes. */
export const reddit: Site = {
  name: 'Reddit',
  isFor: (url) => hostIs(url, 'reddit.com') && url.hostname !== 'old.reddit.com' && isThread(url),
  lead: 'shreddit-post [slot="title"], shreddit-post [slot="text-body"], shreddit-post',
  entry: 'shreddit-comment',
  body: '[slot="comment"]',
  author: '@author',
  time: 'time@datetime | @created',
  score: '@score',
  depth: '@depth',
  drop: 'shreddit-comment-action-row, shreddit-post-overflow-menu, [slot="credit-bar"]',
};

/** Reddit's older layout, which many users keep. */
export const oldReddit: Site = {
  name: 'Reddit',
  isFor: (url) => url.hostname === 'old.reddit.com' && isThread(url),
  lead: '#siteTable .title, #siteTable .usertext-body',
  entry: '.thing.comment',
  body: '.usertext-body',
  author: '.tagline .author',
  time: '.tagline time@datetime',
  score: '.tagline .score.unvoted',
};
