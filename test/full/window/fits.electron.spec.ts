/** In Electron, nothing is cut off in the smallest window, nor on a projector with the window zoomed. */
import { expect, test } from '../../window/fixtures.ts';
import { unfit } from './fit.ts';
import { answered, goTo, openFirstDoor } from '../../window/steps.ts';

const SIZES = [
  { width: 1024, height: 700, zoom: 1 },
  { width: 1280, height: 720, zoom: 1.5 },
];

test('the next calls of a response, and each view, are whole', async ({ workbench }) => {
  test.slow();
  const { page, electron } = workbench;
  await openFirstDoor(page);
  await answered(page);
  for (const size of SIZES) {
    await electron?.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(width, height);
      window?.webContents.setZoomFactor(zoom);
    }, size);
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(Math.floor(size.width / size.zoom));
    const faults: string[] = [];
    for (const place of ['Requests', 'Flow', 'Bank', 'Environments', 'History'] as const) {
      await goTo(page, place);
      faults.push(...(await unfit(page)).map((fault) => `${place}: ${fault}`));
      const beyond = () =>
        page.evaluate(() => {
          const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
          return [scrollHeight - clientHeight, scrollTop];
        });
      expect(await beyond(), `${place} at ${size.width} × ${size.height}, ${size.zoom}`).toEqual([0, 0]);
    }
    expect(faults, `${size.width} × ${size.height}, ${size.zoom}`).toEqual([]);
  }
});
