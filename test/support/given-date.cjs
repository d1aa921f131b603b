/**
 * Moves the calendar of a Node.js process, so that no test depends on the day on which it runs. Loaded before anything else (`--require`), also by
 * the processes that a test starts, which inherit the environment. Time goes on as usual; only its beginning is given.
 * CommonJS, because Electron loads it, too.
 */
'use strict';

const MachineDate = globalThis.Date;
/** Milliseconds, in the environment so that all processes of a test agree. */
const now = () => MachineDate.now() + Number(process.env.TPP_DATE_OFFSET ?? 0);

globalThis.Date = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
