/** Milliseconds after which a host exits even if something has not stopped. Acknowledged data is on disk by then. */
const PATIENCE = 5000;

/** Waits for a stop, but only for a limited time. @param log called if it takes too long */
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
