/** The time at a bank while a collection runs that sets its clock: other programs cannot compute `{{$today-200}}` from it. */
import { dynamicValue } from '../../../shared/collections/dynamic.ts';
import type { ControlStep, Step } from '../../../shared/collections/steps.ts';

const HOUR = 3_600_000;

export class BankClock {
  /** Milliseconds since 1970; null while the clock is the machine's. */
  private now: number | null = null;

  /** What a control call does to the clock. @throws Error for a form that is not known here */
  after(path: string, json: ControlStep['json']): void {
    if (path !== '/control/reset' && path !== '/control/clock') return;
    const { clock, advance, mode } = Object(json) as { clock?: string; advance?: string; mode?: string };
    if (clock === 'real' || mode === 'real') this.now = null;
    else if (clock !== undefined) this.now = Date.parse(clock);
    else if (advance !== undefined) this.now = (this.now ?? Number.NaN) + durationOf(advance);
  }

  /** The same step with dates in place of the variables that are computed from the clock. */
  filled(step: Step): Step {
    const text = JSON.stringify(step).replaceAll(/\{\{(\$[^{}]*)\}\}/g, (_, name: string) =>
      this.value(name),
    );
    return JSON.parse(text) as Step;
  }

  private value(name: string): string {
    // The name that both programs have for it.
    if (name === '$uuid') return '{{$guid}}';
    const value = this.now === null ? null : dynamicValue(name, { now: this.now, newUuid: () => '' });
    if (value === null) throw new Error(`{{${name}}} has no fixed value there.`);
    return value;
  }
}

function durationOf(text: string): number {
  const [, days, hours] = /^P(?:(\d+)D)?(?:T(\d+)H)?$/.exec(text) ?? [];
  if (days === undefined && hours === undefined) throw new Error(`${text} is not a number of days or hours.`);
  return (Number(days ?? 0) * 24 + Number(hours ?? 0)) * HOUR;
}
