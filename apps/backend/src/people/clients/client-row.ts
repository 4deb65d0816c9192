import {
  type ClientAddress,
  type ClientContact,
  type ClientDetails,
  type ClientInput,
} from '@despacho/contracts/dispatch';
import { type Selectable, type Updateable } from 'kysely';
import { type ClientsTable } from '#platform/database/schema.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';

export type ClientRecord = Selectable<ClientsTable>;

/** The fields of a client that people write. */
export type ClientFields = Omit<ClientInput, 'code' | 'double'> & { code: string };

/** Clients of earlier releases have one contact, in the columns of the documented answers. */
const firstContact = ({ contact, name, phone, email }: ClientRecord): ClientContact[] =>
  contact === null && phone === null && email === null ? [] : [{ name: contact ?? name, role: null, phone, email }];

function firstAddress({ address, reference, ubigeo, lat, lng }: ClientRecord): ClientAddress[] {
  if (address === null) return [];
  const point = lat === null || lng === null ? null : { lat, lng };
  return [{ label: null, address, reference, ubigeo, point, hours: [] }];
}

export const fieldsOfClient = (row: ClientRecord): Required<ClientFields> => ({
  code: row.code,
  name: row.name,
  taxId: row.tax_id === '' ? null : row.tax_id,
  contacts: row.contacts ?? firstContact(row),
  addresses: row.addresses ?? firstAddress(row),
  terms: row.terms,
});

/** The columns of each field. The first contact and address are also those of the documented answers. */
const COLUMNS: { [Field in keyof ClientFields]-?: (value: ClientFields[Field]) => Updateable<ClientsTable> } = {
  code: (code) => ({ code }),
  name: (name) => ({ name }),
  taxId: (taxId) => ({ tax_id: taxId ?? '' }),
  contacts: (contacts) => ({
    contacts: JSON.stringify(contacts),
    contact: contacts[0]?.name ?? null,
    phone: contacts[0]?.phone ?? null,
    email: contacts[0]?.email ?? null,
  }),
  addresses: ([first, ...others]) => ({
    addresses: JSON.stringify(first ? [first, ...others] : []),
    address: first?.address ?? null,
    reference: first?.reference ?? null,
    ubigeo: first?.ubigeo ?? null,
    district: first?.ubigeo ? (DISTRICTS.of(first.ubigeo)?.name ?? null) : null,
    lat: first?.point?.lat ?? null,
    lng: first?.point?.lng ?? null,
  }),
  terms: (terms) => ({ terms }),
};

/** @returns the columns of some fields. */
export const columnsOfClient = (fields: Partial<ClientFields>): Updateable<ClientsTable> =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([field, value]) =>
      (COLUMNS[field as keyof ClientFields] as (value: unknown) => Updateable<ClientsTable>)(value),
    ),
  ) as Updateable<ClientsTable>;

export const toDetails = (row: ClientRecord, changed: ClientDetails['changed']): ClientDetails => ({
  id: row.id,
  version: row.version,
  ...fieldsOfClient(row),
  active: row.active,
  createdAt: row.created_at.toISOString(),
  changed,
});
