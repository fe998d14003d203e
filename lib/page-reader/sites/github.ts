import { hostIs, type Site } from './site.ts';

/** Issues, pull requests and discussions: the question and every comment, without labels, events and reactions. */
export const githubIssue: Site = {
  name: 'GitHub',
  isFor: (url) =>
    hostIs(url, 'github.com') && /^\/[^/]+\/[^/]+\/(?:issues|pull|discussions)\/\d+\/?$/.test(url.pathname),
  lead: 'h1, [data-testid="issue-title"], .gh-header-title',
  entry:
    '.timeline-comment, .review-comment, .react-issue-comment, [data-testid="issue-body"], [data-testid="comment-viewer-outer-box"]',
  body: '.markdown-body, .comment-body',
  author:
    '.author | [data-testid="issue-body-header-author"] | [data-testid="avatar-link"] | a[data-hovercard-type="user"]',
  time: 'relative-time@datetime | time@datetime',
  drop: '.js-minimizable-comment-group-form, .comment-reactions',
};
