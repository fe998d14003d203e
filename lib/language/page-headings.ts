const THINGS =
  'articles?|stories|posts?|pages|products?|items|topics|content|reading|videos|news|links|questions|threads|publications|courses|guides|searches|market \\w+';

/**
 * Headings of links to other pages, of author details, and of forms to subscribe or reply. Whole phrases, since
 * "Related work", "Sign in", "See also" and "You will also need" are headings in papers, manuals and encyclopedias.
 */
const PHRASES = [
  // English
  "you(?: may| might|['’]ll| will)?(?: also)? (?:like|love|enjoy|be interested in)\\b.*",
  '(?:people|customers|readers|others|users|visitors)(?: who\\b.*)? also (?:ask|like|view|buy|bought|read|search)\\w*\\b.*',
  `(?:explore |browse |see |shop |most |more )?(?:related|similar|recommended|suggested|sponsored|popular) (?:${THINGS})`,
  'read (?:next|more|this next|also)|up next|what to read next|more to (?:read|explore)|keep (?:reading|exploring)\\b.*',
  `more (?:(?:${THINGS}) )?(?:from|by)\\b.*`,
  '(?:about|meet) (?:the|this) (?:author|writer)s?|written by\\b.*|who (?:wrote|curated) this\\b.*',
  '(?:sign up|subscribe|join|get)\\b.*\\bnewsletters?|(?:sign in|log in|create an account)\\b.* to (?:comment|reply)',
  '(?:unlock|share) this (?:article|story|post|page)\\b.*|follow us\\b.*|subscribe|stay (?:up to date|connected|in touch)',
  'your answer|(?:leave|post) a (?:reply|comment)|write a review|join the (?:conversation|discussion)',
  // German, Dutch, Swedish, Danish, Norwegian
  'das könnte (?:sie|dich|euch) auch interessieren|(?:lesen sie|lies) auch|mehr zum thema|meistgelesen|auch interessant',
  '(?:weitere|ähnliche|verwandte) (?:artikel|beiträge|meldungen|nachrichten|themen)|über (?:den|die) autor(?:in)?',
  'lees ook|gerelateerde? (?:artikelen|berichten|nieuws)|meest gelezen|meer over dit onderwerp',
  '(?:läs (?:också|även)|læs også|les også)|relaterade (?:artiklar|inlägg)|mest (?:lästa|læste|lest)',
  // French, Spanish, Portuguese, Italian
  'à lire (?:aussi|également)|lire aussi|sur le même (?:sujet|thème)|articles? (?:similaires?|liés?|recommandés?)',
  "vous aimerez aussi|(?:cela|ça) (?:peut|pourrait) (?:aussi )?vous intéresser|les plus lus|à propos de l['’]auteure?",
  '(?:también )?(?:te|le) puede interesar|le[ea] también|(?:noticias|artículos|entradas|notas) relacionad[ao]s|(?:lo )?más leídos?',
  'leia (?:também|mais)|(?:notícias|artigos|posts|matérias) relacionad[ao]s|mais lid[ao]s|sobre o autor|sobre el autor',
  'leggi anche|(?:ti )?potrebbe(?:ro)? (?:interessarti|interessare)(?: anche)?|articoli (?:correlati|simili)|i più letti',
  // Polish, Czech, Russian, Turkish
  'czytaj (?:także|też|również)|podobne (?:artykuły|wpisy|tematy)|najczęściej czytane',
  'čtěte (?:také|též)|související články|nejčtenější|mohlo by vás (?:také )?zajímat',
  'читайте также|похожие (?:статьи|записи|новости|материалы)|(?:другие|последние) новости|самое читаемое',
  'ilgili (?:haberler|yazılar)|benzer (?:haberler|yazılar)|bunlar da ilginizi çekebilir',
  // Japanese, Chinese, Korean
  '関連(?:記事|ニュース)|おすすめ記事|あわせて読みたい|人気記事|(?:相关|相關)(?:阅读|閱讀|文章|新闻|新聞|推荐|报道)',
  '(?:延伸|推荐)(?:阅读|閱讀)|猜你喜欢|热门(?:文章|新闻)|관련 ?(?:기사|뉴스|글)|많이 본 (?:기사|뉴스)|추천 ?(?:기사|뉴스)',
];
const PATTERN = new RegExp(`^(?:${PHRASES.join('|')})[\\s:.!?…]*$`, 'iu');

/** Whether the text of a heading marks what follows as outside the content of a page, in any language. */
export function isBoilerplateHeading(text: string): boolean {
  return PATTERN.test(text);
}

const COMMENTS =
  '(?:reader |user )?comments?|(?:leser)?kommentare?|leserbriefe|commentaires?|comentarios?|comentários?|commenti|reacties|' +
  'komentarz[ey]|komentář[ůei]|kommentarer|yorumlar|комментари[ийев]+|コメント|评论|留言|댓글';
/** These count only beside a number, since papers end in a discussion. */
const NUMBERED = 'discussion|diskussion|replies|responses?|reactions?|réactions?';
const COMMENTS_PATTERN = new RegExp(
  `^(?:(?:\\d+ )?(?:${COMMENTS})|\\d+ (?:${NUMBERED})|(?:${NUMBERED})(?=\\s*[([]?\\d))\\s*(?:[([]?\\d+[)\\]]?)?[\\s:.!…]*$`,
  'iu',
);

/** Whether the text of a heading introduces comments, in any language. */
export function introducesComments(text: string): boolean {
  return COMMENTS_PATTERN.test(text);
}
