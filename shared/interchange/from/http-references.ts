/** Values of responses by the name of their request in a file of requests: `{{login.response.body.$.token}}`. The request keeps them. */
import { type Capture, captureSchema } from '../../collections/capture.ts';
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Importing } from '../importing.ts';
import { jsonPathOf, stepsOfTail } from '../paths.ts';
import { variableName } from '../variables.ts';

export class HttpReferences {
  private readonly requests: ReadonlySet<string>;
  private readonly steps = new Map<string, Step>();
  /** What is kept, by the reference and by the variable. */
  private readonly variables = new Map<string, string>();
  private readonly kept = new Map<
    string,
    { reference: string; request: string; from: Capture['from'] | null }
  >();

  /** @param requests names of the requests in the file */
  constructor(requests: readonly string[]) {
    this.requests = new Set(requests);
  }

  /** Whether the value of a variable is such a reference and nothing else: then it is kept under the name of the variable. */
  areValueOf(name: string, value: string): boolean {
    const [, inside] = /^\{\{([^{}]{1,300})\}\}$/.exec(value) ?? [];
    return inside !== undefined && this.variableOf(inside.trim(), name) !== null;
  }

  /** The text with the variables in which the values are kept. */
  written(text: string): string {
    return text.replaceAll(/\{\{([^{}]{1,300})\}\}/g, (whole, inside: string) => {
      const variable = this.variableOf(inside.trim(), null);
      return variable === null ? whole : `{{${variable}}}`;
    });
  }

  /** Says which step was made of a request. */
  made(request: string, step: Step): void {
    if (!this.steps.has(request)) this.steps.set(request, step);
  }

  /** Adds the captures to the steps. */
  keep(importing: Importing): void {
    for (const [as, { reference, request, from }] of this.kept) {
      const entry = importing.out.item('capture', [reference]);
      const step = this.steps.get(request);
      const capture = captureSchema.safeParse({ as, from });
      if (step === undefined || !capture.success) entry.lost(t.expression(reference));
      else {
        step.keep = [...(step.keep ?? []), capture.data];
        entry.changed(t.keptAs(as));
      }
    }
  }

  private variableOf(reference: string, name: string | null): string | null {
    const [, request = '', place = ''] =
      /^([\w-]+)\.((?:response|request)\.(?:body|headers)\b.*)$/.exec(reference) ?? [];
    if (!this.requests.has(request)) return null;
    const known = this.variables.get(reference);
    if (known !== undefined && name === null) return known;
    const words = place.split(/[^\w-]+/).filter((word) => word !== '' && word !== 'response');
    const [kind = '', ...path] = words;
    const wanted = variableName(
      name ?? [request, ...(kind === 'body' && path.length > 0 ? path : words)].join('.'),
    );
    // Of long references, only the beginning is in the name.
    const variable =
      this.kept.has(wanted) && name === null ? variableName(`${request}.${this.kept.size}`) : wanted;
    if (known === undefined) this.variables.set(reference, variable);
    this.kept.set(variable, { reference, request, from: sourceOf(place) });
    return variable;
  }
}

/** Null for what no capture can read, such as a part of the request. */
function sourceOf(place: string): Capture['from'] | null {
  const [, header] = /^response\.headers\.([\w-]+)$/.exec(place) ?? [];
  if (header !== undefined) return { of: 'header', name: header };
  const [, path] = /^response\.body(?:\.(.*))?$/.exec(place) ?? [];
  if (!place.startsWith('response.body')) return null;
  const tail = (path ?? '').replace(/^[$*]/, '');
  const steps = stepsOfTail(/^[A-Za-z_]/.test(tail) ? `.${tail}` : tail);
  return steps === null ? null : { of: 'body', path: jsonPathOf(steps) };
}
