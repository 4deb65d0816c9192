import {
  clientInput,
  COURIER_COLUMNS,
  courierInput,
  CLIENT_COLUMNS,
  IMPORT_COLUMNS,
  newPerson,
  orderInput,
  PEOPLE_COLUMNS,
} from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { parseSheet } from './parse-import.ts';
import { parseTable } from './parse-table.ts';

/** A cell of each column of a file, each different from what an empty one means. */
type Cells<Columns> = { readonly [Key in keyof Columns]?: string };

interface Kind {
  /** The fields of the contract. */
  shape: object;
  columns: Readonly<Record<string, { header: string }>>;
  /** @returns the inputs of the lines of a file. */
  read: (rows: readonly (readonly string[])[]) => unknown[];
  required: Readonly<Record<string, string>>;
  cells: Readonly<Record<string, string | undefined>>;
  /** Fields that files do not have, with the reason. */
  leftOut: Readonly<Record<string, string>>;
}

const CONTEXT = { province: '1501', today: '2026-11-20', couriers: [] };

const tableOf =
  (table: 'clients' | 'couriers' | 'people', context: object) => (rows: readonly (readonly string[])[]) => {
    const bytes = Buffer.from(rows.map((row) => row.join(';')).join('\n'));
    const parsed = parseTable({ table, bytes, context: { ...CONTEXT, ...context } as never });
    if (parsed.kind !== 'table') throw new Error(parsed.kind);
    return parsed.lines.map((line) => ('input' in line ? line.input : line.errors));
  };

const KINDS: Record<string, Kind> = {
  orders: {
    shape: orderInput.shape,
    columns: IMPORT_COLUMNS,
    read: (rows) => {
      const parsed = parseSheet(
        {
          kind: 'sheet',
          rows: rows.map((cells, index) => ({ cells: [...cells], line: index + 1 })),
          sheets: [],
          sheet: 0,
          encoding: null,
        },
        {
          ...CONTEXT,
          timeZone: 'America/Lima',
          clients: [{ id: 'c1', code: 'C1', name: 'Bodega', tax_id: '', phone: '987 654 321', active: true }],
        },
      );
      if (parsed.kind !== 'lines') throw new Error(parsed.why);
      return parsed.lines.map((line) => (line.ok ? line.input : line.errors));
    },
    required: { client: 'Otra', recipient: 'Ana', address: 'Jr. Puno 1', district: 'Lince', date: '21/11/2026' },
    cells: {
      client: 'C1',
      recipient: 'Luis',
      address: 'Av. Larco 345',
      district: 'Miraflores',
      date: '22/11/2026',
      clientReference: 'R-1',
      phone: '987654322',
      reference: 'Puerta verde',
      lat: '-12.1219',
      lng: '-77.0297',
      windowFrom: '09:00',
      windowTo: '13:00',
      packages: '2',
      weight: '2.5',
      guide: 'T001-1',
      collectDue: '45.90',
      note: 'Tocar',
      priority: 'Alta',
    } satisfies Cells<typeof IMPORT_COLUMNS>,
    leftOut: {},
  },
  clients: {
    shape: clientInput.shape,
    columns: CLIENT_COLUMNS,
    read: tableOf('clients', {}),
    required: { name: 'Bodega' },
    cells: {
      code: 'C9',
      name: 'Botica',
      taxId: '45678912',
      contact: 'Eva',
      phone: '987654321',
      email: 'eva@botica.pe',
      address: 'Av. Larco 345',
      reference: 'Puerta verde',
      district: 'Miraflores',
      hours: 'L-V 8:00-13:00',
      terms: 'Contado',
    } satisfies Cells<typeof CLIENT_COLUMNS>,
    leftOut: {
      double: 'an answer to a refusal',
      'contacts.0.role': 'entered on the page of the client',
      'addresses.0.label': 'entered on the page of the client',
      'addresses.0.point': 'set on a map',
    },
  },
  couriers: {
    shape: courierInput.shape,
    columns: COURIER_COLUMNS,
    read: tableOf('couriers', { existing: [], zones: [{ id: '7', name: 'Sur' }] }),
    required: { name: 'Ana' },
    cells: {
      name: 'Luis',
      phone: '987654321',
      vehicle: 'Auto',
      vehicleCategory: 'M1',
      plate: 'ABC-123',
      from: '09:00',
      to: '17:00',
      capacityOrders: '20',
      capacityWeight: '50',
      zones: '"Sur, Lince"',
    } satisfies Cells<typeof COURIER_COLUMNS>,
    leftOut: {},
  },
  people: {
    shape: newPerson.shape,
    columns: PEOPLE_COLUMNS,
    read: tableOf('people', { profiles: [], taken: new Set(), grantable: undefined, mayAppointS: true }),
    required: { name: 'Ana Paz' },
    cells: { name: 'Luis Paz', username: 'lpaz', charge: 'D', modules: 'D01' } satisfies Cells<typeof PEOPLE_COLUMNS>,
    leftOut: {},
  },
};

/** @returns the values of an object by path: `place.point.lat`. Empty ones count as null. */
const leavesOf = (value: unknown, path = ''): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`))
    : [[path, typeof value === 'object' ? null : value]];

const ALL = Object.entries(KINDS).map(([name, kind]) => ({ name, ...kind }));

it.each(ALL)('reads every field from a file of $name', ({ shape, columns, read, required, cells, leftOut }) => {
  const keys = Object.keys(cells);
  const rowOf = (of: Readonly<Record<string, string | undefined>>) => keys.map((key) => of[key] ?? '');
  const [least, most] = read([keys.map((key) => columns[key]?.header ?? key), rowOf(required), rowOf(cells)]);
  const plain = new Map(leavesOf(least));
  const missing = Object.keys(shape).filter((key) => !(key in (most as object)));
  const unread = leavesOf(most).flatMap(([path, value]) => (value === null || plain.get(path) === value ? path : []));
  expect([...unread, ...missing].toSorted()).toEqual(Object.keys(leftOut).toSorted());
});
