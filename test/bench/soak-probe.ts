/** Loaded into the host by `npm run soak`: says what memory it has, after everything that is not used any more was collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the host says of itself, in bytes. */
export interface HostMemory {
  rss: number;
  heap: number;
  outside: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed, outside: external } satisfies HostMemory);
});
process.channel?.unref();
