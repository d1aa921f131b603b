/** Which runs change the whole bank. */
import { everyItem, type PlannedItem } from './plan.ts';
import type { ControlStep, Step } from './steps.ts';

/** Control calls that replace the whole bank. */
const REPLACES = /^\/control\/(?:reset|snapshot)(?:[/?]|$)/;

/** The control call that moves the bank's clock. */
const MOVES = /^\/control\/clock(?:[/?]|$)/;

/** Whether a step resets the bank, or restores a snapshot of it, also one of a flow that is included. */
export function resetsBank(items: readonly PlannedItem[]): boolean {
  return hasControl(items, REPLACES);
}

/** Whether a step moves the bank's clock, which only a reset or a snapshot takes back. */
export function movesClock(items: readonly PlannedItem[]): boolean {
  return hasControl(items, MOVES);
}

/** Whether a step acts as the operator of the bank, which all who use the bank notice. */
export function actsAsOperator(items: readonly PlannedItem[]): boolean {
  return hasControl(items, /^/);
}

function hasControl(items: readonly PlannedItem[], path: RegExp): boolean {
  return [...everyItem(items)].some((item) => {
    const { control, until } = 'step' in item ? item.step : {};
    return [control, until?.between].some(
      (call) => isCall(call) && call.method !== 'GET' && path.test(call.path),
    );
  });
}

function isCall(
  act: Step['control'] | NonNullable<Step['until']>['between'] | undefined,
): act is ControlStep {
  return act !== undefined && 'path' in act;
}
