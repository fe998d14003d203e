import { hostIs, type Site } from './site.ts';

/** The mails of an open conversation, each with who sent it and when. Folded ones show only what the user sees of them. */
export const gmail: Site = {
  name: 'Gmail',
  isFor: (url) => hostIs(url, 'mail.google.com'),
  lead: 'h2.hP',
  entry: '.adn, .kv',
  body: '.a3s, .iA',
  author: '.gD@email | .gD | .yP',
  time: '.g3@title | .g3',
};
