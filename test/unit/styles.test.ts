/** Style sheets: components and CSS modules agree on the names of classes, and each module has one owner. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { type StyleUse, styleUsesOf } from '../../scripts/lib/styles.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Files of the window, those that Git does not track yet too. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'renderer'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));
const sheets = files.filter((file) => file.endsWith('.css'));
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const code = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const uses = code.flatMap((file) => styleUsesOf(file, read(file)));

/** How text looks and how elements stand: the modules that every component may use. */
const SHARED = ['renderer/ui/text.module.css', 'renderer/ui/layout.module.css'];

const config = await resolveConfig({ configFile: false, logLevel: 'error' }, 'build');

/** The classes of a module, as the build exports them. */
async function classesOf(css: string): Promise<string[]> {
  return Object.keys((await preprocessCSS(css, join(ROOT, 'a.module.css'), config)).modules ?? {});
}

/** What components and modules disagree on; nothing where all is well. */
function disagreements(
  found: readonly StyleUse[],
  classes: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [
    ...found.flatMap(({ from, module, classes: used, unclear }) => [
      ...Array.from(used)
        .filter((name) => !classes.get(module)?.includes(name))
        .map((name) => `${from} uses ${name}, which ${module} does not have`),
      ...(unclear > 0 ? [`${from} uses ${module} without naming a class`] : []),
    ]),
    ...Array.from(classes).flatMap(([module, names]) =>
      names
        .filter((name) => !found.some((use) => use.module === module && use.classes.has(name)))
        .map((name) => `${module} has ${name}, which nobody uses`),
    ),
  ];
}

describe('classes', () => {
  it('they are found where they are defined and used', async () => {
    expect(
      await classesOf('@layer ui { .a > .b:hover { color: red } @media print { .c { color: red } } }'),
    ).toEqual(['a', 'b', 'c']);
    const [use] = styleUsesOf(
      'ui/a.tsx',
      `import styles from './a.module.css';\nexport const A = () => <p className={styles.a} />;`,
    );
    expect(use).toEqual({ from: 'ui/a.tsx', module: 'ui/a.module.css', classes: new Set(['a']), unclear: 0 });
  });

  it('classes that only one side has are reported, and uses that hide the name too', () => {
    const source = `import styles from './a.module.css';\nexport const A = ({ b }) => <p className={styles.wrong} id={styles[b]} />;`;
    expect(disagreements(styleUsesOf('ui/a.tsx', source), new Map([['ui/a.module.css', ['right']]]))).toEqual(
      [
        'ui/a.tsx uses wrong, which ui/a.module.css does not have',
        'ui/a.tsx uses ui/a.module.css without naming a class',
        'ui/a.module.css has right, which nobody uses',
      ],
    );
  });

  it('components and modules of the window have the same classes', async () => {
    const classes = new Map(
      await Promise.all(modules.map(async (module) => [module, await classesOf(read(module))] as const)),
    );
    expect(disagreements(uses, classes)).toEqual([]);
  });
});

describe('a module', () => {
  it('belongs to the components of its folder', () => {
    const strangers = uses
      .filter(({ from, module }) => !SHARED.includes(module) && dirname(from) !== dirname(module))
      .map(({ from, module }) => `${from} uses ${module}`);
    expect(strangers).toEqual([]);
  });

  it('its file name is unique and distinguishes its classes in the built window', () => {
    expect(new Set(modules.map((file) => basename(file))).size).toBe(modules.length);
  });

  it('modules of `ui` are in its layer, all others outside every layer', () => {
    // So a place prevails over the components that it uses, whichever file the build puts first.
    const wrong = modules.filter((file) => {
      const rules = read(file)
        .replaceAll(/\/\*.*?\*\//gs, '')
        .trim();
      return file.startsWith('renderer/ui/')
        ? !/^@layer ui \{[^]*\n\}$/.test(rules)
        : rules.includes('@layer');
    });
    expect(wrong).toEqual([]);
    expect(read('renderer/main.tsx')).toMatch(
      /^\/\*\*.*\*\/\nimport '\.\/ui\/tokens\.css';\nimport '\.\/ui\/base\.css';\n/,
    );
  });
});

describe('bytes', () => {
  it('are written without ligatures: with them, == is one stroke and => an arrow', () => {
    // The shorthand `font` turns them on again, so each rule says it itself.
    const wrong = sheets.flatMap((file) =>
      Array.from(read(file).matchAll(/\{([^{}]*var\(--mono\)[^{}]*)\}/g), ([, rule = '']) => rule)
        .filter((rule) => !rule.includes('font-variant-ligatures: none;'))
        .map((rule) => `${file}: ${rule}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('tokens', () => {
  it('every token used is defined, and every token defined is used', () => {
    const tokens = read('renderer/ui/tokens.css');
    const defined = new Set(Array.from(tokens.matchAll(/^ +(--[\w-]+):/gm), ([, name]) => name));
    const used = new Set(
      [...sheets, ...code].flatMap((file) =>
        Array.from(read(file).matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name),
      ),
    );
    // Those that a component sets.
    for (const name of ['--address', '--columns', '--fill', '--height', '--level', '--natural', '--type'])
      used.delete(name);
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
    expect([...defined].filter((name) => !used.has(name))).toEqual([]);
  });
});
