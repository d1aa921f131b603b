/** Which data folder the desktop program uses: nobody's data may be written into another one than was meant. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder } from '../../main/electron/data-folder.ts';
import { userDataFolder } from '../../shared/node/private-files.ts';

it('is given in one argument or in two, also between those of Chromium', () => {
  expect(dataFolder(['electron', 'main.cjs'])).toBe(userDataFolder());
  expect(dataFolder(['electron', 'main.cjs', '--data=practice'])).toBe(resolve('practice'));
  expect(dataFolder(['electron', '--no-sandbox', 'main.cjs', '--data', 'practice', '--lang=no'])).toBe(
    resolve('practice'),
  );
  expect(dataFolder(['electron', '--data=a=b'])).toBe(resolve('a=b'));
  expect(dataFolder(['electron', '--database=x'])).toBe(userDataFolder());
});

it.each([[['--data']], [['--data=']], [['--data', '--no-sandbox']], [['--data', '']]])(
  'without a folder, %j is refused',
  (args) => {
    expect(() => dataFolder(['electron', 'main.cjs', ...args])).toThrow('Give a folder after --data');
  },
);
