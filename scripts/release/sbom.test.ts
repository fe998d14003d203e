import { expect, test } from 'vitest';
import { runtimePackages } from '../licences.ts';
import { describePackages } from './sbom.ts';

type Sbom = {
  components: { purl: string; hashes: object[]; licenses: object[] }[];
  dependencies: { dependsOn: string[] }[];
};
const make = (version = '1.0.0') => describePackages('.', version, '2026-01-01T00:00:00Z') as Sbom;

test('names every package of the build with its licence and hash', () => {
  const { components, dependencies } = make();
  const react = components.find(({ purl }) => purl.startsWith('pkg:npm/react@'));
  expect(components).toHaveLength(runtimePackages().length);
  expect(react?.licenses).toEqual([{ license: { id: 'MIT' } }]);
  for (const { hashes } of components)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  expect(dependencies[0]?.dependsOn).toEqual(components.map(({ purl }) => purl));
});

test('scopes of packages are written as package URLs want them', () => {
  expect(make().components.map(({ purl }) => purl)).toContainEqual(
    expect.stringMatching(/^pkg:npm\/%40dagrejs\/dagre@/),
  );
});

test('is the same for the same release, and another for the next', () => {
  expect(make()).toEqual(make());
  expect(make('1.0.1')).not.toMatchObject({
    serialNumber: (make() as unknown as { serialNumber: string }).serialNumber,
  });
});
