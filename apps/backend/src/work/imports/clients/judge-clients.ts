import { phoneKey } from '@despacho/contracts';
import {
  CLIENT_COLUMN_KEYS,
  CLIENT_COLUMNS,
  type ClientColumnKey,
  type ClientLine,
  type FieldChange,
  MAX_QUOTED_LENGTH,
  OPEN_DAYS,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type ClientFields, fieldsOfClient } from '#people/clients/client-row.ts';
import { ClientRegister } from '#people/clients/client-rules.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type ClientImportLine } from '#platform/database/schema.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type ParsedClient } from './clients-table.ts';
import { brokenRow } from '../table-kind.ts';

type Good = Extract<ParsedClient, { ok: true }>;

/** The planned action for a line of an import, and the values to store. */
interface JudgedClient {
  shown: ClientLine;
  stored?: ClientImportLine;
}

const districtOf = (ubigeo: string | null | undefined): string | null =>
  ubigeo ? (DISTRICTS.of(ubigeo)?.name ?? null) : null;

/** @returns a client as the cells of a line, for comparison. */
function cellsOf({ code, name, taxId, contacts, addresses, terms }: ClientFields): Record<ClientColumnKey, string> {
  const [contact] = contacts;
  const [address] = addresses;
  const phones = contacts.filter((each) => each.name === contact?.name).map(({ phone }) => phone);
  return {
    code,
    name,
    taxId: taxId ?? '',
    contact: contact?.name ?? '',
    phone: phones.filter(Boolean).join(' / '),
    email: contact?.email ?? '',
    address: address?.address ?? '',
    reference: address?.reference ?? '',
    district: districtOf(address?.ubigeo) ?? '',
    hours: (address?.hours ?? [])
      .map(({ days, window }) => `${OPEN_DAYS[days]} ${window.from}–${window.to}`)
      .join(', '),
    terms: terms ?? '',
  };
}

function differencesOf(before: ClientFields, after: ClientFields): FieldChange[] {
  const [old, fresh] = [cellsOf(before), cellsOf(after)];
  return CLIENT_COLUMN_KEYS.filter((key) => old[key] !== fresh[key]).map((key) => ({
    field: CLIENT_COLUMNS[key].header,
    before: old[key].slice(0, MAX_QUOTED_LENGTH).toWellFormed(),
    after: fresh[key].slice(0, MAX_QUOTED_LENGTH).toWellFormed(),
  }));
}

/** @returns the contacts, the first one changed by the line. Its other telephones are added. */
function withContact({ name: client, contacts }: ClientFields, { input, person }: Good): ClientFields['contacts'] {
  const [given, ...more] = input.contacts;
  const [own, ...others] = contacts;
  if (!given) return contacts;
  if (!own) return input.contacts.map((each) => ({ ...each, name: person ?? client.slice(0, 80) }));
  const name = person ?? own.name;
  // The same number in another form is no change.
  const isSame = phoneKey(given.phone ?? '') === phoneKey(own.phone ?? '');
  const phone = isSame ? own.phone : (given.phone ?? own.phone);
  const first = { ...own, name, phone, email: given.email ?? own.email };
  const has = new Set([first, ...others].map(({ phone }) => phone));
  const added = more.filter(({ phone }) => !has.has(phone)).map((each) => ({ ...each, name }));
  return [first, ...others, ...added].slice(0, Math.max(10, contacts.length));
}

/** @returns the addresses, the first one changed by the line. Its pin is kept only if the address is. */
function withAddress({ addresses }: ClientFields, { input }: Good): ClientFields['addresses'] {
  const [given] = input.addresses;
  const [own, ...others] = addresses;
  if (!given) return addresses;
  if (!own) return input.addresses;
  const isSame = given.address === own.address && (given.ubigeo === null || given.ubigeo === own.ubigeo);
  const first = {
    ...own,
    address: given.address,
    reference: given.reference ?? own.reference,
    ubigeo: given.ubigeo ?? own.ubigeo,
    point: isSame ? own.point : null,
    hours: given.hours.length > 0 ? given.hours : own.hours,
  };
  return [first, ...others];
}

