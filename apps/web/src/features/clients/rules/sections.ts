import { type Client } from '@despacho/contracts';
import { type Group } from './dictionary.ts';
import { type Field, fieldsOf } from './fields.ts';

export interface Section {
  group: Group;
  fields: Field[];
}

const GROUPS: readonly Group[] = ['Identificación', 'Contacto', 'Ubicación', 'Otros datos'];

/** @returns every field of a client in its section, the empty sections left out. Nothing is left out of a section. */
export function sectionsOf(client: Client): Section[] {
  const fields = fieldsOf([client]);
  return GROUPS.map((group) => ({ group, fields: fields.filter((field) => field.group === group) })).filter(
    (section) => section.fields.length > 0,
  );
}
