import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Locked = { version?: string; license?: string; dev?: boolean; optional?: boolean; devOptional?: boolean };
export type RuntimePackage = { name: string; version: string; license: string; folder: string };

/** The runtime packages with their dependencies, as in the lock file. */
export function runtimePackages(root = process.cwd()): RuntimePackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages).flatMap(([folder, { version = '', license = '', dev, optional, devOptional }]) =>
    folder === '' || dev || optional || devOptional
      ? []
      : [{ name: folder.slice(folder.lastIndexOf('node_modules/') + 13), version, license, folder }],
  );
}

/** The licenses of all runtime packages, for the file shipped with the extension. */
export function licenceList(root = process.cwd()): string {
  const entries = runtimePackages(root).map(({ name, version, license, folder }) => {
    const text = licenceText(path.join(root, folder));
    return `${name} ${version}\n${license}\n\n${text ?? 'The package holds no licence text.'}`;
  });
  return `Sidenote contains the following packages.\n\n${entries.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function licenceText(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(each));
  return file === undefined ? null : readFileSync(path.join(folder, file), 'utf8').trim();
}
