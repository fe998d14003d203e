import { type Language, type SecretFieldWords, words } from './language.ts';

/** Labels of fields for a password, a code or a payment card. Names in code are English everywhere. */
export const secretFields: SecretFieldWords = {
  anywhere:
    'passw|pwd|passcode|pass.?phrase|secret(?!ar)|token|one.?time|2fa|cvc|cvv|card.?csc|card.?(?:no|num)|security.?code|verification code|name on (?:the )?card|card.?holder|(?:^|[^a-z]|sms|user|login|t)(?:otp|ssn|csc|mfa|iban|pin)(?![a-z])',
  whole: '(?:credit|debit|bank|payment)? ?card|cc.?(?:num(?:ber)?|no)',
};

export const en: Language = {
  asksFor: {
    links: [words('links?', 'urls?', 'hyperlinks?')],
    forms: [words('forms?')],
    tabs: [words('tabs?')],
    pictures: [words('screenshots?', 'pictures?', 'images?', 'photos?', 'charts?')],
    'page-data': [
      words(
        'csv',
        'export\\p{L}*',
        '(?:as|into) (?:a |an )?(?:\\p{L}+ )?(?:list|file|text)',
        'all (?:of )?(?:the |its )?(?:links|urls)',
        '(?:full|whole|entire|complete) transcript',
      ),
    ],
    'whole-page': [
      /\bsummar(?:y|i[sz])|\btl;?dr\b|\b(?:key|main) (?:points?|ideas?|takeaways?|messages?)|\boverview\b|\bgist\b/i,
      /\bwhat(?:'s|’s| is| are)? (?:this|the) (?:page|article|text|document|site|post|video|paper|thread)?\s*(?:all )?about\b/i,
      /\bwhat does (?:this|the) (?:page|article|text|document|site|post|video|paper|thread) say\b/i,
    ],
    'own-chats': [
      words(
        '(?:my|our|all|other|earlier|previous|past|old|older|last|recent|another|which)\\s+(?:\\p{L}+\\s+)?(?:chats?|conversations?)',
        '(?:did|have|had)\\s+(?:i|we)\\s+(?:\\p{L}+\\s+)?(?:ask|asked|discuss|discussed|talk|talked|chat|chatted|find out|found out|learn|learned|learnt)',
        '(?:i|we)\\s+(?:\\p{L}+\\s+)?(?:asked|discussed|talked|chatted|found out|learned|learnt)',
      ),
    ],
    'own-tabs': [
      words(
        '(?:my|our|all|open|other|across|these|those|which|both)\\s+(?:(?:of|my|our|the|open|other|browser|these|those|two|three)\\s+){0,3}tabs',
        '(?:which|another|other|every|one\\s+of\\s+(?:my|the))\\s+(?:open\\s+)?tabs?',
      ),
    ],
    'own-bookmarks': [
      words(
        '(?:my|our|in|from|among|all)\\s+(?:\\p{L}+\\s+)?(?:bookmarks|favou?rites)',
        '(?:i|we)\\s+(?:\\p{L}+\\s+)?bookmark(?:ed)?',
      ),
    ],
    'own-history': [
      words(
        '(?:my|our|browser|browsing)\\s+(?:(?:browser|browsing|web|search)\\s+)?history',
        '(?:did|have|had)\\s+(?:i|we)\\s+(?:\\p{L}+\\s+)?(?:visit|visited|read|see|seen|open|opened|browse|browsed|look(?:ed)?\\s+at)',
        '(?:page|site|article|website|post)s?\\s+(?:that\\s+)?(?:i|we)\\s+(?:\\p{L}+\\s+)?(?:visited|read|saw|opened|looked\\s+at)',
      ),
    ],
  },
  announcesCall: [
    /\b(?:i['’]?ll|i will|i am going to|i['’]m going to|let me|let['’]s|first,? i need to|i need to) (?:now |first |then |just )?(?:provide|read|check|look|search|find|open|use|call|fetch|access|get|see|review|analy[sz]e)\b/i,
    /\b(?:once|after) i(?:['’]ve| have)? (?:read|checked|looked|searched)\b/i,
  ],
  consent: [/cookie|consent/i],
  beforeCall: {
    example: {
      whole:
        'example|e\\.g\\.|for instance|such as|format|syntax|looks? like|would (?:be|write|send|call|look|answer|use)|could|documentation|docs?|says?|states?|reads|writes?|written|wrote|quot\\w*|snippet|template|schema|protocol|means|demonstrat\\w*|illustrat\\w*|show\\w*|called with|usage|signature|defin\\w+|never',
    },
    intent: {
      whole:
        "let me|let us|let's|i'll|i’ll|i will|i am going to|i'm going to|i need to|i have to|i should|i must|first,? i",
    },
    speaker: 'assistant|model|ai|bot|llm',
  },
};
