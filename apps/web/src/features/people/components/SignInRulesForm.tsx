import { type Office } from '@despacho/contracts';
import { type SignInRules, type SignInRulesEdit, signInRulesOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { useRebasedForm } from '#shared/fields/use-rebased-form.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { call } from '#shared/http/call.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { signInRulesQuery } from '../api/sign-in-rules.ts';
import {
  peopleText,
  readRulesForm,
  requiresFactor,
  type RulesErrors,
  rulesForm,
  type RulesForm,
} from '../rules/sign-in-rules-form.ts';
import styles from './SignInRulesForm.module.css';

interface Props {
  officeId: string;
  /** Offices of the company. */
  offices: readonly Office[];
  timeZone: string;
  onClose: () => void;
}

/** How the people of the company sign in, for charge S. */
export default function SignInRulesForm(props: Props) {
  const query = useQuery(signInRulesQuery(props.officeId));
  // Remounts the form after saving, so that closing the window does not ask about changed fields.
  const [saves, setSaves] = useState(0);
  if (!query.data) return <QueryStates query={query} label="Cargando cómo se ingresa" count={4} height={48} />;
  return <Form key={saves} {...props} rules={query.data} isSaved={saves > 0} onSaved={() => setSaves(saves + 1)} />;
}

interface FormProps extends Props {
  /** As last read. */
  rules: SignInRules;
  /** Whether this form was just saved. */
  isSaved: boolean;
  onSaved: () => void;
}

function Form({ officeId, offices, timeZone, onClose, rules, isSaved, onSaved }: FormProps) {
  const client = useQueryClient();
  const { base, form, setForm, isUnchanged, isConflict, prepareSave } = useRebasedForm(rules, rulesForm);
  const wrongIn = (wanted: RulesForm): RulesErrors => readRulesForm(wanted, base).errors;
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  const query = signInRulesQuery(officeId);
  const save = useMutation({
    mutationFn: (body: SignInRulesEdit) =>
      call(signInRulesOperations['signInRules.edit'], { query: { officeId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(query.queryKey, saved);
      // The lists of all offices show who lacks a factor.
      void client.invalidateQueries({ queryKey: ['people'] });
      onSaved();
    },
    onError: () => client.invalidateQueries(query),
  });
  const submit = async (): Promise<void> => {
    const { onto, wanted } = prepareSave(save.error);
    const { edit, errors: found } = readRulesForm(wanted, onto);
    showErrors(found);
    if (!edit) return;
    if (Object.keys(edit.changes).length === 0) {
      onClose();
      return;
    }
    const sure =
      edit.changes.byUsername !== false ||
      (await confirm({
        title: '¿Quitar el ingreso con contraseña?',
        text: `En toda la empresa solo se ingresará con ${base.provider ?? ''}. Quien no vinculó su cuenta no podrá volver a entrar.`,
        confirmLabel: 'Quitar el ingreso con contraseña',
        danger: true,
      }));
    if (sure) save.mutate(edit);
  };
  const change = (changes: Partial<RulesForm>): void => put({ ...form, ...changes });
  // An existing requirement can be removed without the key.
  const isLocked = !base.available && !requiresFactor(rulesForm(base));
  const noteId = useId();
  return (
    <WindowForm
      ref={ref}
      label="Cómo ingresan las personas"
      submitLabel={isConflict(save.error) ? 'Guardar sobre lo nuevo' : 'Guardar'}
      busy={save.isPending}
      onSubmit={() => void submit()}
      onCancel={onClose}
      cancelLabel={isSaved && isUnchanged ? 'Cerrar' : 'Cancelar'}
    >
      <p ref={isSaved ? focusOnMount : undefined} tabIndex={-1} className={styles['people']}>
        {isSaved && isUnchanged && 'Guardado. '}
        {peopleText(base)}
      </p>
      <FieldGroup
        label="Quién debe tener segundo paso"
        noteId={noteId}
        note={
          isLocked
            ? 'En esta instalación todavía no se puede pedir. Hable con quien administra el sistema.'
            : 'Además de su contraseña, escriben al ingresar un código que muestra su celular.'
        }
      >
        <fieldset disabled={isLocked} className={styles['who']}>
          <Check label="Toda la empresa" isOn={form.company} onChange={(company) => change({ company })} />
          <Check
            label="Todas las personas con cargo S"
            isOn={form.company || form.chargeS}
            isFixed={form.company}
            onChange={(chargeS) => change({ chargeS })}
          />
          {offices.map(({ id, name }) => (
            <Check
              key={id}
              label={`Oficina ${name}`}
              isOn={form.company || form.offices.includes(id)}
              isFixed={form.company}
              onChange={(isOn) =>
                change({ offices: isOn ? [...form.offices, id].sort() : form.offices.filter((each) => each !== id) })
              }
            />
          ))}
        </fieldset>
      </FieldGroup>
      {requiresFactor(form) && (
        <div className={styles['days']}>
          <TextField
            label="Días de plazo"
            inputMode="numeric"
            autoComplete="off"
            hint="Hasta entonces ingresan sin él y ven un aviso. Con 0 lo activan la próxima vez que ingresen."
            value={form.graceDays}
            error={errors.graceDays}
            onChange={({ target }) => change({ graceDays: target.value })}
          />
        </div>
      )}
      {base.provider === null ? (
        <FieldGroup
          label="Contraseñas"
          noteId={`${noteId}-passwords`}
          note="Rige mientras no se pida el segundo paso a toda la empresa."
        >
          <Check
            label="Las nuevas, de 15 caracteres o más"
            isOn={form.longer}
            onChange={(longer) => change({ longer })}
          />
        </FieldGroup>
      ) : (
        <FieldGroup label="Contraseñas">
          <Check
            label="También se puede ingresar con contraseña"
            isOn={form.byUsername}
            onChange={(byUsername) => change({ byUsername })}
          />
          {!form.byUsername && (
            <Alert>
              Solo se ingresará con {base.provider}: quien no vinculó su cuenta no podrá ingresar. Si esa cuenta falla,
              pida ayuda a quien administra el sistema.
            </Alert>
          )}
        </FieldGroup>
      )}
      {save.error && <Alert>{failureText(save.error)}</Alert>}
      {base.changed && (
        <p className="note">
          {base.changed.by.user} lo cambió el {formatDateTime(base.changed.at, timeZone)}
        </p>
      )}
    </WindowForm>
  );
}

interface CheckProps {
  label: string;
  isOn: boolean;
  /** Whether another choice includes this one. */
  isFixed?: boolean;
  onChange: (isOn: boolean) => void;
}

const Check = ({ label, isOn, isFixed = false, onChange }: CheckProps) => (
  <label className={styles['check']}>
    <input type="checkbox" checked={isOn} disabled={isFixed} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);
