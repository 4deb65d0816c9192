import { type Client } from '@despacho/contracts';
import { type Field } from '../rules/fields.ts';

/** Props shared by the table and the cards. */
export interface ListProps {
  rows: readonly Client[];
  fields: readonly Field[];
  /** Key of the field with the client's name. */
  title: string;
  words: readonly string[];
}
