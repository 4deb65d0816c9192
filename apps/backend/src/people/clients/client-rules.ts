import { codeKey, nameKey } from '@despacho/contracts';
import {
  judgePlace,
  MAX_CLIENTS,
  MAX_CLIENTS_BYTES,
  MAX_PLACE_KM,
  placeDoubt,
  placeReason,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { formatNumber } from '#platform/format-number.ts';
import { conflict, invalid } from '#platform/refusal.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type ClientFields } from './client-row.ts';

/** Letter and digits of assigned codes: C0001. */
const CODE_DIGITS = 4;

/** A client by which another is compared. */
interface KnownRow {
  id: string;
  code: string;
  name: string;
  tax_id: string;
  merged_into: string | null;
}

/** Fields that identify a client: two with equal values may be the same. */
type Identity = Pick<ClientFields, 'taxId' | 'name'>;

/** Serializes all writers of a company's clients until the transaction ends. */
export async function lockClients(trx: Database, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, hashtext('clients')))`.execute(trx);
}

/** The clients of a company by the normal forms of code, document and name. Read it under `lockClients`. */
export class ClientRegister {
  /** Codes of merged clients stay theirs, because files still name them. */
  readonly #byCode = new Map<string, KnownRow>();
  readonly #byTaxId = new Map<string, KnownRow>();
  /** Documents of several clients, such as the branches of a company. */
  readonly #shared = new Set<string>();
  readonly #byName = new Map<string, KnownRow>();
  readonly #sharedNames = new Set<string>();
  #count = 0;
  #all = 0;
  #number = 0;

  constructor(rows: readonly KnownRow[]) {
    for (const row of rows) this.add(row);
  }

  static async read(trx: Database, companyId: string): Promise<ClientRegister> {
    const rows = await trx
      .selectFrom('clients')
      .select(['id', 'code', 'name', 'tax_id', 'merged_into'])
      .where('company_id', '=', companyId)
      .execute();
    return new ClientRegister(rows);
  }

  add(row: KnownRow): void {
    this.#all += 1;
    if (row.merged_into === null) this.#count += 1;
    this.change(row);
  }

  /** Registers what a client has now. Its former code, document and name stay taken. */
  change(row: KnownRow): void {
    this.#byCode.set(codeKey(row.code), row);
    if (row.merged_into !== null) return;
    const taxId = codeKey(row.tax_id);
    const other = this.#byTaxId.get(taxId);
    if (other && other.id !== row.id) this.#shared.add(taxId);
    if (row.tax_id !== '') this.#byTaxId.set(taxId, row);
    const name = nameKey(row.name);
    const same = this.#byName.get(name);
    if (same && same.id !== row.id) this.#sharedNames.add(name);
    this.#byName.set(name, row);
  }

  /** @returns the client with this code in any spelling, other than `own`. */
  withCode(code: string, own?: string): KnownRow | undefined {
    const row = this.#byCode.get(codeKey(code));
    return row?.id === own ? undefined : row;
  }

  /** @returns whether several clients have this document. */
  isShared(taxId: string): boolean {
    return this.#shared.has(codeKey(taxId));
  }

  /** @returns whether several clients have this name. */
  isSharedName(name: string): boolean {
    return this.#sharedNames.has(nameKey(name));
  }

  /** @returns a client with the same document or name, other than `own`, and which of them. */
  double({ taxId, name }: Identity, own?: string) {
    const other = (row: KnownRow | undefined) => (row && row.id !== own ? row : undefined);
    const byTaxId = taxId === null ? undefined : other(this.#byTaxId.get(codeKey(taxId)));
    if (byTaxId) return { row: byTaxId, field: 'taxId' as const };
    const byName = other(this.#byName.get(nameKey(name)));
    return byName && { row: byName, field: 'name' as const };
  }

  /** @returns as `double`, a client with the values that a change of `own` sets. Unchanged values are allowed. */
  doubleOfChange(before: Identity, after: Identity, own: string) {
    const hasTaxId = codeKey(after.taxId ?? '') === codeKey(before.taxId ?? '');
    const found = this.double({ taxId: hasTaxId ? null : after.taxId, name: after.name }, own);
    return found?.field === 'name' && nameKey(after.name) === nameKey(before.name) ? undefined : found;
  }

  /** @returns the next code that no client has. */
  freeCode(): string {
    for (;;) {
      this.#number += 1;
      const code = `C${String(this.#number).padStart(CODE_DIGITS, '0')}`;
      if (!this.#byCode.has(codeKey(code))) return code;
    }
  }

  /** @throws Refusal conflict above the maximum of a company. */
  requireRoom(more = 1): void {
    if (this.#count + more <= MAX_CLIENTS && this.#all + more <= 2 * MAX_CLIENTS) return;
    throw conflict(
      `Su empresa no puede tener más de ${formatNumber(MAX_CLIENTS)} clientes. Una los que están repetidos y vuelva a intentarlo`,
    );
  }

  /** @throws Refusal conflict with the client that has the code. */
  requireFreeCode(code: string, own?: string): void {
    const taken = this.withCode(code, own);
    if (!taken) return;
    const merged = taken.merged_into === null ? '' : ', que se unió a otro cliente';
    throw conflict(`El código ${taken.code} ya es de ${taken.name}${merged}`, undefined, 'code');
  }

  /**
   * @param changed the client that is changed, as it was; undefined for a new one.
   * @throws Refusal conflict with the client that has the same document or name, unless the person allowed it.
   */
  requireNoDouble(fields: Identity, isAllowed: boolean, changed?: Identity & { id: string }): void {
    if (isAllowed) return;
    const found = changed ? this.doubleOfChange(changed, fields, changed.id) : this.double(fields);
    if (!found) return;
    const what = found.field === 'name' ? 'se llama igual' : 'ya tiene ese documento';
    throw conflict(`${found.row.name} (${found.row.code}) ${what}`, undefined, found.field);
  }
}

/** @throws Refusal invalid for an address with an unknown district. */
export function requireDistricts(addresses: ClientFields['addresses']): void {
  const place = addresses.findIndex(({ ubigeo }) => ubigeo !== null && !DISTRICTS.of(ubigeo));
  if (place >= 0) throw invalid('No hay un distrito con ese UBIGEO', `addresses.${place}.ubigeo`);
}

/**
 * A company has no province, so a place is compared with the district of its address alone, and without one with the country.
 * @throws Refusal invalid for an address with an implausible place.
 */
export function requirePlausiblePlaces(addresses: ClientFields['addresses']): void {
  for (const [index, { point, ubigeo }] of addresses.entries()) {
    const district = ubigeo === null ? undefined : DISTRICTS.of(ubigeo);
    if (!point || placeDoubt(point, district ? [district] : [], MAX_PLACE_KM) === null) continue;
    const verdict = district && judgePlace(point, { district, home: [], maxKm: MAX_PLACE_KM });
    const text = verdict ? placeReason(verdict, district) : 'La ubicación queda en el mar o fuera del Perú';
    throw invalid(text, `addresses.${index}.point`);
  }
}

/** @throws Refusal conflict if the documented list of the company's clients would not fit into one answer. */
export async function requireListSize(trx: Database, { companyId }: Pick<Dispatcher, 'companyId'>): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(300 + octet_length(to_json(concat_ws(' ', id, code, name, tax_id, contact, phone, email, address,
      reference, district))::text)), 0)::bigint as bytes
    from clients where company_id = ${companyId} and merged_into is null`.execute(trx);
  if ((rows[0]?.bytes ?? 0) <= MAX_CLIENTS_BYTES) return;
  throw conflict(
    'Los datos de los clientes de su empresa ocupan el máximo. Acorte nombres y direcciones, o una los clientes repetidos',
  );
}
