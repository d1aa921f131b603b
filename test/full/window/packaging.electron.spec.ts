/** What the packaged program is made with: a pinned Electron, and its fuses. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '../../window/fixtures.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** How a wire says that its fuse is on. */
const ON = '1'.charCodeAt(0);

/** Item 19 of Electron's checklist. The program neither runs as Node.js nor takes its options, and loads its own archive only. */
const FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
} satisfies Partial<Record<keyof typeof FuseV1Options, boolean>>;

/** `electronFuses` of electron-builder.yml, by the names of the fuses. */
function configuredFuses(): [name: keyof typeof FuseV1Options, on: boolean][] {
  const yaml = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
  const [, block = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(yaml) ?? [];
  return Array.from(block.matchAll(/^ {2}(\w)(\w+): (true|false)$/gm), ([, first = '', rest = '', on]) => [
    `${first.toUpperCase()}${rest}` as keyof typeof FuseV1Options,
    on === 'true',
  ]);
}

test('the fuses of the package are set in Electron and read back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-fuses-'));
  try {
    const program = join(folder, 'electron');
    copyFileSync(process.env['TPP_ELECTRON'] ?? '', program);
    await flipFuses(program, {
      version: FuseVersion.V1,
      ...Object.fromEntries(configuredFuses().map(([name, on]) => [FuseV1Options[name], on])),
    });
    const wire = await getCurrentFuseWire(program);
    const names = Object.keys(FUSES) as (keyof typeof FUSES)[];
    expect(Object.fromEntries(names.map((name) => [name, Number(wire[FuseV1Options[name]]) === ON]))).toEqual(
      FUSES,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the package is made with one exact version of Electron, and the program keeps to it', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  // Item 16. A lower number would take back what later versions have mended.
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
});
