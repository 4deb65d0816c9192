import { VEHICLES } from '@despacho/contracts/dispatch';
import { TextField } from '../../../shared/ui/TextField/TextField.tsx';
import { Field } from '../../../shared/ui/Field/Field.tsx';
import { type CourierErrors, type CourierForm } from '../rules/courier-form.ts';
import styles from './CourierEditor.module.css';
import { ZonesField } from './ZonesField.tsx';

interface Props {
  officeId: string;
  form: CourierForm;
  errors: CourierErrors;
  onChange: (form: CourierForm) => void;
}

/** All input fields of a courier. */
export function CourierFields({ officeId, form, errors, onChange }: Props) {
  const text = (field: 'name' | 'phone' | 'plate' | 'from' | 'to' | 'capacityOrders' | 'capacityWeight') => ({
    value: form[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      onChange({ ...form, [field]: target.value });
    },
  });
  return (
    <div className={styles['columns']}>
      <div className={styles['fields']}>
        <TextField label="Nombre" {...text('name')} />
        <TextField label="Teléfono" type="tel" {...text('phone')} />
        <div className={styles['pair']}>
          <Field label="Vehículo">
            {(control) => (
              <select
                {...control}
                value={form.vehicle}
                onChange={({ target }) => {
                  onChange({ ...form, vehicle: target.value as CourierForm['vehicle'] });
                }}
              >
                {Object.entries(VEHICLES).map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField label="Placa" {...text('plate')} />
        </div>
        <div className={styles['pair']}>
          <TextField label="Inicio del turno" type="time" {...text('from')} />
          <TextField label="Fin del turno" type="time" {...text('to')} />
        </div>
        <div className={styles['pair']}>
          <TextField label="Capacidad (órdenes)" inputMode="numeric" {...text('capacityOrders')} />
          <TextField label="Capacidad (kg)" inputMode="decimal" {...text('capacityWeight')} />
        </div>
      </div>
      <ZonesField
        officeId={officeId}
        value={form.zones}
        error={errors.zones}
        onChange={(zones) => {
          onChange({ ...form, zones });
        }}
      />
    </div>
  );
}
