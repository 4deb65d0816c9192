import {
  type ClientAddress,
  type ClientContact,
  type ClientDetails,
  type ClientInput,
} from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
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

export const fieldsOfClient = (row: ClientRecord): ClientFields => ({
  code: row.code,
  name: row.name,
  taxId: row.tax_id === '' ? null : row.tax_id,
  contacts: row.contacts ?? firstContact(row),
  addresses: row.addresses ?? firstAddress(row),
  terms: row.terms,
});

/** @returns the columns of some fields. The first contact and address are also those of the documented answers. */
export function columnsOfClient({ code, name, taxId, contacts, addresses, terms }: Partial<ClientFields>) {
  const [contact] = contacts ?? [];
  const [at] = addresses ?? [];
  return {
    ...(code !== undefined && { code }),
    ...(name !== undefined && { name }),
    ...(taxId !== undefined && { tax_id: taxId ?? '' }),
    ...(contacts && {
      contacts: JSON.stringify(contacts),
      contact: contact?.name ?? null,
      phone: contact?.phone ?? null,
      email: contact?.email ?? null,
    }),
    ...(addresses && {
      addresses: JSON.stringify(addresses),
      address: at?.address ?? null,
      reference: at?.reference ?? null,
      ubigeo: at?.ubigeo ?? null,
      district: at?.ubigeo ? (DISTRICTS.of(at.ubigeo)?.name ?? null) : null,
      lat: at?.point?.lat ?? null,
      lng: at?.point?.lng ?? null,
    }),
    ...(terms !== undefined && { terms }),
  };
}

export const toDetails = (row: ClientRecord, changed: ClientDetails['changed']): ClientDetails => ({
  id: row.id,
  version: row.version,
  ...fieldsOfClient(row),
  active: row.active,
  createdAt: row.created_at.toISOString(),
  changed,
});
