/**
 * Selectors for the content of a site that the generic reader handles poorly. They are matched against the elements
 * around a block, across shadow roots. `name@attribute` reads an attribute, `@attribute` one of the entry itself.
 */
export type Site = {
  name: string;
  /** Whether the address is a page of this kind. */
  isFor(url: URL): boolean;
  /** The text before the entries, or the whole content: a title, a question, an article. */
  lead: string;
  /** One post, comment or message. If entries are nested, the innermost one counts. '' if there are none. */
  entry: string;
  /** The parts of an entry that are read. */
  body: string;
  author: string;
  time: string;
  /** Points or votes. */
  score?: string;
  /** The depth of a reply, as a number. */
  depth?: string;
  /** Entries that match are marked with this word. */
  mark?: { selector: string; word: string };
  /** Elements that are never read, anywhere on the page. */
  drop?: string;
};

function hostIs(url: URL, ...hosts: string[]): boolean {
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}

/** Issues, pull requests and discussions: the question and every comment, without labels, events and reactions. */
const githubIssue: Site = {
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

/** The title and description of a video and its comments. Its captions are read by read_transcript. */
const youtube: Site = {
  name: 'YouTube',
  isFor: (url) => hostIs(url, 'youtube.com') && url.pathname === '/watch',
  lead: 'ytd-watch-metadata #title, ytd-watch-metadata #owner, ytd-watch-metadata #description, #info-contents h1',
  entry: 'ytd-comment-view-model, ytd-comment-renderer',
  body: '#content-text',
  author: '#author-text',
  time: '#published-time-text',
  score: '#vote-count-middle',
};

/** Posts on X, in a thread, a profile or a timeline, without the columns beside them. */
const x: Site = {
  name: 'X',
  isFor: (url) => hostIs(url, 'x.com', 'twitter.com'),
  lead: '',
  entry: 'article[data-testid="tweet"]',
  body: '[data-testid="tweetText"], [data-testid="tweetPhoto"], [data-testid="card.wrapper"], [data-testid="twitterArticleReadView"]',
  author: '[data-testid="User-Name"]',
  time: 'time@datetime',
};

const isThread = (url: URL) => /\/comments\//.test(url.pathname);

/** Reddit threads: custom elements with author, score and depth as attributes. */
const reddit: Site = {
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

/** Reddit's old layout, which many users keep. */
const oldReddit: Site = {
  name: 'Reddit',
  isFor: (url) => url.hostname === 'old.reddit.com' && isThread(url),
  lead: '#siteTable .title, #siteTable .usertext-body',
  entry: '.thing.comment',
  body: '.usertext-body',
  author: '.tagline .author',
  time: '.tagline time@datetime',
  score: '.tagline .score.unvoted',
};

/** The story and its comments. Only indentation shows which comment a reply belongs to. */
const hackerNews: Site = {
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

/** The article without navigation boxes, edit links and notices to editors. */
const wikipedia: Site = {
  name: 'Wikipedia',
  isFor: (url) => hostIs(url, 'wikipedia.org') && url.pathname.startsWith('/wiki/'),
  lead: '#firstHeading, #mw-content-text',
  entry: '',
  body: '',
  author: '',
  time: '',
  drop: '.navbox, .vertical-navbox, .sidebar, .mw-editsection, .ambox, .metadata, .noprint, .catlinks, .toc, #toc, .mw-jump-link, .sistersitebox, .authority-control',
};

/** Question and answers with their votes and comments. The accepted answer is marked. */
const stackOverflow: Site = {
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

/** The messages of an open conversation, each with sender and time. Collapsed ones show only their summary. */
const gmail: Site = {
  name: 'Gmail',
  isFor: (url) => hostIs(url, 'mail.google.com'),
  lead: 'h2.hP',
  entry: '.adn, .kv',
  body: '.a3s, .iA',
  author: '.gD@email | .gD | .yP',
  time: '.g3@title | .g3',
};

/** Title, authors, abstract and the links to the full text of a paper. Its PDF is read by read_pdf. */
const arxiv: Site = {
  name: 'arXiv',
  isFor: (url) => hostIs(url, 'arxiv.org') && url.pathname.startsWith('/abs/'),
  lead: '#abs .title, #abs .authors, #abs .abstract, #abs .metatable, #abs .dateline, .extra-services .full-text',
  entry: '',
  body: '',
  author: '',
  time: '',
};

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
