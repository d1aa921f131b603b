/** Milliseconds after which a host ends although something has not stopped: what was acknowledged is on the disk by then anyhow. */
const PATIENCE = 5000;

/** Waits for a stop, but not for ever. @param log told where it takes too long */
export async function stopInTime(stopping: Promise<unknown>, log: (line: string) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log(`The workbench has not stopped within ${PATIENCE} ms; it ends all the same.`);
      resolve();
    }, PATIENCE);
  });
  await Promise.race([stopping, enough]).finally(() => clearTimeout(timer));
}
