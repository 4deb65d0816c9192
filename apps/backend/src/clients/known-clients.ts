import { id as clientId } from '@despacho/contracts';
// The thread that parses imports loads this file, so the import is type-only: it must not load the database's modules.
import type { Database } from '../database/open-database.ts';
import { fold } from '../fold.ts';

/** The sender of an order: a client of the company, or a name that matches none. */
export interface FoundClient {
  id: string | null;
  name: string;
  phone: string | null;
  active: boolean;
}

/** A stored client, with the code, tax id and name by which it can be found. */
export interface ClientRow {
  id: string;
  code: string;
  name: string;
  tax_id: string;
  phone: string | null;
  active: boolean;
}

/** Finds a company's clients by code, tax id or name. */
export class KnownClients {
  readonly #byWord: ReadonlyMap<string, FoundClient>;

  /**
   * If several clients match, codes take precedence over tax ids, tax ids over names, and later rows over earlier ones.
   * @param answers texts that match no client, and the client that each one means.
   */
  constructor(rows: readonly ClientRow[], answers: readonly (readonly [text: string, client: string | null])[] = []) {
    const found = rows.map(({ id, name, phone, active }) => ({ id, name, phone, active }));
    const named = (word: 'name' | 'tax_id' | 'code') =>
      rows.map((row, place) => [fold(row[word]), found[place]] as [string, FoundClient]);
    const byWord = new Map([...named('name'), ...named('tax_id'), ...named('code')]);
    for (const [text, client] of answers) {
      const meant = client === null ? undefined : byWord.get(fold(client));
      if (meant && !byWord.has(fold(text))) byWord.set(fold(text), meant);
    }
    this.#byWord = byWord;
  }

  find(text: string): FoundClient {
    return this.#byWord.get(fold(text)) ?? { id: null, name: text, phone: null, active: true };
  }
}

/** @returns the clients of a company that an order can refer to. */
export async function findClientRows(db: Database, companyId: string): Promise<ClientRow[]> {
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'code', 'name', 'tax_id', 'phone', 'active'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  // An order with an id that the contract rejects could be imported but not edited.
  return rows.filter(({ id }) => clientId.safeParse(id).success);
}

export const findKnownClients = async (db: Database, companyId: string): Promise<KnownClients> =>
  new KnownClients(await findClientRows(db, companyId));
