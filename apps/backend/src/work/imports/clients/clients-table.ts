import { codeKey, nameKey } from '@despacho/contracts';
import {
  type BrokenLine,
  CLIENT_COLUMNS,
  type ClientColumnKey,
  type ClientAddress,
  type ClientContact,
  type ClientInput,
  clientInput,
  MAX_IMPORT_LINES,
} from '@despacho/contracts/dispatch';
import { type DistrictReader, districtReader } from '../find-district.ts';
import { brokenBy, brokenRow, type TableKind, type TableRow } from '../table-kind.ts';
import { readHours } from '../read-hours.ts';
import { NO_PHONES, readPhones } from '../read-phones.ts';

/** A line that could create a client, or change one. */
interface GoodClient {
  line: number;
  ok: true;
  input: ClientInput;
  /** Whether the line has the client's name; otherwise the input has its code or document instead. */
  isNamed: boolean;
  /** The name of the contact; null if the line has none, and the input contains the client's name instead. */
  person: string | null;
}

export type ParsedClient = GoodClient | BrokenLine<ClientColumnKey>;

interface Context {
  /** Code of the office's province, which decides between districts of equal names. */
  province: string | undefined;
}

/** The column of each field; null for one that files do not have: people enter it on the client's page. */
const COLUMN_OF = {
  code: 'code',
  name: 'name',
  taxId: 'taxId',
  contacts: { name: 'contact', role: null, phone: 'phone', email: 'email' },
  addresses: {
    label: null,
    address: 'address',
    reference: 'reference',
    ubigeo: 'district',
    point: null,
    hours: 'hours',
  },
  terms: 'terms',
} as const satisfies {
  [Field in Exclude<keyof ClientInput, 'double'>]: ClientInput[Field] extends readonly (infer Item)[]
    ? Readonly<Record<keyof Item, ClientColumnKey | null>>
    : ClientColumnKey;
};

/** @returns the column that a field of the input comes from: `contacts.0.phone`. */
function columnAt([field, , leaf]: readonly PropertyKey[]): ClientColumnKey {
  const column = COLUMN_OF[field as keyof typeof COLUMN_OF];
  if (typeof column === 'string') return column;
  return (column as Readonly<Record<PropertyKey, ClientColumnKey | null>>)[leaf ?? ''] ?? 'name';
}

function readLine(row: TableRow<ClientColumnKey>, readDistrict: DistrictReader): ParsedClient {
  const { reader, line } = row;
  const identity = reader.cell('code') || reader.cell('taxId');
  const isNamed = reader.cell('name') !== '' || identity === '';
  const name = isNamed ? reader.required('name', 160) : identity.slice(0, 160);
  const phones = reader.value('phone', readPhones, NO_PHONES);
  const district = reader.value('district', readDistrict, null);
  const hours = reader.value('hours', readHours, []);
  const [person, email, address, taxId] = [
    reader.text('contact', 80),
    reader.text('email', 120),
    reader.text('address', 160),
    reader.text('taxId', 40),
  ];
  if (address === null && (district || hours.length > 0))
    reader.fault('address', 'Falta', 'Escriba la dirección del distrito y del horario');
  const hasContact = person !== null || phones.first !== null || email !== null;
  const input = {
    code: reader.text('code', 32),
    name,
    taxId: taxId === null ? null : codeKey(taxId),
    contacts: hasContact
      ? [phones.first, ...phones.others].map(
          (phone, place) =>
            ({
              name: person ?? name.slice(0, 80),
              role: null,
              phone,
              email: place === 0 ? email : null,
            }) satisfies Record<keyof ClientContact, unknown>,
        )
      : [],
    addresses:
      address === null
        ? []
        : [
            {
              label: null,
              address,
              reference: reader.text('reference', 160),
              ubigeo: district?.ubigeo ?? null,
              point: null,
              hours,
            } satisfies Record<keyof ClientAddress, unknown>,
          ],
    terms: reader.text('terms', 500),
  } satisfies Record<keyof typeof COLUMN_OF, unknown>;
  if (reader.errors.length > 0) return brokenBy(row, 'name');
  const read = clientInput.safeParse(input);
  if (read.success) return { line, ok: true, input: read.data, isNamed, person };
  for (const { path, message } of read.error.issues) {
    const isOwn = /^(Escriba|No es)/.test(message);
    reader.fault(columnAt(path), isOwn ? message : 'No es válido o es demasiado largo', 'Corríjalo');
  }
  return brokenBy(row, 'name');
}

/** @returns the lines; those that repeat the code, document or name of an earlier one become errors. */
function withoutRepeated(lines: readonly ParsedClient[]): ParsedClient[] {
  const seen = new Map<string, number>();
  return lines.map((each) => {
    if (!each.ok) return each;
    const { code, taxId, name } = each.input;
    const keys = [
      ...(code === null ? [] : [`code ${codeKey(code)}`]),
      ...(taxId === null ? [] : [`taxId ${taxId}`]),
      ...(each.isNamed ? [`name ${nameKey(name)}`] : []),
    ];
    const earlier = keys.flatMap((key) => seen.get(key) ?? [])[0];
    for (const key of keys) if (!seen.has(key)) seen.set(key, each.line);
    return earlier === undefined
      ? each
      : brokenRow(each.line, name, `Repite el código, el documento o el nombre de la fila ${earlier}`, 'Deje una');
  });
}

/** How files of clients are read. */
export const CLIENTS_TABLE: TableKind<ClientColumnKey, ParsedClient, Context> = {
  columns: CLIENT_COLUMNS,
  words: {
    code: ['cod', 'codigo cliente', 'cod cliente', 'id', 'id cliente', 'code', 'client code', 'customer code'],
    name: [
      ...[
        'razon social',
        'nombre o razon social',
        'nombre cliente',
        'cliente',
        'empresa',
        'nombre comercial',
        'tienda',
      ],
      ...['name', 'client', 'client name', 'company', 'company name', 'business name', 'customer', 'customer name'],
    ],
    taxId: [
      ...['ruc', 'dni', 'ruc dni', 'ruc o dni', 'documento', 'n documento', 'numero documento', 'ruc cliente'],
      ...['tax id'],
    ],
    contact: [
      'persona contacto',
      'nombre contacto',
      'representante',
      'encargado',
      'atencion',
      'contact',
      'contact name',
    ],
    phone: [
      'telefonos',
      'celular',
      'movil',
      'telf',
      'tel',
      'whatsapp',
      'telefono contacto',
      'phone',
      'mobile',
      'phone number',
    ],
    email: ['e mail', 'mail', 'correo electronico', 'email'],
    address: ['direccion fiscal', 'domicilio', 'domicilio fiscal', 'direccion recojo', 'address', 'street address'],
    reference: ['referencias', 'referencia direccion', 'reference'],
    district: ['ubigeo', 'distrito direccion', 'district'],
    hours: ['horarios', 'horario atencion', 'horas atencion', 'atiende', 'opening hours', 'hours'],
    terms: ['condicion', 'condiciones pago', 'condicion pago', 'forma pago', 'terms', 'payment terms'],
  },
  maxLines: MAX_IMPORT_LINES,
  one: 'un cliente',
  many: 'clientes',
  read: (rows, { province }) => {
    const readDistrict = districtReader(province);
    return withoutRepeated(rows.map((row) => readLine(row, readDistrict)));
  },
};
