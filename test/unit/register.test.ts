/** The register of TPPs without a bank (SIG-12). */
import { describe, expect, it } from 'vitest';
import { entered, enteredByCall, registrationFault } from '../../bank-sim/domain/register.ts';
import { noteCall } from '../../bank-sim/gate/gate.ts';
import { openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import { registerStore } from '../../bank-sim/store/register.ts';
import { makeIdentity } from '../support/identity.ts';

const caller = { id: 'PSDNO-FSA-1', name: 'Fjordpay AS', roles: ['PSP_PI', 'PSP_AI'] as const };

describe('SIG-12: an entry by a call', () => {
  it('cuts a long name and leaves out an id that is too long', () => {
    expect(enteredByCall(null, { ...caller, name: 'x'.repeat(300) })?.name).toHaveLength(200);
    expect(enteredByCall(null, { ...caller, id: 'x'.repeat(501) })).toBeNull();
    expect(enteredByCall(null, { ...caller, id: 'x'.repeat(500) })).not.toBeNull();
  });
  it('is not changed by another call with the same or fewer roles', () => {
    const entry = enteredByCall(null, caller);
    expect(entry?.roles).toEqual(['PSP_AI', 'PSP_PI']);
    expect(enteredByCall(entry, caller)).toBeNull();
    expect(enteredByCall(entry, { ...caller, roles: ['PSP_AI'] })).toBeNull();
  });
  it('never changes the roles that the operator has entered', () => {
    const entry = entered(null, caller.id, { roles: ['PSP_IC', 'PSP_IC'] });
    expect(entry.roles).toEqual(['PSP_IC']);
    expect(enteredByCall(entry, caller)).toBeNull();
  });
});

it('SIG-12: a call enters its TPP, and keeps the entry up to date', async () => {
  const { certificate, tppId } = await makeIdentity();
  const db = openBankDatabase(null);
  const register = registerStore(db);
  register.put(entered(null, 'PSDNO-FSA-7', {}));
  const sender = (id: string) => ({ tpp: { id, name: 'Fjordpay AS' }, certificate });
  expect(noteCall(sender(tppId), register)).toBe(true);
  expect(noteCall(sender(tppId), register)).toBe(false);
  expect(noteCall(sender('PSDNO-FSA-7'), register)).toBe(true);
  expect(register.get('PSDNO-FSA-7')?.roles).toEqual(['PSP_AI', 'PSP_PI']);
  db.close();
});

it('SIG-12: withdrawn comes before the passport, and an open register knows everybody', () => {
  const entry = entered(null, caller.id, { status: 'withdrawn', passport: false });
  expect(registrationFault(entry, caller.id, true)?.text).toContain('withdrawn');
  expect(registrationFault(null, caller.id, true)).toBeNull();
  expect(registrationFault(null, caller.id, false)?.code).toBe('CERTIFICATE_INVALID');
});
