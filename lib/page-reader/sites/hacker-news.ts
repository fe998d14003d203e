import { hostIs, type Site } from './site.ts';

/** The story and its comments; how deep a comment stands is all its layout says of whom it answers. */
export const hackerNews: Site = {
  name: 'Hacker News',
  isFor: (url) => hostIs(url, 'news.ycombinator.com') && url.pathname === '/item',
  lead: '.fatitem',
  entry: 'tr.comtr',
  body: '.comment, .commtext',
  author: '.hnuser',
  time: '.age@title',
  depth: 'td.ind@indent',
  drop: '.reply, .navs, form',
};
