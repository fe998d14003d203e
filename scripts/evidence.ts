// Checks answers against sources, for test sets of any origin. Reads lines of JSON `{ id, sources: [{ text }],
// question, answer, language?, given? }` and writes `{ id, claims }`. Usage: npm run evidence --silent -- CASES.jsonl
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { checkAnswer } from '../lib/evidence/index.ts';

const Case = z.looseObject({
  id: z.union([z.string(), z.number()]),
  sources: z.array(z.looseObject({ text: z.string() })),
  question: z.string().optional(),
  answer: z.string(),
  language: z.string().nullish(),
  given: z.unknown().optional(),
});

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: npm run evidence --silent -- CASES.jsonl');
  process.exit(2);
}

for await (const line of createInterface({ input: createReadStream(file) })) {
  if (!line.trim()) continue;
  const { id, sources, question, answer, language, given } = Case.parse(JSON.parse(line));
  const claims = checkAnswer(answer, sources, {
    ...(question ? { question } : {}),
    ...(language ? { language } : {}),
    ...(given ? { given: typeof given === 'string' ? given : JSON.stringify(given) } : {}),
  });
  console.log(JSON.stringify({ id, claims }));
}
