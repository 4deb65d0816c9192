import { VEHICLE_CATEGORIES, VEHICLES } from '@despacho/contracts/dispatch';
import { phoneHint } from '#shared/fields/phone-hint.ts';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { TimeField } from '#shared/ui/TimeField/TimeField.tsx';
import { type CourierErrors, type CourierForm, LABELS } from '../rules/courier-form.ts';
import styles from './CourierFields.module.css';
import { DrawnZonesField } from './DrawnZonesField.tsx';
import { ZonesField } from './ZonesField.tsx';

interface Props {
  officeId: string;
  form: CourierForm;
  errors: CourierErrors;
  onChange: (form: CourierForm) => void;
}

const VEHICLE_OPTIONS = Object.entries(VEHICLES).map(([value, label]) => ({ value, label }));

const CATEGORY_OPTIONS = [
  { value: '', label: 'Sin categoría' },
  ...Object.entries(VEHICLE_CATEGORIES).map(([value, label]) => ({ value, label })),
];

export function CourierFields({ officeId, form, errors, onChange }: Props) {
  const set =
    <Name extends keyof CourierForm>(name: Name) =>
    (value: CourierForm[Name]): void => {
      onChange({ ...form, [name]: value });
    };
  const text = (name: 'name' | 'phone' | 'plate' | 'capacityOrders' | 'capacityWeight') => ({
    label: LABELS[name],
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  });
  const time = (name: 'from' | 'to') => (
    <TimeField label={LABELS[name]} value={form[name]} error={errors[name]} onChange={set(name)} />
  );
  return (
    <div className={styles['columns']}>
      <div className={styles['fields']}>
        <TextField {...text('name')} />
        <TextField type="tel" hint={phoneHint(form.phone)} {...text('phone')} />
        <div className={styles['pair']}>
          <SelectField
            label={LABELS.vehicle}
            value={form.vehicle}
            options={VEHICLE_OPTIONS}
            onChange={(vehicle) => set('vehicle')(vehicle as CourierForm['vehicle'])}
          />
          <TextField {...text('plate')} />
        </div>
        <SelectField
          label={LABELS.vehicleCategory}
          value={form.vehicleCategory}
          options={CATEGORY_OPTIONS}
          onChange={(category) => set('vehicleCategory')(category as CourierForm['vehicleCategory'])}
        />
        <div className={styles['pair']}>
          {time('from')}
          {time('to')}
        </div>
        <div className={styles['pair']}>
          <TextField inputMode="numeric" {...text('capacityOrders')} />
          <TextField inputMode="decimal" {...text('capacityWeight')} />
        </div>
      </div>
      <div className={styles['fields']}>
        <DrawnZonesField officeId={officeId} value={form.zoneIds} error={errors.zoneIds} onChange={set('zoneIds')} />
        <ZonesField
          officeId={officeId}
          value={form.zones}
          isAnywhere={form.zoneIds.length === 0}
          error={errors.zones}
          onChange={set('zones')}
        />
      </div>
    </div>
  );
}
