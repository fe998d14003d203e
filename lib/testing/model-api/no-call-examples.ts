import { EXAMPLES } from './dialect-examples.ts';
import { readSuiteKind } from './torture-suite.ts';

/** Answers that resemble calls but contain none. The offered tools are `read_page` and `find_in_page`. */

const mentioned = EXAMPLES.filter(([, text]) => !text.includes('```') && !text.includes('\n'));

/** Each dialect shown in a code span, in a fence, in a quotation and between quotation marks. */
const explained: readonly (readonly [title: string, text: string])[] = [
  ...mentioned.map(([dialect, text]) => [`${dialect} in a code span`, `A call looks like \`${text}\` there.`] as const),
  ...EXAMPLES.filter(([, text]) => !text.includes('```')).map(
    ([dialect, text]) =>
      [`${dialect} in a fence`, `The format is:\n\n\`\`\`text\n${text}\n\`\`\`\n\nThat is all.`] as const,
  ),
  ...mentioned.map(
    ([dialect, text]) => [`${dialect} in a quotation`, `The page says:\n\n> ${text}\n\nStrange.`] as const,
  ),
];

/** suite/no-calls.json */
const prose = readSuiteKind('no-calls').cases.map(({ title, text = '' }) => [title, text] as const);

export const NO_CALLS: readonly (readonly [title: string, text: string])[] = [...explained, ...prose];
