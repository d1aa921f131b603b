/** What is copied as code in Python, Java and C# is run, and gets the same answer as the workbench; its folder is unpacked by another program. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PYTHON } from '../../support/python.ts';
import { testSnippets, type Unpack, snippetsForFile } from '../../support/snippets.ts';

const LISTING =
  'import sys, zipfile\nfile = zipfile.ZipFile(sys.argv[1])\nassert file.testzip() is None\nfile.extractall(sys.argv[2])\n' +
  'for one in file.infolist(): print(one.filename, oct(one.external_attr >> 16 & 0o777))';

const unpack: Unpack = async (archive, folder) => {
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', LISTING, archive, folder]);
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' '))) as Record<string, string>;
};

// These programs have the machine's time, so the workbench must have it, too.
process.env['TPP_DATE_OFFSET'] = '0';
testSnippets(['python', 'java', 'csharp'], snippetsForFile(unpack));
