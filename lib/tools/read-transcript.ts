import * as z from 'zod';
import { defineTool, label, type Transcript } from '../contracts/index.ts';
import { estimateTokens } from '../text/index.ts';
import { attachedTab, formatPageHeader, needsOpenPage, READ_ONLY_ANNOTATIONS, resultBudget } from './page-tool.ts';

/** Seconds of speech per time mark. */
const STRETCH = 30;
/** Sites with video pages. */
export const VIDEO_SITES =
  /(?:youtube|youtu\.be|vimeo|ted\.com|dailymotion|coursera|edx|khanacademy|video|watch|lecture)/i;

export const readTranscript = defineTool({
  name: 'read_transcript',
  title: 'Read transcript',
  description:
    'Reads what is said in the video on the open page, from its captions, with times.\n' +
    'Long videos come in parts; the end of a part says how to read on.',
  inputSchema: z.strictObject({
    from: z.string().optional().describe('Where to begin, as minutes:seconds. Leave out for the beginning.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'captions',
    countsAs: 'read',
    labels: [{ phrase: 'toolTranscriptFrom', values: { from: 'from' } }, { phrase: 'toolTranscript' }],
  },
  offer: {
    reads: { type: 'page-text', continuesContext: true },
    isOffered: (situation) => !situation.model.isSmall || VIDEO_SITES.test(situation.pageUrl ?? ''),
  },
  effects: { egress: ['captions'], needs: needsOpenPage },
  async *execute({ from = '' }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressCaptions') };
    const transcript = await context.page.transcript(tabId, context.signal);
    if (!transcript) {
      return { content: 'There is no video with captions on this page. read_page reads its text.', details: {} };
    }
    const { title, url } = transcript;
    const start = parseTimestamp(from);
    const note =
      start === null && from.trim() !== ''
        ? `\nNote: "${from.trim().slice(0, 40)}" is no time; this is the beginning.`
        : '';
    const { text, next } = transcriptText(transcript, { from: start ?? 0, note }, resultBudget(context));
    return { content: text, details: { title, url, lines: transcript.lines.length, more: next !== null } };
  },
});

function transcriptText(
  transcript: Transcript,
  { from, note }: { from: number; note: string },
  maxTokens: number,
): { text: string; next: string | null } {
  const lines: string[] = [];
  let room = maxTokens;
  let next: string | null = null;
  for (const { start, line } of transcriptParagraphs(transcript, from)) {
    room -= estimateTokens(line);
    if (room < 0 && lines.length > 0) {
      next = start;
      break;
    }
    lines.push(line);
  }
  const language = transcript.language === '' ? '' : `\nLanguage: ${transcript.language}`;
  const length = formatTimestamp(transcript.lines.at(-1)?.start ?? 0);
  const rest = next === null ? [] : [`…goes on until ${length}; call read_transcript with from "${next}"`];
  const body =
    lines.length > 0
      ? lines.join('\n')
      : `Nothing is said after ${formatTimestamp(from)}; the last words are at ${length}.`;
  return { text: [`${formatPageHeader(transcript)}${language}${note}`, body, ...rest].join('\n\n'), next };
}

/** The captions from second `from` on, half a minute per paragraph, each after its time. */
export function transcriptParagraphs(transcript: Transcript, from = 0): { start: string; line: string }[] {
  const stretches = Map.groupBy(
    transcript.lines.filter((line) => line.start >= from),
    (line) => Math.floor(line.start / STRETCH),
  );
  return [...stretches.values()].map((group) => {
    const start = formatTimestamp(group[0]?.start ?? 0);
    return { start, line: `[${start}] ${group.map(({ text }) => text).join(' ')}` };
  });
}

/** Parses `75`, `1:15` or `0:01:15`, with or without brackets, to seconds. Null for anything else. */
function parseTimestamp(time: string): number | null {
  const bare = time
    .trim()
    .replace(/^\[|\]$/g, '')
    .trim();
  if (!/^\d+(?::\d+){0,2}$/.test(bare)) return null;
  return bare.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function formatTimestamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
