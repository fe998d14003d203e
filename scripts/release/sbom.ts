import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runtimePackages } from '../licences.ts';

type Lock = { packages: Record<string, { integrity?: string }> };

/**
 * The contents of the extension, as CycloneDX 1.6 (cyclonedx.org/docs/1.6/json). The same lock file gives the same
 * result.
 */
export function describePackages(root: string, version: string, timestamp: string): object {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  const components = runtimePackages(root).map(({ name, version, license, folder }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const sha512 = /^sha512-(.+)$/.exec(packages[folder]?.integrity ?? '')?.[1];
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      ...(sha512 ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] } : {}),
    };
  });
  const itself = `pkg:npm/sidenote@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${deriveUuid(JSON.stringify([itself, components]))}`,
    version: 1,
    metadata: {
      timestamp,
      component: {
        type: 'application',
        'bom-ref': itself,
        name: 'sidenote',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [{ ref: itself, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

/** Derives a UUID of version 8 from a text (RFC 9562 §5.8). */
function deriveUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
