import { hostIs, type Site } from './site.ts';

/** The article without navigation boxes, edit links and notices to editors. */
export const wikipedia: Site = {
  name: 'Wikipedia',
  isFor: (url) => hostIs(url, 'wikipedia.org') && url.pathname.startsWith('/wiki/'),
  lead: '#firstHeading, #mw-content-text',
  entry: '',
  body: '',
  author: '',
  time: '',
  drop: '.navbox, .vertical-navbox, .sidebar, .mw-editsection, .ambox, .metadata, .noprint, .catlinks, .toc, #toc, .mw-jump-link, .sistersitebox, .authority-control',
};
