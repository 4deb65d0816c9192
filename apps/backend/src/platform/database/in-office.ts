import { sql } from 'kysely';

/** An office within its company. */
export interface OfficeKey {
  companyId: string;
  officeId: string;
}

/**
 * The condition that limits a statement to the rows of one office, so that an id of another office finds nothing. In
 * parentheses, so that it holds beside any `or`.
 * @param table name or alias, if several tables of the statement have these columns.
 */
export function inOffice({ companyId, officeId }: OfficeKey, table?: string) {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  return sql<boolean>`(${column('company_id')} = ${companyId} and ${column('office_id')} = ${officeId})`;
}

/** The condition of an office's own row, which an id of another company's office does not fulfil. */
export const isOffice = ({ companyId, officeId }: OfficeKey) =>
  sql<boolean>`(offices.company_id = ${companyId} and offices.id = ${officeId})`;
