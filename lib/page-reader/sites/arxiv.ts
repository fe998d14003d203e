import { hostIs, type Site } from './site.ts';

/** Title, authors, abstract and the links to the full text of a paper. Its PDF is read by read_pdf. */
export const arxiv: Site = {
  name: 'arXiv',
  isFor: (url) => hostIs(url, 'arxiv.org') && url.pathname.startsWith('/abs/'),
  lead: '#abs .title, #abs .authors, #abs .abstract, #abs .metatable, #abs .dateline, .extra-services .full-text',
  entry: '',
  body: '',
  author: '',
  time: '',
};
