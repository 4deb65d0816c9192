import { type ComponentProps, type ReactNode } from 'react';
import { phoneHint } from '#shared/fields/phone-hint.ts';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { TimeField } from '#shared/ui/TimeField/TimeField.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { FIELDS, type OrderErrors, type OrderField, type OrderForm, withSender } from '../rules/order-form.ts';
import { ClientField } from './ClientField.tsx';
import { DistrictField } from '#shared/districts/DistrictField.tsx';
import styles from './OrderEditor.module.css';
import { OrderPlace } from './OrderPlace.tsx';

interface Props {
  officeId: string;
  form: OrderForm;
  errors: OrderErrors;
  /** The office's date. */
  today: string;
  onChange: (form: OrderForm) => void;
}

type TextName = Exclude<
  OrderField,
  'client' | 'clientName' | 'point' | 'priority' | 'ubigeo' | 'note' | 'date' | 'from' | 'to'
>;

export function OrderFields({ officeId, form, errors, today, onChange }: Props) {
  const set =
    <Name extends OrderField>(name: Name) =>
    (value: OrderForm[Name]): void => {
      onChange({ ...form, [name]: value });
    };
  const text = (name: TextName, more: Partial<ComponentProps<typeof TextField>> = {}) => (
    <TextField
      label={FIELDS[name].label}
      name={name}
      autoComplete="off"
      value={form[name]}
      error={errors[name]}
      onChange={({ target }) => onChange({ ...form, [name]: target.value })}
      {...more}
    />
  );
  const time = (name: 'from' | 'to') => (
    <TimeField label={FIELDS[name].label} name={name} value={form[name]} error={errors[name]} onChange={set(name)} />
  );
  return (
    <>
      <Group title="Quién recibe">
        {text('recipientName')}
        {text('recipientPhone', { type: 'tel', hint: phoneHint(form.recipientPhone) ?? 'Opcional' })}
      </Group>
      <Group title="Dónde">
        {text('address')}
        <DistrictField
          label={FIELDS.ubigeo.label}
          value={form.ubigeo}
          error={errors.ubigeo}
          officeId={officeId}
          onChange={(ubigeo) => {
            // Clears the map pin, which would be in another district.
            onChange({ ...form, ubigeo, point: ubigeo === form.ubigeo ? form.point : null });
          }}
        />
        {text('reference', { hint: 'Opcional: color de la puerta, piso, entre qué calles' })}
        <OrderPlace officeId={officeId} form={form} error={errors.point} onChange={onChange} />
      </Group>
      <Group title="Cuándo">
        <div className={styles['three']}>
          <DateField
            label={FIELDS.date.label}
            name="date"
            value={form.date}
            error={errors.date}
            today={today}
            onChange={set('date')}
          />
          {time('from')}
          {time('to')}
        </div>
      </Group>
      <Group title="Qué">
        <div className={styles['three']}>
          {text('packages', { inputMode: 'numeric' })}
          {text('weight', { inputMode: 'decimal' })}
          <PriorityField form={form} onChange={onChange} />
        </div>
        {text('collect', { inputMode: 'decimal', hint: 'Déjelo vacío si no hay nada por cobrar' })}
        <TextArea label={FIELDS.note.label} value={form.note} error={errors.note} onChange={set('note')} />
      </Group>
      <Group title="Para quién">
        <ClientField
          label={FIELDS.clientName.label}
          value={form.clientName}
          error={errors.clientName}
          officeId={officeId}
          onChange={(name) => onChange(withSender(form, name))}
        />
        {text('clientPhone', { type: 'tel', hint: phoneHint(form.clientPhone) ?? 'Opcional' })}
        <div className={styles['two']}>
          {text('clientReference')}
          {text('guide')}
        </div>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="stack-3">
      <legend className={styles['legend']}>{title}</legend>
      {children}
    </fieldset>
  );
}

function PriorityField({ form, onChange }: Pick<Props, 'form' | 'onChange'>) {
  return (
    <div className={fieldStyles['field']}>
      <span className={fieldStyles['label']}>Prioridad</span>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={form.priority === 'alta'}
          onChange={({ target }) => onChange({ ...form, priority: target.checked ? 'alta' : 'normal' })}
        />
        Alta
      </label>
    </div>
  );
}
