import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

interface Erased {
  companyId: string;
  /** The user's id, which stays: it names nobody. */
  personId: string;
  /** Shown instead of the user name. */
  pseudonym: string;
  /** Shown instead of the display name. */
  display?: string;
}

/**
 * Replaces a person's names in the company's trail, in the transaction that erases them from their account.
 * @returns how many entries changed.
 */
export async function pseudonymisePerson(
  trx: Database,
  { companyId, personId, pseudonym, display = 'Persona retirada' }: Erased,
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select pseudonymise_trail(${companyId}, ${personId}, ${pseudonym}, ${display}) as changed`.execute(trx);
  return rows[0]?.changed ?? 0;
}
