#!/usr/bin/env node
/** The first file of the package for npm. It loads nothing else before it knows that this Node.js can run it. */
import { tooOld } from '../../shared/node/npm-package.ts';

const reason = tooOld(process.versions.node);
if (reason === null) await import('./main.ts');
else {
  console.error(reason);
  process.exitCode = 2;
}
