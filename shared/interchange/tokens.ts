/** Access tokens that other programs get on their own: here the first step of a flow gets them. */
import { isDeepEqual } from '../collections/deep-equal.ts';
import { UNSIGNED } from '../collections/flow-step.ts';
import type { Step } from '../collections/steps.ts';
import { interchange as t } from '../texts/interchange.ts';
import { stepsIn } from './flows.ts';
import type { ForeignRequest, TokenRequest } from './foreign.ts';
import type { Folder } from './model.ts';
import type { Entry, ReportWriter } from './report.ts';
import { hiddenSecret } from './secrets.ts';
import { variablesIn, withVariables } from './variables.ts';

interface Token {
  token: TokenRequest;
  /** The variable that the source names, or null. */
  given: string | null;
  variable: string;
  step: Step | null;
}

/** What a variable in place of a secret field is called. */
const OWN_NAMES = new Map([['client_secret', 'clientSecret']]);

export class Tokens {
  private readonly all: Token[] = [];

  /** The variable of the token that a request gives. */
  variableOf(token: TokenRequest, given: string | null): string {
    const known = this.all.find((one) => one.given === given && isDeepEqual(one.token, token));
    if (known !== undefined) return known.variable;
    const isTaken = (name: string) => this.all.some(({ variable }) => variable === name);
    let variable = given ?? 'accessToken';
    for (let number = 2; isTaken(variable); number++) variable = `accessToken${number}`;
    this.all.push({ token, given, variable, step: null });
    return variable;
  }

  /** Makes the step of each token. @param stepOf makes one of a request */
  make(out: ReportWriter, stepOf: (request: ForeignRequest, entry: Entry) => Step | null): readonly Step[] {
    for (const one of this.all) {
      const { token, variable } = one;
      const entry = out.item('token', [token.url]);
      const note = (sentence: string) => entry.changed(sentence);
      const fields = token.fields.map(({ name, value }) => {
        const own = OWN_NAMES.get(name) ?? name;
        const hidden = hiddenSecret(own, withVariables(value, note));
        if (hidden?.isDropped === true) note(t.secret(own, hidden.variable));
        return { name, value: hidden?.value ?? value };
      });
      const body = { kind: 'form', fields } as const;
      const step = stepOf({ name: t.tokenStep, method: 'POST', url: token.url, body }, entry);
      if (step?.request === undefined) continue;
      note(t.tokenMade(variable));
      if (token.inHeader && fields.some(({ name }) => name === 'client_secret')) note(t.tokenInBody);
      step.request.headers = { ...UNSIGNED, ...step.request.headers };
      step.keep = [{ as: variable, from: { of: 'body', path: '$.access_token' } }];
      one.step = step;
    }
    return this.all.flatMap(({ step }) => step ?? []);
  }

  /** The steps that come first in a flow, because its requests need the tokens that they get. */
  stepsFor(flow: Folder): Step[] {
    const steps = stepsIn(flow);
    const used = variablesIn(steps.map(({ request }) => request));
    const kept = steps.flatMap(({ keep = [] }) => keep.map(({ as }) => as));
    return this.all.flatMap(({ step, variable }) =>
      step !== null && used.includes(variable) && !kept.includes(variable) ? [structuredClone(step)] : [],
    );
  }
}
