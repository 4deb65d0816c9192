import { type CompanyOffice, companyOfficeOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangesToCome } from '#shared/settings/ChangesToCome.tsx';
import { districtsQuery } from '#shared/districts/districts-query.ts';
import { useDistricts } from '#shared/districts/districts.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { useOfficeAct } from '../api/company-offices.ts';
import {
  EMPTY_OFFICE,
  officeChanges,
  officeForm,
  type OfficeForm,
  provinceChoices,
  readOfficeForm,
  zoneChoices,
} from '../rules/office-form.ts';

interface Props {
  /** Any office of the company. */
  own: string;
  /** Null for a new one. */
  office: CompanyOffice | null;
  onClose: () => void;
  /** Called with a new office. */
  onCreated: (office: Pick<CompanyOffice, 'id' | 'name'>) => void;
}

const isConflict = (failure: unknown): boolean => failure instanceof HttpFailure && failure.kind === 'conflict';

/** Dialog that creates or edits an office. */
export function OfficeWindow({ own, office, onClose, onCreated }: Props) {
  const [form, setForm] = useState(() => (office ? officeForm(office) : EMPTY_OFFICE));
  const { ref, errors, showErrors, put } = useFieldErrors(
    form,
    setForm,
    (now: OfficeForm) => readOfficeForm(now, !office).errors,
  );
  useQuery(districtsQuery(own));
  const { all } = useDistricts();
  const act = useOfficeAct(own);
  const propose = useMutation({
    mutationFn: (id: string) => call(companyOfficeOperations['offices.proposal'], { query: { officeId: own, id } }),
  });
  const { input } = readOfficeForm(form, !office);
  const changes = office && input && officeChanges(office, input);

  const submit = (wanted: OfficeForm): void => {
    if (act.isPending) return;
    const read = readOfficeForm(wanted, !office);
    showErrors(read.errors);
    if (!read.input) return;
    const { input: sent } = read;
    if (office) {
      const edit = officeChanges(office, sent);
      if (Object.keys(edit).length === 0) onClose();
      else act.mutate({ do: 'edit', office, changes: edit }, { onSuccess: onClose });
      return;
    }
    act.mutate(
      { do: 'create', input: sent },
      {
        onSuccess: () => onCreated(sent),
        onError: (failure) => {
          // Either the code is taken, for which another is proposed, or there is no room for an office.
          if (isConflict(failure)) propose.mutate(sent.id);
        },
      },
    );
  };

  return (
    <FormWindow
      title={office ? `Datos de ${office.name}` : 'Nueva oficina'}
      lead={
        office
          ? `Código ${office.id}: con él se ingresa, y no cambia.`
          : 'Sus personas, repartidores y órdenes son solo de ella. Las personas con cargo S ven todas las oficinas.'
      }
      onDismiss={onClose}
    >
      <WindowForm
        ref={ref}
        label={office ? 'Datos de la oficina' : 'Nueva oficina'}
        submitLabel={office ? 'Guardar' : 'Crear oficina'}
        busy={act.isPending}
        onSubmit={() => submit(form)}
        onCancel={onClose}
      >
        {!office && (
          <TextField
            label="Código"
            autoComplete="off"
            spellCheck={false}
            hint="Es la sucursal que se escribe al ingresar, por ejemplo LIMA-NORTE. No se puede cambiar después."
            value={form.id}
            error={errors.id}
            onChange={({ target }) => put({ ...form, id: target.value })}
          />
        )}
        <TextField
          label="Nombre"
          autoComplete="off"
          value={form.name}
          error={errors.name}
          onChange={({ target }) => put({ ...form, name: target.value })}
        />
        <SelectField
          label="Zona horaria"
          value={form.timeZone}
          error={errors.timeZone}
          options={zoneChoices(form.timeZone)}
          onChange={(timeZone) => put({ ...form, timeZone })}
        />
        <SelectField
          label="Provincia"
          hint="Decide entre distritos del mismo nombre."
          value={form.province}
          error={errors.province}
          options={provinceChoices(all)}
          onChange={(province) => put({ ...form, province })}
        />
        {office && <ChangesToCome now={office} edit={changes ? { changes } : undefined} />}
        {errors.form && <Alert>{errors.form}</Alert>}
        <FailureAlert error={act.error} />
        {isConflict(act.error) && propose.data && propose.data.id !== form.id.trim() && (
          <Button
            onClick={() => {
              const next = { ...form, id: propose.data.id };
              put(next);
              act.reset();
              submit(next);
            }}
          >
            Crear con el código {propose.data.id}
          </Button>
        )}
      </WindowForm>
    </FormWindow>
  );
}
