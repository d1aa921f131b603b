/** Steps without a request as fields of a form, and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOfStep, readStepForm, type StepFields } from '../../../shared/collections/step-form.ts';
import { kindOf as kindOfStep, type Step, type StepKind } from '../../../shared/collections/steps.ts';

const kindOf = (step: Step) => kindOfStep(step) as Exclude<StepKind, 'request'>;
const again = (step: Step, change: Partial<StepFields> = {}) =>
  readStepForm(kindOf(step), { ...fieldsOfStep(step), ...change }, step);

const STEPS: Step[] = [
  { name: 'A', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
  {
    name: 'B',
    tags: ['SCA-1'],
    keep: [{ as: 'code', from: { of: 'redirect', name: 'code' } }],
    sca: {
      psu: '{{eirik}}',
      decision: 'abort',
      context: 'CORPORATE',
      agreement: 'Fjellheim',
      accounts: ['86011100009', '{{iban}}'],
      link: '{{page}}',
    },
  },
  { name: 'C', skip: 'Later', control: { method: 'GET', path: '/control/state' } },
  { name: 'D', control: { method: 'POST', path: '/control/clock', json: { advance: 'P1D' } } },
  { name: 'E', control: { method: 'PUT', path: '/control/x', json: null } },
  { name: 'F', include: { flow: 'sign/in.flow.yaml' } },
  {
    name: 'G',
    include: { flow: 'f', variables: { who: 'Ingrid', empty: '', eq: 'a = b', odd: ' "x"\n y' } },
  },
  { name: 'H', pause: 0, until: undefined },
  { name: 'I', session: 'of the company' },
  { name: 'J', consent: { psu: 'Ingrid Haugen', accounts: ['86011100009'] } },
];

describe('the form of a step', () => {
  it.each(STEPS)('says again what $name says', (step) => {
    expect(again(step)).toEqual({ ok: true, value: step });
  });
  it('keeps every variable of an include, whatever its value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Za-z][\w.-]{0,9}$/), fc.string()), (variables) => {
        const step: Step = { name: 'I', include: { flow: 'f', variables } };
        const read = again(step);
        expect(read.ok && (read.value.include?.variables ?? {})).toEqual({ ...variables });
      }),
    );
  });
  it.each<[number, Partial<StepFields>, string, string]>([
    [0, { psu: ' ' }, 'psu', 'Enter the test customer'],
    [9, { psu: ' ' }, 'psu', 'Enter the test customer'],
    [0, { name: ' ' }, 'name', 'The name must have'],
    [3, { path: 'control/clock' }, 'path', 'must start with /control/'],
    [3, { path: '/control/ clock' }, 'path', 'no spaces'],
    [3, { json: '{' }, 'json', 'This is not JSON'],
    [5, { flow: '' }, 'flow', 'Choose the flow'],
    [5, { variables: 'who' }, 'variables', '“who” is not name = value'],
    [5, { variables: '1 = x' }, 'variables', '“1 = x”'],
    [5, { variables: 'a = 1\na = 2' }, 'variables', '“a = 2”'],
    [5, { variables: 'a = "' }, 'variables', '“a = "”'],
    [7, { pause: '-1' }, 'pause', 'at most 600000'],
    [7, { pause: '600001' }, 'pause', 'whole number'],
    [7, { pause: '' }, 'pause', 'whole number'],
  ])('of step %i with %j is wrong at its field', (at, change, field, text) => {
    const step = STEPS[at] ?? { name: 'none', pause: 0 };
    expect(again(step, change)).toMatchObject({
      ok: false,
      field,
      text: expect.stringContaining(text) as string,
    });
  });
  it('takes what is empty out of the step', () => {
    const [, step = { name: 'none', pause: 0 }] = STEPS;
    expect(again(step, { context: '', agreement: '', accounts: '\n ', link: '' })).toEqual({
      ok: true,
      value: { ...step, sca: { psu: '{{eirik}}', decision: 'abort' } },
    });
  });
});
