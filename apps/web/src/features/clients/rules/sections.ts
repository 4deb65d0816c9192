import { type Client } from '@despacho/contracts';
import { type Group, GROUPS } from './dictionary.ts';
import { type Field, fieldsOf } from './fields.ts';

export interface Section {
  group: Group;
  fields: Field[];
}

/** @returns all fields of a client by section, without empty sections. */
export function sectionsOf(client: Client): Section[] {
  const fields = fieldsOf([client]);
  return GROUPS.map((group) => ({ group, fields: fields.filter((field) => field.group === group) })).filter(
    (section) => section.fields.length > 0,
  );
}
