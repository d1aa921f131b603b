/** The form for the register of TPPs: enters a TPP, or changes its entry (SIG-12). */
import { type FormEvent, useState } from 'react';
import { PSD2_ROLES, type Psd2Role } from '../../../shared/signing/certificate.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { Button } from '../../ui/button.tsx';
import { Checks } from '../../ui/checks.tsx';
import { Input } from '../../ui/controls.tsx';
import { Field, Form, FormButtons } from '../../ui/form.tsx';
import textStyles from '../../ui/text.module.css';
import { MAX_TPP_ID_CHARS, MAX_TPP_NAME_CHARS } from '../../../shared/limits.ts';

const t = texts.bank.register;

export function RegisterForm() {
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
