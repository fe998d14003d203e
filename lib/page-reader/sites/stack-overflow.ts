import { hostIs, type Site } from './site.ts';

/** Question and answers with their votes and comments. The accepted answer is marked. */
export const stackOverflow: Site = {
  name: 'Stack Overflow',
  isFor: (url) =>
    hostIs(url, 'stackoverflow.com', 'stackexchange.com', 'superuser.com', 'serverfault.com', 'askubuntu.com') &&
    /^\/questions\/\d+/.test(url.pathname),
  lead: '#question-header h1',
  entry: '#question, .answer',
  body: '.js-post-body, .s-prose, .js-comments-container',
  author: '.post-signature:last-child .user-details a | .user-details a',
  time: '.user-action-time .relativetime@title',
  score: '.js-vote-count',
  drop: '.js-voting-container, .post-taglist, .js-post-tag-list-wrapper, .comment-actions, .js-comment-actions',
  mark: { selector: '.accepted-answer', word: 'accepted' },
};
