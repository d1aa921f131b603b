/** Records a journey through the window, and runs what was recorded: here after a reset, and twice at a bank in another process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Workbench } from './fixtures.ts';
import { goTo } from './steps.ts';

const CLI = join(import.meta.dirname, '../../main/cli/main.ts');
const NAME = 'Recorded';

/** For tests tagged @recorded: `npm run test:recorded` records each of them, and runs what was recorded on its own. */
export function recordIfAsked(): void {
  if (process.env['TPP_RECORD'] === undefined) return;
  test.beforeEach(({ workbench }) => startRecording(workbench));
  test.afterEach(async ({ workbench }, { status }) => {
    if (status === 'passed') await runRecorded(workbench);
  });
}

async function startRecording({ page }: Workbench): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByRole('group', { name: 'Recording' })).toContainText('Recording: 1 step');
}

/** Every step of the recording passes each time. */
async function runRecorded({ page, dataFolder }: Workbench): Promise<void> {
  await page.getByRole('group', { name: 'Recording' }).getByRole('button', { name: 'Stop' }).click();
  const recorded = page.getByRole('form', { name: 'Recording' });
  const steps = recorded.getByRole('list', { name: 'Recorded steps' }).getByRole('listitem');
  await expect(steps).not.toHaveCount(0);
  const count = await steps.count();
  await recorded.getByRole('textbox', { name: 'Name of the flow' }).fill(NAME);
  await recorded.getByRole('button', { name: 'Save as a flow' }).click();
  await expect(page.getByText(`Saved as “${NAME}”`)).toBeVisible();

  await goTo(page, 'Runs');
  await page.getByRole('combobox', { name: 'What to run' }).selectOption(NAME);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText(`${count} of ${count} steps`);
  await expect(results).not.toContainText('Failed');

  const flow = join(dataFolder, 'collections', `${NAME}.flow.yaml`);
  for (const _ of ['once', 'and again'])
    // Exit status 1 would reject, with what failed.
    await promisify(execFile)(process.execPath, [CLI, 'run', flow, '--bank']);
}
