/** A commit: its first line and its body. */
export type Commit = { subject: string; body: string };

type Kind = 'breaking' | 'feat' | 'fix' | 'perf';
type Change = { kind: Kind; scope: string; text: string };

const HEADER = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<breaking>!)?: (?<text>.+)$/;

const HEADINGS: Record<Kind, string> = {
  breaking: 'Changes that need your attention',
  feat: 'New',
  fix: 'Fixed',
  perf: 'Faster',
};

/** What a commit changes for users. Null if they do not notice it. */
function readChange({ subject, body }: Commit): Change | null {
  const { type, scope = '', breaking, text = '' } = HEADER.exec(subject)?.groups ?? {};
  const footer = /^BREAKING[ -]CHANGE: (.+)$/m.exec(body)?.[1];
  if (breaking || footer !== undefined) return { kind: 'breaking', scope, text: footer ?? text };
  return type === 'feat' || type === 'fix' || type === 'perf' ? { kind: type, scope, text } : null;
}

/**
 * The version after `version` (semver.org). Before 1.0.0, a breaking change counts like a new feature does later, so
 * that 1.0.0 is never reached by accident.
 */
export function nextVersion(version: string, commits: readonly Commit[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const kinds = new Set(commits.map((commit) => readChange(commit)?.kind));
  if (kinds.has('breaking') && major > 0) return `${major + 1}.0.0`;
  if (kinds.has('breaking') || kinds.has('feat')) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** The changes as Markdown, by kind, in the order of the commits. */
export function listChanges(commits: readonly Commit[]): string {
  const changes = commits.flatMap((commit) => readChange(commit) ?? []);
  const sections = (Object.keys(HEADINGS) as Kind[]).flatMap((kind) => {
    const lines = changes
      .filter((change) => change.kind === kind)
      .map(({ scope, text }) => `- ${scope === '' ? '' : `${scope}: `}${text}`);
    return lines.length === 0 ? [] : [`### ${HEADINGS[kind]}\n\n${[...new Set(lines)].join('\n')}\n`];
  });
  return sections.join('\n');
}

/**
 * The changelog with the "Unreleased" section moved under the version, followed by the list of changes, and the
 * section's text.
 */
export function releaseChangelog(
  changelog: string,
  heading: string,
  changes: string,
): { changelog: string; section: string } {
  const match = /^## Unreleased\n(?<text>[\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog);
  if (match === null) throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  const section = [match.groups?.text?.trim(), changes.trim()].filter((part) => part).join('\n\n');
  const released = `## Unreleased\n\n## ${heading}\n\n${section}\n\n`;
  const rest = changelog.slice(match.index + match[0].length);
  return { changelog: `${changelog.slice(0, match.index)}${released}${rest}`.trimEnd().concat('\n'), section };
}
