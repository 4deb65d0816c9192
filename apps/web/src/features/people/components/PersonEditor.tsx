import { CHARGE_ALL_OFFICES, MODULE_CODES, type Office } from '@despacho/contracts';
import {
  CHARGE_CODES,
  CHARGES,
  type CreatedPeople,
  freeUsernameIn,
  freeUsernameText,
  type PersonOfOffice,
  type Profile,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { useFormFocus } from '#shared/hooks/focus-first-field.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { providerQuery } from '#features/session/api/provider.ts';
import { PasswordLinkButton } from '#features/session/components/PasswordLinkButton.tsx';
import { useSession } from '#features/session/state/session.ts';
import {
  changedFields,
  EMPTY_PERSON,
  type PersonErrors,
  type PersonForm,
  personForm,
  readPersonForm,
  unknownCodes,
  withModule,
} from '../rules/person-form.ts';
import { useCreatePeople } from '../state/use-create-people.ts';
import { type Leave, useLeave } from '../state/use-leave.tsx';
import { useSavePerson } from '../state/use-save-person.ts';
import { ModulePicker } from './ModulePicker.tsx';
import { PermitFactor } from './PermitFactor.tsx';
import styles from './PersonEditor.module.css';

interface Props {
  officeId: string;
  /** Null for a new person. */
  person: PersonOfOffice | null;
  profiles: readonly Profile[];
  /** Whether the company allows passwords. */
  byUsername: boolean;
  /** Offices to which the person can be moved; empty for users without charge S. */
  otherOffices: readonly Office[];
  onDone: () => void;
  onCreated: (created: CreatedPeople) => void;
}

/** @returns the service's message about the username; undefined for any other failure. */
const refusedUsername = (error: Error | null): string | undefined =>
  error instanceof HttpFailure
    ? error.problem?.errors?.find(({ field }) => field.endsWith('.username'))?.message
    : undefined;

const wrongIn = (form: PersonForm): PersonErrors => readPersonForm(form).errors;

/** Form to create or edit a person, with the ways to end their work in the office. */
export function PersonEditor(props: Props) {
  const { officeId, person, profiles, byUsername, onDone, onCreated } = props;
  const me = useSession();
  const [form, setForm] = useState(() => (person ? personForm(person) : EMPTY_PERSON));
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  useFormFocus(ref, person ? `person-${person.id}` : 'new-person');
  const save = useSavePerson(officeId);
  const create = useCreatePeople(officeId);
  const error = save.error ?? create.error;
  const taken = refusedUsername(error);
  const free = freeUsernameIn(taken ?? '');
  const isBusy = save.isPending || create.isPending;

  const isS = me.charge === CHARGE_ALL_OFFICES;
  const held = new Set(me.permissionsList.map(({ module }) => module));
  const locked = new Set<string>(isS ? [] : MODULE_CODES.filter((code) => !held.has(code)));
  const charges = CHARGE_CODES.filter((code) => isS || code !== CHARGE_ALL_OFFICES);
  const options = charges.map((code) => ({ value: code, label: `${code} · ${CHARGES[code]}` }));
  // A charge that the product does not know stays until another is chosen.
  if (!options.some(({ value }) => value === form.charge))
    options.unshift({ value: form.charge as 'O', label: form.charge });

  const putUsername = (username: string): void => {
    put({ ...form, username });
    // The refusal was about the former one.
    if (taken !== undefined) {
      save.reset();
      create.reset();
    }
  };
  const submit = (): void => {
    const read = readPersonForm(form);
    const wrong = person ? { ...read.errors, charge: undefined } : read.errors;
    const shown = Object.fromEntries(Object.entries(wrong).filter(([, text]) => text !== undefined)) as PersonErrors;
    showErrors(shown);
    if (Object.keys(shown).length > 0) return;
    if (!person) {
      if (read.input) create.mutate([read.input], { onSuccess: onCreated });
      return;
    }
    const changes = changedFields(person, form);
    if (Object.keys(changes).length === 0) onDone();
    else save.mutate({ do: 'edit', person, changes }, { onSuccess: onDone });
  };

  const kept = person ? unknownCodes(person) : [];
  return (
    <WindowForm
      ref={ref}
      label={person ? `Datos de ${person.name}` : 'Nueva persona'}
      submitLabel={person ? 'Guardar' : 'Crear persona'}
      busy={isBusy}
      onSubmit={submit}
      onCancel={onDone}
    >
      <div className={styles['fields']}>
        <TextField
          label="Nombre y apellidos"
          value={form.name}
          error={errors.name}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => put({ ...form, name: target.value })}
        />
        <div className={styles['username']}>
          <TextField
            label="Usuario"
            value={form.username}
            error={errors.username ?? taken?.replace(freeUsernameText(free ?? ''), '')}
            hint={byUsername ? 'Con él ingresa: ana.torres' : 'Por ejemplo: ana.torres'}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => putUsername(target.value)}
          />
          {free !== undefined && (
            <Button size="sm" onClick={() => putUsername(free)}>
              Usar {free}
            </Button>
          )}
        </div>
        <SelectField
          label="Cargo"
          value={form.charge}
          options={options}
          error={errors.charge}
          hint={form.charge === CHARGE_ALL_OFFICES ? 'Ve y administra todas las oficinas' : undefined}
          onChange={(charge) => put({ ...form, charge })}
        />
      </div>
      <ModulePicker
        modules={form.modules}
        locked={locked}
        profiles={profiles}
        error={errors.modules}
        onChange={(code, on) => put(withModule(form, code, on))}
        onApply={(wanted) => {
          const fixed = form.modules.filter((code) => locked.has(code));
          const modules = MODULE_CODES.filter(
            (code) => fixed.includes(code) || (wanted.includes(code) && !locked.has(code)),
          );
          put({ ...form, modules });
        }}
      />
      {kept.length > 0 && <p className="note">Otros códigos, que se conservan: {kept.join(', ')}</p>}
      {!person && byUsername && <p className="note">Recibirá una contraseña temporal, que se muestra una vez.</p>}
      {errors.form && <Alert>{errors.form}</Alert>}
      {taken === undefined && <FailureAlert error={error} />}
      {person && <Leaving {...props} person={person} save={save} />}
    </WindowForm>
  );
}

