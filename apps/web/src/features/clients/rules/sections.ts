import { type Client } from '@despacho/contracts';
import { type Group } from './dictionary.ts';
import { type Field, fieldsOf } from './fields.ts';

export interface Section {
  group: Group;
  fields: Field[];
}

const GROUPS: readonly Group[] = ['Identificación', 'Contacto', 'Ubicación', 'Otros datos'];

/** @returns all fields of a client by section, without empty sections. */
export function sectionsOf(client: Client): Section[] {
  const fields = fieldsOf([client]);
  return GROUPS.map((group) => ({ group, fields: fields.filter((field) => field.group === group) })).filter(
    (section) => section.fields.length > 0,
  );
}
