/** What a release holds for browsers. */
export const TARGETS = ['chrome', 'edge', 'firefox', 'firefox-self-hosted'] as const;
export type Target = (typeof TARGETS)[number];

/** Firefox expects the ending of one that it installs itself. */
export function packageName(target: Target, version: string): string {
  return `sidenote-${version}-${target}.${target === 'firefox-self-hosted' ? 'xpi' : 'zip'}`;
}

export function sourceName(version: string): string {
  return `sidenote-${version}-source.zip`;
}