type LeavingProps = Omit<Props, 'person'> & { person: PersonOfOffice; save: ReturnType<typeof useSavePerson> };

/** How a person signs in, and actions that remove them from the office. */
function Leaving({ officeId, person, byUsername, otherOffices, save, onDone }: LeavingProps): ReactNode {
  const me = useSession();
  const { leave, leaveWindow } = useLeave(officeId, save);
  const [to, setTo] = useState('');
  const canDelete = person.unused && !person.erased && person.id !== me.id;
  const isRetired = person.state === 'retired';
  const isOther = me.charge === CHARGE_ALL_OFFICES && person.id !== me.id;
  const provider = useQuery({ ...providerQuery, enabled: isOther }).data;
  if (isRetired && !canDelete) return null;
  const actButton = (label: string, act: Leave, props: ComponentProps<typeof Button> = {}) => (
    <Button
      loading={save.isPending && save.variables.do === act.do}
      onClick={() => void leave(person, act, onDone)}
      {...props}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles['leaving']} role="group" aria-label="Cuenta de la persona">
      {isOther && (person.state === 'active' || person.provider || person.factor) && (
        <FieldGroup label="Cómo ingresa">
          <div className="row">
            {person.state === 'active' && byUsername && <PasswordLinkButton officeId={officeId} person={person} />}
            {person.state === 'active' && provider && provider.label !== null && !person.provider && (
              <PasswordLinkButton use="provider" officeId={officeId} person={person} />
            )}
            {person.provider && actButton('Desvincular la cuenta de la empresa', { do: 'unlinkProvider' })}
            {person.factor && actButton('Quitar el segundo paso', { do: 'removeFactor' })}
            {person.state === 'active' && !person.factor && <PermitFactor officeId={officeId} person={person} />}
          </div>
        </FieldGroup>
      )}
      <div className={styles['office']}>
        {!isRetired && otherOffices.length > 0 && (
          <>
            <SelectField
              label="Cambiar de oficina"
              value={to}
              options={[
                { value: '', label: 'Elija la oficina' },
                ...otherOffices.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setTo}
            />
            {actButton('Cambiar', { do: 'move', to }, { disabled: to === '' })}
          </>
        )}
        <div className={styles['ends']}>
          {!isRetired && actButton('Retirar', { do: 'retire' }, { variant: canDelete ? 'secondary' : 'danger' })}
          {canDelete && actButton('Eliminar', { do: 'delete' }, { variant: 'danger' })}
        </div>
      </div>
      {leaveWindow}
    </div>
  );
}
