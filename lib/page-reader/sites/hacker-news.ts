import { hostIs, type Site } from './site.ts';

/** The story and its comments. The layout shows replies only by indentation. */
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
