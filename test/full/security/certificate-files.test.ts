/** Certificate files in which random bytes are changed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openFiles } from '../../../main/core/certificates/open-files.ts';
import { importFixtures } from '../../support/openssl-fixtures.ts';
import { SEED } from '../support/seed.ts';

it('whatever is changed in a file, the result is one of the known ones', () => {
  const files = importFixtures().flatMap(({ files: all, password }) =>
    all.map(({ base64 }) => ({ bytes: Buffer.from(base64, 'base64'), password })),
  );
  const small = files.filter(({ bytes }) => bytes.length < 4000);
  const change = fc.record({ at: fc.nat(), to: fc.constantFrom(0, 1, 0x30, 0x7f, 0x80, 0x84, 0xff) });
  fc.assert(
    fc.property(
      fc.constantFrom(...small),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (file, changes) => {
        const bytes = Buffer.from(file.bytes);
        for (const { at, to } of changes) bytes[at % bytes.length] = to;
        expect(openFiles([{ name: 'x', bytes }], 'no password').kind).toEqual(expect.any(String));
      },
    ),
    { numRuns: 300, seed: SEED },
  );
}, 120_000);
