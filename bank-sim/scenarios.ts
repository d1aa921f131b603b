/** Scenarios: scripted failures, and the requests that they affect (contract section 13, SCA-8). */
import { type ScenarioInput } from '../shared/xs2a/operator-input.ts';

type Effects = ScenarioInput['then'];

export interface Occasion {
  method: string;
  /** Path without query. */
  path: string;
  tpp: string | null;
}

interface Scenario extends ScenarioInput {
  id: string;
}

export class Scenarios {
  private list: Scenario[] = [];
  private next = 1;

  add(input: ScenarioInput): string {
    const id = `scenario-${this.next++}`;
    this.list.push({ ...structuredClone(input), id });
    return id;
  }

  /** The same scenarios, to be used up on their own. */
  copy(): Scenarios {
    const copy = new Scenarios();
    copy.list = structuredClone(this.list);
    copy.next = this.next;
    return copy;
  }

  all(): readonly Scenario[] {
    return this.list;
  }

  /** @returns whether the scenario existed */
  remove(id: string): boolean {
    const before = this.list.length;
    this.list = this.list.filter((scenario) => scenario.id !== id);
    return this.list.length < before;
  }

  /** The effect of the first matching scenario, whose remaining times it decrements. */
  take<E extends keyof Effects>(effect: E, occasion: Occasion): Effects[E] | undefined {
    const found = this.list.find(
      (scenario) => scenario.then[effect] !== undefined && fits(scenario, occasion),
    );
    if (!found) return undefined;
    if (found.when.times !== undefined && --found.when.times === 0) this.remove(found.id);
    return found.then[effect];
  }
}

function fits({ when }: Scenario, { method, path, tpp }: Occasion): boolean {
  if (when.method !== undefined && when.method !== method) return false;
  if (when.tpp !== undefined && when.tpp !== tpp) return false;
  return when.path === undefined || fitsPath(when.path, path);
}

/** Whether a path without query matches a pattern, in which `*` stands for one segment. */
export function fitsPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
}
