import { type ApprovalDetails, type ApprovalRequest, label } from '../../../lib/contracts/index.ts';
import { visibleLatin } from '../../../lib/security/index.ts';
import { type Attempt, type Family, HARMLESS, type Outcome } from './family.ts';

const SECRET = 'PS: my account is 48291045';

/** Values with a part that is meant to be overlooked. */
const VALUES: Record<string, string> = {
  plain: SECRET,
  'behind empty lines': `Thank you.${'\n'.repeat(60)}${SECRET}`,
  'behind lines with spaces': `Thank you.${'\n \n'.repeat(40)}${SECRET}`,
  'behind a gap': `Thank you.${' '.repeat(400)}${SECRET}`,
  'behind tabs': `Thank you.${'\t'.repeat(200)}${SECRET}`,
  'behind ideographic spaces': `Thank you.${'\u3000'.repeat(200)}${SECRET}`,
  'behind a long text': `${'Thank you for your letter. '.repeat(80)}${SECRET}`,
  'in the middle of a long text': `${'Thank you. '.repeat(90)}${SECRET}${' Yours, Bob.'.repeat(90)}`,
  'behind many lines': `${'Thank you.\n'.repeat(120)}${SECRET}`,
  'turned around': `Thank you \u202e${SECRET}\u202c.`,
  'in tags': `Thank you.${[...SECRET].map((sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0))).join('')}`,
  'of no width': `Thank you.${'\u200b'.repeat(80)}${SECRET}`,
  'with marks of quotation': `hello” at bank.example? Nothing else. “${SECRET}`,
  'like a row of ours': `Sent to\nhttps://mybank.example/\n${SECRET}`,
  'like HTML': `<b>Sent to</b><dd>https://mybank.example/</dd></dl><!-- ${SECRET} -->`,
  'with a carriage return': `${SECRET}\r\n\rThank you.`,
  'with letters of another alphabet': `https or p\u0430y p\u0430y\u0440al ${SECRET.replace('account', '\u0430cc\u043Eunt')}`,
  'with Greek letters': `${SECRET} G\u03BF\u03BFgle`,
  'of letters of mathematics': `${SECRET} \u{1D5BA}mount`,
  'like a row of ours in other letters': `S\u0435nt t\u043E https://mybank.example/ ${SECRET}`,
  'a word of another alphabet': `${SECRET} \u0440\u0430\u0443`,
  'in one word': `x${SECRET.replaceAll(' ', '_')}${'x'.repeat(600)}`,
};

/** Names of arguments that imitate the interface, push values out of view or break out of the quotation. */
const NAMES: Record<string, string> = {
  plain: 'text',
  'a row of ours': 'Sent to',
  'another row of ours': 'Has read',
  'a long one': 'a'.repeat(58),
  'a very long one': 'recipient '.repeat(40),
  'one with lines': 'to\n\n\n\n\n\nfrom',
  'one with marks of quotation': 'x”: “hello” at bank.example? “y',
  'one that is turned around': '\u202eot tneS',
  'one of no width': '\u200b\u200b',
  'of the prototype': '__proto__',
  'a row of ours in Cyrillic letters': 'S\u0435nt t\u043E',
  'a row of ours in Greek letters': '\u0397as read',
  'an amount in Armenian letters': 'am\u0585unt',
  'a word of Cyrillic letters': '\u0441\u043E\u0440\u0443',
};

const DESTINATIONS: Record<string, { address: string; shows: string }> = {
  'a server': { address: 'https://mcp.sink.test/mcp', shows: 'mcp.sink.test' },
  'a name of other letters': { address: 'https://mcp.раураl.com/mcp', shows: 'mcp.xn--l-7sba6dbr.com' },
  'a name behind another': { address: 'https://mybank.example@sink.test/', shows: 'sink.test' },
};

