import { VEHICLES } from '@despacho/contracts/dispatch';
import { TextField } from '../../../shared/ui/TextField/TextField.tsx';
import { SelectField } from '../../../shared/ui/SelectField/SelectField.tsx';
import { TimeField } from '../../../shared/ui/TimeField/TimeField.tsx';
import { type CourierErrors, type CourierForm } from '../rules/courier-form.ts';
import styles from './CourierEditor.module.css';
import { ZonesField } from './ZonesField.tsx';

interface Props {
  officeId: string;
  form: CourierForm;
  errors: CourierErrors;
  onChange: (form: CourierForm) => void;
}

const VEHICLE_OPTIONS = Object.entries(VEHICLES).map(([value, label]) => ({ value, label }));

/** All input fields of a courier. */
export function CourierFields({ officeId, form, errors, onChange }: Props) {
  const text = (field: 'name' | 'phone' | 'plate' | 'capacityOrders' | 'capacityWeight') => ({
    value: form[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      onChange({ ...form, [field]: target.value });
    },
  });
  const time = (label: string, field: 'from' | 'to') => (
    <TimeField
      label={label}
      value={form[field]}
      error={errors[field]}
      onChange={(value) => {
        onChange({ ...form, [field]: value });
      }}
    />
  );
  return (
    <div className={styles['columns']}>
      <div className={styles['fields']}>
        <TextField label="Nombre" {...text('name')} />
        <TextField label="Teléfono" type="tel" {...text('phone')} />
        <div className={styles['pair']}>
          <SelectField
            label="Vehículo"
            value={form.vehicle}
            options={VEHICLE_OPTIONS}
            onChange={(vehicle) => {
              onChange({ ...form, vehicle: vehicle as CourierForm['vehicle'] });
            }}
          />
          <TextField label="Placa" {...text('plate')} />
        </div>
        <div className={styles['pair']}>
          {time('Inicio del turno', 'from')}
          {time('Fin del turno', 'to')}
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
