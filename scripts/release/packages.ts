/** The browser packages of a release. */
export const TARGETS = ['chrome', 'edge', 'firefox', 'firefox-self-hosted'] as const;
export type Target = (typeof TARGETS)[number];

/** Firefox expects this extension for a package that it installs itself. */
export function packageName(target: Target, version: string): string {
  return `sidenote-${version}-${target}.${target === 'firefox-self-hosted' ? 'xpi' : 'zip'}`;
}

export function sourceName(version: string): string {
  return `sidenote-${version}-source.zip`;
}
