#!/usr/bin/env node
/**
 * The part of fpm that electron-builder uses for a package of Debian, by dpkg-deb. electron-builder downloads fpm from a place that not
 * every machine reaches; it takes another one from CUSTOM_FPM_PATH.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    source: { ...text, short: 's' },
    target: { ...text, short: 't' },
    depends: { ...text, short: 'd', multiple: true },
    force: { type: 'boolean' },
    'deb-recommends': { ...text, multiple: true },
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
  },
});

const needed = (name: Exclude<keyof typeof values, 'force' | 'depends' | 'deb-recommends'>): string => {
  const value = values[name];
  if (value === undefined) throw new Error(`electron-builder gave no --${name}.`);
  return value;
};

if (values.source !== 'dir' || values.target !== 'deb') throw new Error('Only -s dir -t deb is known here.');
const root = mkdtempSync(join(tmpdir(), 'tpp-deb-'));
try {
  for (const pair of positionals) copyInto(root, pair);
  mkdirSync(join(root, 'DEBIAN'));
  writeFileSync(join(root, 'DEBIAN/control'), control());
  for (const [name, file] of [
    ['postinst', needed('after-install')],
    ['postrm', needed('after-remove')],
  ] as const)
    cpSync(file, join(root, 'DEBIAN', name));
  execFileSync('chmod', ['755', join(root, 'DEBIAN/postinst'), join(root, 'DEBIAN/postrm')]);
  execFileSync('chmod', ['-R', 'go=rX', root]);
  const compression = values['deb-compression'] === 'gz' ? 'gzip' : 'xz';
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', root, needed('package')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** @param pair `from=to`; a folder ends with a slash */
function copyInto(folder: string, pair: string): void {
  const at = pair.lastIndexOf('=');
  const [from, to] = [pair.slice(0, at), join(folder, pair.slice(at + 1))];
  mkdirSync(from.endsWith('/') ? to : dirname(to), { recursive: true });
  if (!from.endsWith('/')) cpSync(from, to);
  else
    for (const name of readdirSync(from))
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
}

/** Debian Policy, 5.3. */
function control(): string {
  const size = execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t')[0] ?? '0';
  const [first = '', ...more] = needed('description').trim().split('\n');
  const fields = {
    Package: needed('name'),
    Version: needed('version'),
    License: values.license,
    Vendor: values.vendor,
    Architecture: needed('architecture') === 'x86_64' ? 'amd64' : needed('architecture'),
    Maintainer: needed('maintainer'),
    'Installed-Size': size,
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Section: values.category ?? 'default',
    Priority: values['deb-priority'],
    Homepage: needed('url'),
    Description: [first.trim(), ...more.map((line) => ` ${line.trim()}`)].join('\n'),
  };
  return Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\n`))
    .join('');
}
