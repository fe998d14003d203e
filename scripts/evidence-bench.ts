// How many changed facts of answers `lib/evidence` flags, and how many true ones, over pages and answers in 14
// languages that are written for it. Of the seventh and eighth set, each answer is checked as it is and with each of
// its facts changed, by halves: rules are made with every second page, and what is missed of the other pages is never
// listed. Usage: npm run evidence-bench [-- --list] [--language=de,fr] [--set=first,eighth-held-out] [--each: all sets
// as the eighth, without halves]
import { checkAnswer, indexSources } from '../lib/evidence/index.ts';
import { type EvidenceCase, makeCases, makeCasesOfEachFact } from './evidence/make-cases.ts';
import { EVIDENCE_SETS, type EvidencePage, readPages } from './evidence/pages.ts';

const COUNT = 300;
const SETS_IN_HALVES: readonly string[] = ['seventh-held-out', 'eighth-held-out'];
const isListing = process.argv.includes('--list');
const isEach = process.argv.includes('--each');
const languages = readOption('language');
const sets = readOption('set');

function readOption(name: string): string[] | undefined {
  const start = `--${name}=`;
  return process.argv
    .find((argument) => argument.startsWith(start))
    ?.slice(start.length)
    .split(',');
}

type Tally = { flagged: number; all: number };

for (const set of EVIDENCE_SETS) {
  if (sets && !sets.includes(set)) continue;
  const pages = readPages(set).filter(({ language }) => !languages || languages.includes(language));
  if (pages.length === 0) continue;
  if (SETS_IN_HALVES.includes(set)) {
    const halves = splitInHalves(pages);
    printRates(`${set}, looked at`, makeCasesOfEachFact(halves.first), isListing);
    printRates(`${set}, not looked at`, makeCasesOfEachFact(halves.second), false);
  } else printRates(set, isEach ? makeCasesOfEachFact(pages) : makeCases(pages, COUNT, 44), isListing);
}
printSpeed();

/** Every second page of each language, and the others. */
function splitInHalves(pages: readonly EvidencePage[]) {
  const numbered = [...Map.groupBy(pages, ({ language }) => language).values()].flatMap((group) => [
    ...group.entries(),
  ]);
  const pick = (rest: number) => numbered.flatMap(([number, page]) => (number % 2 === rest ? [page] : []));
  return { first: pick(0), second: pick(1) };
}

function printRates(title: string, cases: readonly EvidenceCase[], isListed: boolean) {
  const tallies = new Map<string, Tally>();
  const misses = new Set<string>();
  const count = (key: string, isFlagged: boolean) => {
    const tally = tallies.get(key) ?? { flagged: 0, all: 0 };
    tallies.set(key, { flagged: tally.flagged + (isFlagged ? 1 : 0), all: tally.all + 1 });
  };
  for (const { answer, sources, question, facts, language } of cases) {
    const claims = checkAnswer(answer, sources, { question });
    const flags = claims.filter(({ state }) => state === 'not-found');
    for (const fact of facts) {
      const isFlagged = flags.some(({ start, end }) => start < fact.end && end > fact.start);
      count(fact.change ? 'changed' : 'true', isFlagged);
      count(fact.change ? `  ${fact.change}` : `true ${language}`, isFlagged);
      if (fact.change) count(`changed ${language}`, isFlagged);
      if (fact.change && fact.change !== 'neighbour') count('changed, no neighbour', isFlagged);
      if (isFlagged !== (fact.change !== null))
        misses.add(`${language} ${fact.change ?? 'TRUE'}: ${fact.text} | ${cutExcerpt(answer, fact.start)}`);
    }
    for (const flag of flags) {
      if (!facts.some(({ start, end }) => flag.start < end && flag.end > start))
        misses.add(`${language} ELSEWHERE: ${flag.text} | ${cutExcerpt(answer, flag.start)}`);
    }
  }
  console.log(`\n${title}: ${cases.length} answers`);
  for (const [key, { flagged, all }] of [...tallies].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${key.padEnd(18)} ${flagged}/${all}  ${((100 * flagged) / all).toFixed(1)} %`);
  if (isListed) console.log([...misses].sort().join('\n'));
}

function cutExcerpt(answer: string, at: number): string {
  return answer.slice(Math.max(0, at - 50), at + 60).replaceAll('\n', '⏎');
}

/** CPU time, which depends less on other programs than wall time. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** An answer of about 800 words with sources of 15,000 tokens, indexed once. */
function printSpeed() {
  const pages = readPages('first');
  const text = pages
    .filter(({ language }) => language === 'en')
    .map((page) => page.text)
    .join('\n\n');
  const source = Array.from({ length: Math.ceil(60_000 / text.length) }, (_, copy) =>
    text.replace(/\d(?=\d)/g, (digit) => String((Number(digit) + copy) % 10)),
  ).join('\n\n');
  const answer = Array.from(
    { length: 17 },
    (_, number) =>
      makeCases(
        pages.filter(({ language }) => language === 'en'),
        1,
        number,
      )[0]?.answer ?? '',
  ).join('\n\n');
  const start = cpuMs();
  const index = indexSources([{ text: source }]);
  const indexed = cpuMs();
  const times = Array.from({ length: 40 }, () => {
    const from = cpuMs();
    checkAnswer(answer, index, { question: '' });
    return cpuMs() - from;
  }).sort((a, b) => a - b);
  console.log(
    `\nspeed: ${answer.split(/\s+/).length} words beside ${source.length} characters: indexing ${(indexed - start).toFixed(0)} ms, checking p50 ${times[20]?.toFixed(1)} ms, p95 ${times[37]?.toFixed(1)} ms`,
  );
}
