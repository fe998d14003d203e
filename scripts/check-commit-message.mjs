// Checks that a commit message follows Conventional Commits (conventionalcommits.org). Called by .githooks/commit-msg,
// in plain JavaScript for any Node. Usage: node scripts/check-commit-message.mjs FILE
import { readFileSync } from 'node:fs';

const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const HEADER = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9][a-z0-9./-]*\\))?!?: \\S.*[^.\\s]$`);
const MAX_HEADER = 100;

/** Messages that git writes itself, and those that an interactive rebase removes again. */
const OF_GIT = /^(?:Merge |Revert "|(?:fixup|squash|amend)! )/;

/** @param {string} message */
function findProblems(message) {
  const lines = message.split('\n').filter((line) => !line.startsWith('#'));
  const header = lines[0] ?? '';
  if (OF_GIT.test(header)) return [];
  const problems = [];
  if (!HEADER.test(header)) {
    problems.push(`"${header}" is not of the form "type(scope): what changes", without a full stop at its end.`);
    problems.push(`Types: ${TYPES.join(', ')}. The scope may be left out.`);
  }
  if (header.length > MAX_HEADER)
    problems.push(`The first line has ${header.length} of at most ${MAX_HEADER} characters.`);
  if ((lines[1] ?? '') !== '') problems.push('The second line must be empty.');
  return problems;
}

const problems = findProblems(readFileSync(process.argv[2], 'utf8'));
for (const each of problems) console.error(each);
process.exitCode = problems.length > 0 ? 1 : 0;
