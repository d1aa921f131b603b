/** The bank's register of TPPs (SIG-12). */
import { type FormEvent, useState } from 'react';
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { PSD2_ROLES, type Psd2Role } from '../../../../shared/signing/certificate.ts';
import { MAX_TPP_ID_CHARS, MAX_TPP_NAME_CHARS } from '../../../../shared/limits.ts';
import { useBank } from '../../../state/bank.ts';
import { Badge } from '../../../ui/labels.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checks, Input, Field, Form, FormButtons } from '../../../ui/form.tsx';
import { Table } from './bank-table.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.bank.register;

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
            <Switches tpp={tpp} />
          </tr>
        ))}
      />
    </>
  );
}

function Switches({ tpp: { id, name, status, passport, blocked } }: { tpp: Overview['tpps'][number] }) {
  const perform = useBank((store) => store.perform);
  const isRegistered = status === 'registered';
  return (
    <>
      <SwitchCell
        isOn={isRegistered}
        state={isRegistered ? t.registered : t.withdrawn}
        action={isRegistered ? t.withdraw : t.restore}
        label={(isRegistered ? t.withdrawOf : t.restoreOf)(name)}
        onPress={() =>
          perform(
            'bank.registerTpp',
            { id, status: isRegistered ? 'withdrawn' : 'registered' },
            (isRegistered ? t.wasWithdrawn : t.wasRestored)(name),
          )
        }
      />
      <SwitchCell
        isOn={passport}
        state={passport ? t.hasPassport : t.noPassport}
        action={passport ? t.take : t.give}
        label={(passport ? t.takeFrom : t.giveTo)(name)}
        onPress={() =>
          perform('bank.registerTpp', { id, passport: !passport }, (passport ? t.wasTaken : t.wasGiven)(name))
        }
      />
      <SwitchCell
        isOn={!blocked}
        state={blocked ? t.blocked : t.notBlocked}
        action={blocked ? t.unblock : t.block}
        label={(blocked ? t.unblockTpp : t.blockTpp)(name)}
        onPress={() =>
          perform('bank.blockTpp', { id, blocked: !blocked }, (blocked ? t.wasUnblocked : t.wasBlocked)(name))
        }
      />
    </>
  );
}

/** A state with the button that toggles it. */
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

/** Registers a TPP, or changes its entry. */
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
