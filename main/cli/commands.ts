/** The commands by name. Most need only part of the program, and start in half the time when loaded on demand. */
import type { Commands } from './command.ts';

export const COMMANDS: Commands = {
  'cert inspect': async () => (await import('./cert.ts')).certInspect,
  'cert keyid': async () => (await import('./cert.ts')).certKeyId,
  'cert make': async () => (await import('./cert.ts')).certMake,
  sign: async () => (await import('./sign.ts')).sign,
  verify: async () => (await import('./verify.ts')).verify,
  faults: async () => (await import('./sign.ts')).faults,
  'flow export': async () => (await import('./flow.ts')).flowExport,
  'demonstration check': async () => (await import('./demonstration.ts')).demonstrationCheck,
  'space make': async () => (await import('./space.ts')).spaceMake,
  'space list': async () => (await import('./space.ts')).spaceList,
  'space show': async () => (await import('./space.ts')).spaceShow,
  'space end': async () => (await import('./space.ts')).spaceEnd,
  'space sleep': async () => (await import('./space.ts')).spaceSleep,
  'space quirk': async () => (await import('./space.ts')).spaceQuirk,
  'space token': async () => (await import('./space.ts')).spaceToken,
  'session export': async () => (await import('./session.ts')).sessionExport,
  proxy: async () => (await import('./proxy.ts')).proxyCommand,
  tap: async () => (await import('./tap.ts')).tapCommand,
  ready: async () => (await import('./ready.ts')).readyCommand,
  init: async () => (await import('./init.ts')).init,
  check: async () => (await import('./check.ts')).check,
  run: async () => (await import('./run/run.ts')).runCommand,
  import: async () => (await import('./interchange.ts')).importCommand,
  export: async () => (await import('./interchange.ts')).exportCommand,
};