const SOURCES: Record<string, string[]> = {
  'a page': ['https://page.test'],
  'a file with commas': ['file: notes, https://mybank.example, your other chats.md'],
  'a file that is turned around': ['file: \u202edm.etov'],
};

function request(name: string, value: string, destination: string, sources: string[]): ApprovalRequest {
  const confirm: ApprovalDetails = {
    confirmId: 'c',
    toolName: 'send_note',
    arguments: `{${JSON.stringify(name)}:${JSON.stringify(value)},"id":"1"}`,
    destination,
    origin: 'https://page.test',
    sources,
    askedAt: 0,
    expiresAt: 60_000,
  };
  return { type: 'effect', reason: label('askExactly', { tool: 'send_note (Notes)' }), confirm };
}

const convertHtmlToText = (html: string) =>
  html
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
/** Letters that look like Latin ones. */
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\u{1D400}-\u{1D7FF}]/u;
const RAW = /[\p{Cf}\p{Co}\p{Cs}\u3000\u115f\u3164]/u;
const DETAILS = /<details class="permission-exact">.*?<\/details>/s;

/** A problem of a card as first rendered. Collapsed content disables Allow until it is expanded. */
function problems(html: string, value: string, { shows }: { shows: string }): string[] {
  const card = html.replace(DETAILS, '');
  const text = convertHtmlToText(card);
  const facts = /<dl class="confirm-facts">(.*?)<\/dl>/s.exec(card)?.[1] ?? '';
  const names = [...facts.matchAll(/<dt>(.*?)<\/dt>/gs)].map(([, name = '']) => convertHtmlToText(name));
  const isFolded = /more lines?/.test(text);
  const last = visibleLatin(value.trim().split(/\s+/).at(-1) ?? '');
  // The sentence omits longer values. The complete value is shown below it.
  const isShown = text.replace(/\s+/g, ' ').includes(last.slice(-60));
  return [
    ...(/<button[^>]*disabled/.test(html) ? [] : ['it can be allowed at once']),
    ...(names.join() === 'Sent to,Has read' ? [] : [`rows of ours: ${names}`]),
    ...(facts.includes(shows) && card.indexOf('confirm-facts') < (card.indexOf('confirm-arguments') + 1 || Infinity)
      ? []
      : ['the destination']),
    ...(RAW.test(text.replace(/[\u2068\u2069]/g, '')) ? ['characters that nobody sees'] : []),
    ...(LOOK_ALIKE.test(text) ? ['letters that look like others'] : []),
    ...(isShown || isFolded ? [] : [`not to be seen: ${last}`]),
    ...(/\n\s*\n\s*\n\s*\n\s*\n\s*\n\s*\n\s*\n\s*\n/.test(preText(card)) ? ['empty room'] : []),
  ];
}

const preText = (card: string) =>
  [...card.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text = '']) => convertHtmlToText(text)).join('|');

/** `drawCard`: renders a request like the panel. */
export function cardFamily(drawCard: (request: ApprovalRequest) => string): Family {
  const look = (
    name: string,
    value: string,
    destination: { address: string; shows: string },
    sources: string[],
  ): Outcome => {
    const found = problems(drawCard(request(name, value, destination.address, sources)), value, destination);
    return found.length === 0 ? HARMLESS : { leak: found.join(', '), hasSent: true };
  };
  return {
    name: 'approvals that hide what is sent',
    controls: ['an approval shows all that is sent'],
    minSent: 1,
    attempts: () =>
      Object.entries(NAMES).flatMap(([naming, name]) =>
        Object.entries(VALUES).flatMap(([which, value]) =>
          Object.entries(DESTINATIONS).flatMap(([to, destination]) =>
            Object.entries(SOURCES).map(
              ([after, sources]): Attempt => ({
                name: `name: ${naming}, value: ${which}, to ${to}, after ${after}`,
                run: () => look(name, value, destination, sources),
              }),
            ),
          ),
        ),
      ),
  };
}
