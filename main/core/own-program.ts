/** The inside of a program in a process of its own, under Node.js or as a utility process of Electron. */

/** Electron's end of the channel to the main process. */
interface ParentPort {
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  postMessage: (message: unknown) => void;
}

const { parentPort } = process as { parentPort?: ParentPort };

/** @param work called with each task, and a function that sends a message to the host */
export function takeTasks(work: (task: unknown, tell: (message: unknown) => void) => void): void {
  if (parentPort) {
    parentPort.on('message', ({ data }) => work(data, (message) => parentPort.postMessage(message)));
    return;
  }
  process.on('message', (task) => work(task, (message) => process.send?.(message)));
  // A host that was killed takes no result any more.
  process.on('disconnect', () => process.exit());
}
