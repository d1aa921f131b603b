/** Every file that the product keeps, with every damage. */
import { describe, it } from 'vitest';
import {
  BANK_CASES,
  damagedFolders,
  FILE_DAMAGES,
  folderWithBankAside,
  WORKBENCH_CASES,
} from '../../support/damaged-files.ts';

const { all, sound, expectWorkbench, expectBankAlone } = damagedFolders();

describe('the workbench', () => {
  it.each(WORKBENCH_CASES)('$file, $damage', (one) => expectWorkbench(one));
});

describe('the bank alone', () => {
  it.each(BANK_CASES)('$file, $damage', (one) => expectBankAlone(one));
});

describe('the bank that is aside while a demonstration plays', () => {
  const expectBankBack = folderWithBankAside({ all, sound });
  it.each(FILE_DAMAGES)('bank-backup.json, %s', (damage) => expectBankBack(damage));
});
