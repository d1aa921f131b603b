/** Files that a person opens with the desktop program: by its first start, and by another one while it runs. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, launchElectron, test } from '../../window/fixtures.ts';
import { goTo, savedFile } from '../../window/steps.ts';

/** A second start with the same data folder, from a folder of its own. @returns its status */
async function startAgain(dataFolder: string, files: readonly string[], cwd: string): Promise<unknown> {
  const child = spawn(
    process.env['TPP_ELECTRON'] ?? '',
    ['--no-sandbox', process.env['TPP_ELECTRON_MAIN'] ?? '', '--data', dataFolder, ...files],
    { stdio: 'ignore', cwd },
  );
  const [status] = (await once(child, 'exit')) as unknown[];
  return status;
}

const FLOW = 'steps:\n  - session: mine\n';

test('files of the first start, of a second one and of a desktop open as if they were dropped', async ({
  dataFolder,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-opened-'));
  const first = join(folder, 'Mine.flow.yaml');
  writeFileSync(first, FLOW);
  const app = await launchElectron(dataFolder, { files: [first] });
  try {
    const page = await app.firstWindow();
    const tree = page.getByRole('tree', { name: 'Collections' });
    await expect(tree.getByRole('treeitem', { name: 'Mine', exact: true })).toBeVisible();

    // Relative to the folder of the second start.
    writeFileSync(join(folder, 'Other.flow.yaml'), FLOW);
    expect(await startAgain(dataFolder, ['Other.flow.yaml'], folder)).toBe(0);
    await expect(tree.getByRole('treeitem', { name: 'Other', exact: true })).toBeVisible();

    // What the list of demonstrations saves is opened again under another name.
    await goTo(page, 'Flow');
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    const shipped = await savedFile(
      {
        kind: 'electron',
        page,
        dataFolder,
        electron: app,
        url: null,
        psuPage: () => Promise.reject(),
      },
      () =>
        pane
          .getByRole('button', { name: /^Save as file: / })
          .first()
          .click(),
    );
    const demonstration = shipped.toString().replace(/^name: .*$/m, 'name: For my class');
    writeFileSync(join(folder, 'My class.demonstration.yaml'), demonstration);
    await goTo(page, 'Bank');
    const address = pathToFileURL(join(folder, 'My class.demonstration.yaml')).href;
    expect(await startAgain(dataFolder, [address], tmpdir())).toBe(0);
    await expect(pane.getByRole('listitem', { name: 'For my class' })).toBeInViewport();

    // macOS tells of files by an event.
    writeFileSync(join(folder, 'commands.sh'), "curl 'https://api.bank.example/v1/accounts'");
    await app.evaluate(
      ({ app: program }, file) => {
        program.emit('open-file', { preventDefault: () => undefined }, file);
      },
      join(folder, 'commands.sh'),
    );
    await expect(page.getByRole('region', { name: 'Import' })).toContainText('commands.sh');
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a file that cannot be opened is named with the reason, and the others open', async ({ workbench }) => {
  const { page, dataFolder } = workbench;
  const folder = mkdtempSync(join(tmpdir(), 'tpp-opened-'));
  try {
    await goTo(page, 'Requests');
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe.flow.yaml')]);
    writeFileSync(join(folder, 'large.json'), '');
    truncateSync(join(folder, 'large.json'), 129 * 1024 * 1024);
    writeFileSync(join(folder, 'Mine.flow.yaml'), FLOW);
    writeFileSync(join(folder, 'photo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]));
    const files = ['missing.json', 'folder', 'pipe.flow.yaml', 'large.json', 'Mine.flow.yaml'];
    expect(await startAgain(dataFolder, files, folder)).toBe(0);
    const told = page.getByRole('alert').filter({ hasText: 'was not opened' });
    await expect(told).toContainText(`${folder}/missing.json was not opened: there is no such file.`);
    await expect(told).toContainText(`${folder}/folder was not opened: it is a folder.`);
    await expect(told).toContainText(`${folder}/pipe.flow.yaml was not opened: it is not an ordinary file.`);
    await expect(told).toContainText(`${folder}/large.json was not opened: it is larger than 128 MB`);
    const tree = page.getByRole('tree', { name: 'Collections' });
    await expect(tree.getByRole('treeitem', { name: 'Mine', exact: true })).toBeVisible();
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toBeHidden();

    expect(await startAgain(dataFolder, ['photo.png'], folder)).toBe(0);
    const imported = page.getByRole('region', { name: 'Import' });
    await expect(imported).toContainText('photo.png');
    await expect(imported).toContainText('The format is unknown.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