/**
 * @param isName whether the client was found by its name, whose spelling then stays.
 * @returns a client with the changes of a line. Empty cells change nothing.
 */
const changedBy = (before: ClientFields, line: Good, isName: boolean): Required<ClientFields> => ({
  code: line.input.code ?? before.code,
  name: isName || !line.isNamed ? before.name : line.input.name,
  taxId: line.input.taxId ?? before.taxId,
  contacts: withContact(before, line),
  addresses: withAddress(before, line),
  terms: line.input.terms ?? before.terms,
});

/**
 * @returns the client that a line is about: by its code, its document or its name. A name alone does not suffice if the
 * line has a code or document that the client lacks.
 */
function knownBy(register: ClientRegister, { isNamed, input: { code, taxId, name } }: Good) {
  const byCode = code === null ? undefined : register.withCode(code);
  if (byCode) return { row: byCode, by: 'código', isSure: byCode.merged_into === null };
  const double = register.double({ taxId, name });
  if (!double || (double.field === 'name' && !isNamed)) return undefined;
  const { row, field } = double;
  if (field === 'taxId') return { row, by: 'documento', isSure: !register.isShared(taxId ?? '') };
  return {
    row,
    by: 'nombre',
    isSure: code === null && (taxId === null || row.tax_id === '') && !register.isSharedName(name),
  };
}

/**
 * @returns what an import would do with each line. Lines with the code, the document or the name of a client propose to
 * change it.
 */
export async function judgeClients(
  db: Database,
  companyId: string,
  lines: readonly ParsedClient[],
): Promise<JudgedClient[]> {
  const register = await ClientRegister.read(db, companyId);
  const known = new Map(lines.flatMap((line) => (line.ok ? [[line, knownBy(register, line)] as const] : [])));
  const ids = [...known.values()].flatMap((found) => (found?.isSure ? found.row.id : []));
  const rows = await db
    .selectFrom('clients')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const seen = new Map<string, number>();
  return lines.map((line): JudgedClient => {
    if (!line.ok) return { shown: line };
    const { line: number, input } = line;
    const { code, name, taxId } = input;
    const shown = {
      line: number,
      ok: true as const,
      code,
      name,
      taxId,
      district: districtOf(input.addresses[0]?.ubigeo),
    };
    const found = known.get(line);
    if (!found && !line.isNamed)
      return {
        shown: brokenRow(
          number,
          name,
          'No hay un cliente con ese código o documento',
          'Escriba su nombre para crearlo',
        ),
      };
    if (!found) return { shown: { ...shown, known: null }, stored: { line: number, input } };
    const other = { name: found.row.name, code: found.row.code };
    const row = found.isSure ? rowOf.get(found.row.id) : undefined;
    if (!row) return { shown: { ...shown, known: { ...other, changes: [] } } };
    const earlier = seen.get(row.id);
    if (earlier !== undefined)
      return { shown: brokenRow(number, name, `Es el mismo cliente que el de la fila ${earlier}`, 'Deje una') };
    seen.set(row.id, number);
    const before = fieldsOfClient(row);
    const after = changedBy(before, line, found.by === 'nombre');
    const clash = register.doubleOfChange(before, after, row.id);
    if (clash)
      return {
        shown: brokenRow(
          number,
          name,
          `Su ${found.by} es de ${row.name} (${row.code}), y su ${clash.field === 'name' ? 'nombre' : 'documento'} de ${clash.row.name} (${clash.row.code})`,
          'Corrija uno de los dos',
        ),
      };
    const changes = differencesOf(before, after);
    const fields = (Object.keys(after) as (keyof ClientFields)[]).filter(
      (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
    );
    return {
      shown: { ...shown, known: { ...other, changes } },
      ...(changes.length > 0 && {
        stored: {
          line: number,
          id: row.id,
          version: row.version,
          changes: Object.fromEntries(fields.map((field) => [field, after[field]])),
        },
      }),
    };
  });
}
