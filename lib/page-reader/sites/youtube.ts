import { hostIs, type Site } from './site.ts';

/** The title and description of a video and its comments. Its captions are read by read_transcript. */
export const youtube: Site = {
  name: 'YouTube',
  isFor: (url) => hostIs(url, 'youtube.com') && url.pathname === '/watch',
  lead: 'ytd-watch-metadata #title, ytd-watch-metadata #owner, ytd-watch-metadata #description, #info-contents h1',
  entry: 'ytd-comment-view-model, ytd-comment-renderer',
  body: '#content-text',
  author: '#author-text',
  time: '#published-time-text',
  score: '#vote-count-middle',
};
