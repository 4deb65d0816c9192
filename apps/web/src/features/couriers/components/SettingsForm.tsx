import { type CourierSettings, type SettingsEdit, settingsOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rebased } from '#shared/fields/form-changes.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { useRebasedForm } from '#shared/fields/use-rebased-form.ts';
import { failureSentences } from '#shared/format/failure-text.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { PhotoRequirements } from '#shared/settings/PhotoRequirements.tsx';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import windowForm from '#shared/ui/Window/WindowForm.module.css';
import { settingsKey } from '../api/settings-query.ts';
import { conflictWith } from '../rules/conflicts.ts';
import {
  conflictingSettings,
  readSettingsForm,
  type SettingsErrors,
  type SettingsForm as Form,
  settingsForm,
} from '../rules/settings-form.ts';
import { ChangesToCome } from '#shared/settings/ChangesToCome.tsx';
import { MessageField } from './MessageField.tsx';
import { SaveConflict } from './SaveConflict.tsx';
import styles from './SettingsForm.module.css';

interface Props {
  officeId: string;
  /** As known now. */
  settings: CourierSettings;
  mayEdit: boolean;
  onDone: () => void;
}

/** Form with the settings for couriers' phones. Keeps the input until it is saved or discarded. */
export function SettingsForm({ officeId, settings, mayEdit, onDone }: Props) {
  const client = useQueryClient();
  const { base, form, setForm, settle: settleOn } = useRebasedForm(settings, settingsForm);
  const baseForm = settingsForm(base);
  const wrongIn = (wanted: Form): SettingsErrors => readSettingsForm(wanted, base).errors;
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  const save = useMutation({
    mutationFn: (edit: SettingsEdit) => call(settingsOperations['settings.edit'], { query: { officeId }, body: edit }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(officeId), saved);
      announce('Ajustes guardados');
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: settingsKey(officeId) }),
  });
  const theirs = conflictWith(save.error, base, settings);

  const submit = (onto: CourierSettings, wanted: Form): void => {
    if (save.isPending) return;
    const { edit, errors: found } = readSettingsForm(wanted, onto);
    showErrors(found);
    if (!edit) return;
    if (Object.keys(edit.changes).length === 0) onDone();
    else save.mutate(edit);
  };
  const settle = (other: CourierSettings, wanted: Form): void => {
    settleOn(other, wanted);
    save.reset();
  };

  return (
    <form
      ref={ref}
      noValidate
      className={windowForm['form']}
      aria-label="Ajustes para repartidores"
      onSubmit={(event) => {
        event.preventDefault();
        submit(base, form);
      }}
    >
      <fieldset disabled={!mayEdit} className={styles['columns']}>
        <div className={styles['column']}>
          <PhotoRequirements
            label="Fotos que se piden"
            note="Sin ellas el repartidor no puede cerrar la visita. Siempre puede agregar otras."
            value={form}
            onChange={put}
          />
          <TextField
            label="Teléfono de la oficina"
            type="tel"
            autoComplete="off"
            hint="Con «Llamar a la oficina», en el menú de cada repartidor."
            value={form.phone}
            error={errors.phone}
            onChange={({ target }) => put({ ...form, phone: target.value })}
          />
          <TextField
            label="Sin señal en el mapa, en minutos"
            inputMode="numeric"
            autoComplete="off"
            hint="Con una posición más antigua, el mapa dice «sin señal»."
            value={form.silence}
            error={errors.silence}
            onChange={({ target }) => put({ ...form, silence: target.value })}
          />
          <TextField
            label="Distancia de llegada, en metros"
            inputMode="numeric"
            autoComplete="off"
            hint="Más cerca que esto del lugar de entrega, el repartidor llegó."
            value={form.arrivalRadius}
            error={errors.arrivalRadius}
            onChange={({ target }) => put({ ...form, arrivalRadius: target.value })}
          />
        </div>
        <div className={styles['column']}>
          <MessageField
            officeId={officeId}
            company={settings.company}
            mayEdit={mayEdit}
            value={form.message}
            error={errors.message}
            onChange={(message) => put({ ...form, message })}
          />
          <TextField
            label="Tope de efectivo por repartidor, en soles"
            inputMode="decimal"
            autoComplete="off"
            hint="Quien lleve más aparece con un aviso. Vacío: sin tope. Nunca impide entregar."
            value={form.cashLimit}
            error={errors.cashLimit}
            onChange={({ target }) => put({ ...form, cashLimit: target.value })}
          />
          <TextField
            label="Tope de gastos por repartidor y día, en soles"
            inputMode="decimal"
            autoComplete="off"
            hint="Pasajes, peaje, vuelto y otros. Sobre el tope, el día queda en «Diferencia» hasta que otra persona los acepte. Con 0 no hay tope."
            value={form.expenseLimit}
            error={errors.expenseLimit}
            onChange={({ target }) => put({ ...form, expenseLimit: target.value })}
          />
          <TextField
            label="Tope de sobrante, en soles"
            inputMode="decimal"
            autoComplete="off"
            hint="Si sobra más que esto, una persona lo anota y otra lo recibe. Con 0 no hay tope."
            value={form.surplusLimit}
            error={errors.surplusLimit}
            onChange={({ target }) => put({ ...form, surplusLimit: target.value })}
          />
        </div>
      </fieldset>
      {theirs && (
        <SaveConflict
          failure={save.error}
          fields={conflictingSettings(baseForm, form, settingsForm(theirs))}
          onKeepMine={() => {
            const wanted = rebased(baseForm, form, settingsForm(theirs));
            settle(theirs, wanted);
            submit(theirs, wanted);
          }}
          onTakeTheirs={() => {
            settle(theirs, settingsForm(theirs));
            showErrors({});
          }}
        />
      )}
      {mayEdit && !theirs && <ChangesToCome now={base} edit={readSettingsForm(form, base).edit} />}
      {errors.form && <Alert>{errors.form}</Alert>}
      {save.isError && !theirs && <Alert>{failureSentences(save.error)}</Alert>}
      <WindowFoot>
        {settings.changed && (
          <p className={styles['changed']}>
            {settings.changed.by.user} los cambió {formatRelative(settings.changed.at, new Date(serverNow()))}
          </p>
        )}
        <Button onClick={onDone}>{mayEdit ? 'Cancelar' : 'Cerrar'}</Button>
        {mayEdit && (
          <Button type="submit" variant="primary" loading={save.isPending}>
            Guardar
          </Button>
        )}
      </WindowFoot>
    </form>
  );
}
