import { hostIs, type Site } from './site.ts';

/** The mails of an open conversation, each with sender and time. Folded ones only show their summary. */
export const gmail: Site = {
  name: 'Gmail',
  isFor: (url) => hostIs(url, 'mail.google.com'),
  lead: 'h2.hP',
  entry: '.adn, .kv',
  body: '.a3s, .iA',
  author: '.gD@email | .gD | .yP',
  time: '.g3@title | .g3',
};
