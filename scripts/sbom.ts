/**
 * `npm run sbom -- FILE`: the bill of materials of the desktop program, in CycloneDX: Electron, and the libraries whose code is in its
 * bundles. npm writes it for all that is installed; the tools of development are left out here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildAll } from './build.ts';

const ROOT = join(import.meta.dirname, '..');

const componentSchema = z.looseObject({ name: z.string(), version: z.string(), 'bom-ref': z.string() });
const documentSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

const projectSchema = z.object({
  name: z.string(),
  devDependencies: z.looseObject({ electron: z.string() }),
});

async function bill(): Promise<object> {
  const { name, devDependencies } = projectSchema.parse(
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  );
  const libraries = await buildAll();
  const parts = new Set([
    ...libraries.map((library) => `${library.name}@${library.version}`),
    `electron@${devDependencies.electron}`,
  ]);
  const everything = documentSchema.parse(JSON.parse(npmSbom()));
  const components = everything.components.filter((one) => parts.has(`${one.name}@${one.version}`));
  const missing = [...parts].filter(
    (part) => !components.some((one) => `${one.name}@${one.version}` === part),
  );
  if (missing.length > 0)
    throw new Error(`npm does not know these parts of the program: ${missing.join(', ')}. Run npm ci.`);
  const { component } = everything.metadata;
  const refs = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  return {
    ...everything,
    // npm takes the name of the folder.
    metadata: { ...everything.metadata, component: { ...component, name } },
    // What npm says of development is not so for a library in a bundle.
    components: components.map((one) => ({ ...one, scope: 'required', properties: [] })),
    dependencies: everything.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => refs.has(ref)) })),
  };
}

/** Of all that the lockfile installs: npm takes some libraries of the bundles for tools of development. */
const npmSbom = () =>
  execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--sbom-type',
      'application',
      '--package-lock-only',
      '--include',
      'dev',
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
      // npm is a script on Windows.
      shell: process.platform === 'win32',
    },
  );

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file: npm run sbom -- FILE');
writeFileSync(file, `${JSON.stringify(await bill(), null, 2)}\n`);
