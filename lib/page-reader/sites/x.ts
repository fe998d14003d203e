import { hostIs, type Site } from './site.ts';

/** Posts of X, in a thread, a profile or a timeline, without the columns beside them. */
export const x: Site = {
  name: 'X',
  isFor: (url) => hostIs(url, 'x.com', 'twitter.com'),
  lead: '',
  entry: 'article[data-testid="tweet"]',
  body: '[data-testid="tweetText"], [data-testid="tweetPhoto"], [data-testid="card.wrapper"], [data-testid="twitterArticleReadView"]',
  author: '[data-testid="User-Name"]',
  time: 'time@datetime',
};
