import { codeKey, fold, id as clientId, nameKey } from '@despacho/contracts';
// The thread that parses imports loads this file, so the import is type-only: it must not load the database's modules.
import type { Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';

/** Clients per statement, so that other statements run in between. */
const PAGE = 1000;

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
  /** The client that it was merged into: its code, RUC and name find that one. */
  merged_into?: string | null;
}

type Word = 'name' | 'tax_id' | 'code';

/** Later words take precedence. */
const WORDS: readonly Word[] = ['name', 'tax_id', 'code'];

const keyOf = (word: Word, text: string): string => (word === 'name' ? nameKey(text) : codeKey(text));

/** Letters of a text with figures that may be a code however it is spaced: «AB CD 0001». */
const MAX_CODE_LETTERS = 8;

/**
 * Whether a text may be a code or a RUC: in its normal form it has a figure, and few letters or at most one word of them
 * («C 0001», «RUC N° 20123456789»). Any other text is a name.
 */
export function isCode(text: string): boolean {
  const key = codeKey(text);
  if (!/\d/.test(key)) return false;
  const words = nameKey(text)
    .split(' ')
    .filter((word) => /^\p{L}+$/u.test(word));
  return words.length <= 1 || key.replace(/\P{L}/gu, '').length <= MAX_CODE_LETTERS;
}

/** Finds a company's clients by code, tax id or name in any spelling. */
export class KnownClients {
  readonly size: number;
  readonly #found = new Map<string, FoundClient>();
  readonly #exact = new Map<string, FoundClient>();
  readonly #answers = new Map<string, FoundClient>();
  /** By kind of word and its key; null for a key of several clients. */
  readonly #byKey: Readonly<Record<Word, Map<string, FoundClient | null>>>;
  /** Keys of codes that only a text that may be a code finds, because those are counted (`client-lookups.ts`). */
  readonly #codes = new Set<string>();

  /**
   * If several clients match, codes take precedence over tax ids, tax ids over names, and later rows over earlier ones.
   * A normal form that several clients share finds none of them.
   * @param answers texts that match no client, and the client that each one means.
   */
  constructor(rows: readonly ClientRow[], answers: readonly (readonly [text: string, client: string | null])[] = []) {
    this.size = rows.length;
    const own = new Map(rows.map(({ id, name, phone, active }) => [id, { id, name, phone, active }]));
    const found = rows.map(({ id, merged_into }) => own.get(merged_into ?? id));
    this.#byKey = { name: new Map(), tax_id: new Map(), code: new Map() };
    for (const word of WORDS)
      rows.forEach((row, place) => {
        const client = found[place];
        if (!client || row[word].trim() === '') return;
        this.#exact.set(fold(row[word]), client);
        const key = keyOf(word, row[word]);
        const other = this.#byKey[word].get(key);
        this.#byKey[word].set(key, other === undefined || other === client ? client : null);
        if (word !== 'name' && isCode(row[word])) this.#codes.add(key);
      });
    for (const [text, client] of answers) {
      const meant = client === null ? undefined : this.#look(client);
      if (meant?.id) this.#answers.set(nameKey(text), meant);
    }
  }

  /** The same few texts are looked up in each line of a file. */
  find(text: string): FoundClient {
    const known = this.#found.get(text);
    if (known) return known;
    const found = this.#look(text);
    this.#found.set(text, found);
    return found;
  }

  #look(text: string): FoundClient {
    const exact = this.#exact.get(fold(text));
    if (exact) return exact;
    for (const word of WORDS.toReversed()) {
      const key = keyOf(word, text);
      const found = this.#byKey[word].get(key);
      if (found && (word === 'name' || !this.#codes.has(key) || isCode(text))) return found;
    }
    return this.#answers.get(nameKey(text)) ?? { id: null, name: text, phone: null, active: true };
  }
}

/** @returns the clients of a company that an order can refer to. */
export async function findClientRows(db: Database, companyId: string): Promise<ClientRow[]> {
  const rows = readPages<ClientRow>(PAGE, (last) =>
    db
      .selectFrom('clients')
      .select(['id', 'code', 'name', 'tax_id', 'phone', 'active', 'merged_into'])
      .where('company_id', '=', companyId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );
  const found: ClientRow[] = [];
  // An order with an id that the contract rejects could be imported but not edited.
  for await (const row of rows) if (clientId.safeParse(row.id).success) found.push(row);
  return found;
}

export const findKnownClients = async (db: Database, companyId: string): Promise<KnownClients> =>
  new KnownClients(await findClientRows(db, companyId));
