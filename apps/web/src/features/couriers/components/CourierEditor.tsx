import { type Courier, type CourierInput } from '@despacho/contracts/dispatch';
import { useEffect, useEffectEvent, useState } from 'react';
import { rebased } from '#shared/fields/form-changes.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { conflictWith } from '../rules/conflicts.ts';
import {
  changedFields,
  conflictingFields,
  courierForm,
  type CourierErrors,
  type CourierForm,
  EMPTY_COURIER,
  readCourierForm,
} from '../rules/courier-form.ts';
import { useFormFocus } from '#shared/hooks/focus-first-field.ts';
import { useSaveCourier } from '../state/use-save-courier.ts';
import { CourierFields } from './CourierFields.tsx';
import styles from './CourierRecord.module.css';
import { SaveConflict } from './SaveConflict.tsx';

interface Props {
  officeId: string;
  /** The current courier; null for a new one. */
  courier: Courier | null;
  onDone: () => void;
}

const wrongIn = (form: CourierForm): CourierErrors => readCourierForm(form).errors;

/** Form to create or edit a courier. Keeps the input until it is saved or discarded. */
export function CourierEditor({ officeId, courier, onDone }: Props) {
  // The courier when editing began, to detect changes by other users.
  const [base, setBase] = useState(courier);
  const [form, setForm] = useState(() => (courier ? courierForm(courier) : EMPTY_COURIER));
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  useFormFocus(ref, `edit-${courier?.id ?? ''}`);
  const save = useSaveCourier(officeId);
  const baseForm = base ? courierForm(base) : EMPTY_COURIER;
  const theirs = conflictWith(save.error, base, courier);
  const conflicting = theirs && conflictingFields(baseForm, form, courierForm(theirs));
  // The server already has these values, from a request whose response was lost or from another user: close the form.
  const isHeld = conflicting?.length === 0;
  const end = useEffectEvent(onDone);
  useEffect(() => {
    if (isHeld) end();
  }, [isHeld]);

  const send = (input: CourierInput, onto: Courier | null): void => {
    const changes = onto && changedFields(onto, input);
    if (changes && Object.keys(changes).length === 0) {
      onDone();
      return;
    }
    save.mutate(onto && changes ? { do: 'edit', courier: onto, changes } : { do: 'create', input }, {
      onSuccess: onDone,
    });
  };
  const submit = (onto: Courier | null, wanted: CourierForm): void => {
    if (save.isPending) return;
    const read = readCourierForm(wanted);
    showErrors(read.errors);
    if (read.input) send(read.input, onto);
  };
  const settle = (other: Courier, wanted: CourierForm): void => {
    setBase(other);
    setForm(wanted);
    save.reset();
  };

  return (
    <WindowForm
      ref={ref}
      label={courier ? `Datos de ${courier.name}` : 'Nuevo repartidor'}
      submitLabel={courier ? 'Guardar' : 'Crear repartidor'}
      busy={save.isPending}
      onSubmit={() => submit(base, form)}
      onCancel={onDone}
    >
      <h3 className={styles['title']}>{courier ? courier.name : 'Nuevo repartidor'}</h3>
      <CourierFields officeId={officeId} form={form} errors={errors} onChange={put} />
      {theirs && conflicting && !isHeld && (
        <SaveConflict
          failure={save.error}
          fields={conflicting}
          onKeepMine={() => {
            const wanted = rebased(baseForm, form, courierForm(theirs));
            settle(theirs, wanted);
            submit(theirs, wanted);
          }}
          onTakeTheirs={() => {
            settle(theirs, courierForm(theirs));
            showErrors({});
          }}
        />
      )}
      {errors.form && <Alert>{errors.form}</Alert>}
      {save.isError && !theirs && <Alert>{failureSentences(save.error)}</Alert>}
    </WindowForm>
  );
}
