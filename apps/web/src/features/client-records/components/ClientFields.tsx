import { MAX_CLIENT_ADDRESSES, MAX_CLIENT_CONTACTS, OPEN_DAYS, type OpenDays } from '@despacho/contracts/dispatch';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode } from 'react';
import { DistrictField } from '#shared/districts/DistrictField.tsx';
import { phoneHint } from '#shared/fields/phone-hint.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { TimeField } from '#shared/ui/TimeField/TimeField.tsx';
import {
  type AddressForm,
  type ClientErrors,
  type ClientForm,
  EMPTY_ADDRESS,
  EMPTY_CONTACT,
  USUAL_HOURS,
} from '../rules/client-form.ts';
import styles from './ClientFields.module.css';

interface Props {
  officeId: string;
  form: ClientForm;
  errors: ClientErrors;
  isNew: boolean;
  onChange: (form: ClientForm) => void;
}

const DAY_OPTIONS = Object.entries(OPEN_DAYS).map(([value, label]) => ({ value, label }));

const MAX_HOURS = 4;

/** @returns a list with another value at a place; without it if the value is undefined. */
const withAt = <Row,>(rows: readonly Row[], place: number, row: Row | undefined): readonly Row[] =>
  rows.flatMap((each, at) => (at === place ? (row === undefined ? [] : [row]) : [each]));

export function ClientFields({ officeId, form, errors, isNew, onChange }: Props) {
  const text = (name: 'code' | 'name' | 'taxId', more: { label: string; hint?: string }) => (
    <TextField
      {...more}
      name={name}
      autoComplete="off"
      value={form[name]}
      error={errors[name]}
      onChange={({ target }) => onChange({ ...form, [name]: target.value })}
    />
  );
  return (
    <div className="stack-3">
      {text('name', { label: 'Nombre o razón social' })}
      <div className={styles['pair']}>
        {text('taxId', { label: 'RUC o DNI', hint: 'Opcional' })}
        {text('code', { label: 'Código', ...(isNew && { hint: 'Si lo deja vacío: el siguiente libre' }) })}
      </div>
      <Contacts form={form} errors={errors} onChange={onChange} />
      <Addresses officeId={officeId} form={form} errors={errors} onChange={onChange} />
      <TextArea
        label="Condiciones"
        hint="Cómo se le cobra: «Factura quincenal, crédito de 15 días»"
        maxLength={500}
        value={form.terms}
        error={errors['terms']}
        onChange={(terms) => onChange({ ...form, terms })}
      />
    </div>
  );
}

function Group({ title, remove, children }: { title: string; remove?: (() => void) | undefined; children: ReactNode }) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{title}</legend>
      {remove && (
        <IconButton
          variant="plain"
          className={styles['remove']}
          label={`Quitar ${title.toLowerCase()}`}
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={remove}
        />
      )}
      {children}
    </fieldset>
  );
}

type PartProps = Pick<Props, 'form' | 'errors' | 'onChange'>;

function Contacts({ form, errors, onChange }: PartProps) {
  const put = (contacts: ClientForm['contacts']): void => onChange({ ...form, contacts });
  return (
    <>
      {form.contacts.map((contact, place) => {
        const field = (name: keyof typeof contact, label: string) => ({
          label,
          autoComplete: 'off',
          value: contact[name],
          error: errors[`contacts.${place}.${name}`],
          onChange: ({ target }: { target: { value: string } }) =>
            put(withAt(form.contacts, place, { ...contact, [name]: target.value })),
        });
        return (
          <Group
            // Rows have no id of their own, and are only added at the end.
            key={place}
            title={`Contacto ${place + 1}`}
            remove={form.contacts.length > 1 ? () => put(withAt(form.contacts, place, undefined)) : undefined}
          >
            <div className={styles['pair']}>
              <TextField {...field('name', 'Persona')} />
              <TextField {...field('role', 'Cargo o área')} />
            </div>
            <div className={styles['pair']}>
              <TextField type="tel" hint={phoneHint(contact.phone)} {...field('phone', 'Teléfono')} />
              <TextField type="email" {...field('email', 'Correo')} />
            </div>
          </Group>
        );
      })}
      {form.contacts.length < MAX_CLIENT_CONTACTS && (
        <AddButton onClick={() => put([...form.contacts, EMPTY_CONTACT])}>Agregar contacto</AddButton>
      )}
    </>
  );
}

function Addresses({ officeId, form, errors, onChange }: PartProps & { officeId: string }) {
  const put = (addresses: ClientForm['addresses']): void => onChange({ ...form, addresses });
  return (
    <>
      {form.addresses.map((row, place) => {
        const set = (change: Partial<AddressForm>): void => put(withAt(form.addresses, place, { ...row, ...change }));
        const field = (name: 'label' | 'address' | 'reference', label: string) => ({
          label,
          autoComplete: 'off',
          value: row[name],
          error: errors[`addresses.${place}.${name}`],
          onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
        });
        return (
          <Group
            key={place}
            title={`Dirección ${place + 1}`}
            remove={form.addresses.length > 1 ? () => put(withAt(form.addresses, place, undefined)) : undefined}
          >
            <TextField {...field('address', 'Dirección')} />
            <div className={styles['pair']}>
              <DistrictField
                label="Distrito"
                value={row.ubigeo}
                error={errors[`addresses.${place}.ubigeo`]}
                officeId={officeId}
                onChange={(ubigeo) => set({ ubigeo, point: ubigeo === row.ubigeo ? row.point : null })}
              />
              <TextField {...field('label', 'Nombre del lugar')} />
            </div>
            <TextField {...field('reference', 'Referencia')} />
            <Hours row={row} place={place} errors={errors} onChange={(hours) => set({ hours })} />
          </Group>
        );
      })}
      {form.addresses.length < MAX_CLIENT_ADDRESSES && (
        <AddButton onClick={() => put([...form.addresses, EMPTY_ADDRESS])}>Agregar dirección</AddButton>
      )}
    </>
  );
}

interface HoursProps {
  row: AddressForm;
  place: number;
  errors: ClientErrors;
  onChange: (hours: AddressForm['hours']) => void;
}

/** When an address is open. */
function Hours({ row, place, errors, onChange }: HoursProps) {
  return (
    <>
      {row.hours.map((open, at) => (
        <div key={at} className={styles['hours']}>
          <SelectField
            label="Atiende"
            value={open.days}
            options={DAY_OPTIONS}
            onChange={(days) => onChange(withAt(row.hours, at, { ...open, days: days as OpenDays }))}
          />
          <TimeField
            label="Desde"
            value={open.from}
            onChange={(from) => onChange(withAt(row.hours, at, { ...open, from }))}
          />
          <TimeField
            label="Hasta"
            value={open.to}
            error={errors[`addresses.${place}.hours.${at}`]}
            onChange={(to) => onChange(withAt(row.hours, at, { ...open, to }))}
          />
          <IconButton
            variant="plain"
            label="Quitar este horario"
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => onChange(withAt(row.hours, at, undefined))}
          />
        </div>
      ))}
      {row.hours.length < MAX_HOURS && (
        <AddButton onClick={() => onChange([...row.hours, USUAL_HOURS])}>Agregar horario</AddButton>
      )}
    </>
  );
}

function AddButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <div>
      <Button size="sm" variant="ghost" icon={<Plus size={16} aria-hidden="true" />} onClick={onClick}>
        {children}
      </Button>
    </div>
  );
}
