/** The bank's register of TPPs: who is entered, and what the operator can change (SIG-12). */
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useBank } from '../../../state/bank.ts';
import { Table } from './table.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import textStyles from '../../../ui/text.module.css';
import { type FormEvent, useState } from 'react';
import { PSD2_ROLES, type Psd2Role } from '../../../../shared/signing/certificate.ts';
import { Checks } from '../../../ui/checks.tsx';
import { Input } from '../../../ui/controls.tsx';
import { Field, Form, FormButtons } from '../../../ui/form.tsx';
import { MAX_TPP_ID_CHARS, MAX_TPP_NAME_CHARS } from '../../../../shared/limits.ts';

const t = texts.bank.register;

type Tpp = Overview['tpps'][number];

export function Register({ overview: { tpps } }: { overview: Overview }) {
  return (
    <>
      <RegisterForm />
      <Table
        operable
        columns={[texts.bank.lists.tpp, t.roles, t.registration, t.passport, t.access]}
        empty={t.none}
        rows={tpps.map((tpp) => (
          <tr key={tpp.id}>
            <td>
              {tpp.name} <span className={textStyles.mono}>{tpp.id}</span>
            </td>
            <td>{tpp.roles.join(', ') || t.anyRole}</td>
            <RegistrationCell tpp={tpp} />
            <PassportCell tpp={tpp} />
            <AccessCell tpp={tpp} />
          </tr>
        ))}
      />
    </>
  );
}

function RegistrationCell({ tpp: { id, name, status } }: { tpp: Tpp }) {
  const perform = useBank((store) => store.perform);
  const isRegistered = status === 'registered';
  return (
    <SwitchCell
      isOn={isRegistered}
      state={isRegistered ? t.registered : t.withdrawn}
      action={isRegistered ? t.withdraw : t.restore}
      label={isRegistered ? t.withdrawOf(name) : t.restoreOf(name)}
      onPress={() =>
        perform(
          'bank.registerTpp',
          { id, status: isRegistered ? 'withdrawn' : 'registered' },
          isRegistered ? t.wasWithdrawn(name) : t.wasRestored(name),
        )
      }
    />
  );
}

function PassportCell({ tpp: { id, name, passport } }: { tpp: Tpp }) {
  const perform = useBank((store) => store.perform);
  return (
    <SwitchCell
      isOn={passport}
      state={passport ? t.hasPassport : t.noPassport}
      action={passport ? t.take : t.give}
      label={passport ? t.takeFrom(name) : t.giveTo(name)}
      onPress={() =>
        perform(
          'bank.registerTpp',
          { id, passport: !passport },
          passport ? t.wasTaken(name) : t.wasGiven(name),
        )
      }
    />
  );
}

function AccessCell({ tpp: { id, name, blocked } }: { tpp: Tpp }) {
  const perform = useBank((store) => store.perform);
  return (
    <SwitchCell
      isOn={!blocked}
      state={blocked ? t.blocked : t.notBlocked}
      action={blocked ? t.unblock : t.block}
      label={blocked ? t.unblockTpp(name) : t.blockTpp(name)}
      onPress={() =>
        perform(
          'bank.blockTpp',
          { id, blocked: !blocked },
          blocked ? t.wasUnblocked(name) : t.wasBlocked(name),
        )
      }
    />
  );
}

/** A state with the button that turns it over. */
function SwitchCell(props: {
  isOn: boolean;
  state: string;
  action: string;
  label: string;
  onPress: () => Promise<void>;
}) {
  const { isOn, state, action, label, onPress } = props;
  return (
    <td className={textStyles.nowrap}>
      <Badge tone={isOn ? 'ok' : 'bad'}>{state}</Badge>{' '}
      <Button look="plain" size="small" aria-label={label} onClick={() => void onPress()}>
        {action}
      </Button>
    </td>
  );
}

/** The form for the register of TPPs: enters a TPP, or changes its entry (SIG-12). */
function RegisterForm() {
  const perform = useBank((store) => store.perform);
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Psd2Role[]>(['PSP_AI', 'PSP_PI']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const called = name.trim() === '' ? {} : { name: name.trim() };
    void perform('bank.registerTpp', { id: id.trim(), ...called, roles }, t.wasEntered(id.trim()));
  };
  return (
    <Form aria-label={t.form} onSubmit={submit}>
      <p className={textStyles.soft}>{t.lookedUp}</p>
      <Field label={t.id} hint={t.idHint}>
        {(links) => (
          <Input
            {...links}
            className={textStyles.mono}
            value={id}
            required
            maxLength={MAX_TPP_ID_CHARS}
            onChange={(event) => setId(event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.common.name} hint={t.nameHint}>
        {(links) => (
          <Input
            {...links}
            value={name}
            maxLength={MAX_TPP_NAME_CHARS}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Checks legend={t.roles} options={PSD2_ROLES} chosen={roles} onChange={setRoles} />
      <FormButtons>
        <Button type="submit">{t.enter}</Button>
      </FormButtons>
    </Form>
  );
}
