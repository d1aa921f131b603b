/**
 * Moves the calendar of a Node.js process, so that no test depends on the day on which it runs. Loaded before anything else (`--require`), also by
 * the processes that a test starts, which inherit the environment. Time goes on as usual; only its beginning is given.
 * CommonJS, because Electron loads it, too.
 */
'use strict';

const GIVEN = Symbol.for('tpp-workbench: the given calendar');
// Both this process's parent and its own program may ask for it.
if (globalThis[GIVEN] !== true) {
  globalThis[GIVEN] = true;
  const MachineDate = globalThis.Date;
  const machineNow = MachineDate.now;
  /** The offset is in the environment, in milliseconds, so that all processes of a test agree. */
  MachineDate.now = () => machineNow() + Number(process.env.TPP_DATE_OFFSET ?? 0);
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(MachineDate.now()).toString(),
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [target.now()] : args, made),
  });
}
