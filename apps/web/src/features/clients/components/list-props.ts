import { type Client } from '@despacho/contracts';
import { type Field } from '../rules/fields.ts';

/** What the table and the cards have in common. */
export interface ListProps {
  rows: readonly Client[];
  fields: readonly Field[];
  /** The key of what a client is called by. */
  title: string;
  words: readonly string[];
}
