import { randomUUID } from 'node:crypto';
import { nameKey } from '@despacho/contracts';
import {
  absenceEdit,
  addDays,
  courierInput,
  type CourierInput,
  MAX_ABSENCE_AHEAD,
  MAX_ABSENCE_DAYS,
  VEHICLE_CATEGORY_CODES,
  VEHICLE_CODES,
} from '@despacho/contracts/dispatch';
import { editCourier, retireCourier } from '#fleet/couriers/change-courier.ts';
import { markAbsences, readAbsences } from '#fleet/couriers/courier-absences.ts';
import { documentsOf } from '#fleet/couriers/courier-documents.ts';
import { type CourierRow, toCourier } from '#fleet/couriers/courier-row.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { type Changing } from '#fleet/services.ts';
import { systemClock } from '#platform/clock.ts';
import { readDatabaseConfig } from '#platform/config.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { formatSoles } from '#platform/format-number.ts';
import { OPERATOR } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { heldCash } from '#work/money/cash-limit.ts';
import { type Command } from './command.ts';
import { linkOfCourier } from './courier-link.ts';

type Option = (name: string) => string;

/** Columns of a table are separated by this. */
const GAP = '  ';

/** @returns the operator as a person of an office. @throws Refusal not-found for an unknown office. */
async function operatorIn(db: Database, officeId: string): Promise<Dispatcher> {
  const office = await db
    .selectFrom('offices')
    .select(['id as officeId', 'company_id as companyId', 'time_zone as timeZone'])
    .where('id', '=', officeId)
    .executeTakeFirst();
  if (!office) {
    const offices = await db.selectFrom('offices').select('id').orderBy('id').limit(20).execute();
    throw new Refusal(
      'not-found',
      `There is no office ${officeId}. Choose from ${offices.map(({ id }) => id).join(', ') || 'none'}`,
    );
  }
  return { ...systemIn({ ...office, dayTurnsAt: readDatabaseConfig().dayTurnsAt }), ...OPERATOR };
}

/** Streams notice the change when they next look for events. */
const changing = (db: Database): Changing => ({ db, clock: systemClock, feed: { nudge: () => undefined } });

const couriersOf = (db: Database, office: Dispatcher): Promise<CourierRow[]> => {
  const today = officeDay(systemClock(), office);
  return listCouriersOf(db, office, { day: today, today });
};

/**
 * @returns the courier with the id or the name that the options give.
 * @throws Refusal invalid without one of them, not-found for an unknown courier, conflict for a name that several have.
 */
async function courierNamed(db: Database, office: Dispatcher, option: Option): Promise<CourierRow> {
  const [id, name] = [option('id'), option('name')];
  if ((id === '') === (name === '')) throw new Refusal('invalid', 'Give exactly one of --id and --name');
  const couriers = await couriersOf(db, office);
  const found = couriers.filter((each) => (id === '' ? nameKey(each.name) === nameKey(name) : String(each.id) === id));
  const working = found.filter(({ state }) => state !== 'retirado');
  const [courier, ...others] = working.length > 0 ? working : found;
  if (!courier)
    throw new Refusal(
      'not-found',
      `The office ${office.officeId} has no courier ${id || name}. See courier list --office ${office.officeId}`,
    );
  if (others.length > 0)
    throw new Refusal(
      'conflict',
      `Several couriers have this name. Choose one with --id ${[courier, ...others].map((each) => each.id).join(', ')}`,
    );
  return courier;
}

/** What each option accepts, for the refusal of another value. */
const FORMS: Record<string, string> = {
  name: '--name must have 1 to 120 characters',
  phone: '--phone must be a telephone number of 6 to 24 digits',
  plate: '--plate must look like ABC-123',
  shift: '--from and --to must be times such as 08:00, the second one later',
  capacityOrders: '--orders must be a whole number from 1 to 1000',
  capacityGrams: '--kg must be a number from 0.001 to 20000',
};

/** Options of `courier create` and `courier edit` besides the name. */
const FIELDS = { phone: '', vehicle: '', category: '', plate: '', from: '', to: '', orders: '', kg: '' };
const CHOICES = { vehicle: VEHICLE_CODES, category: [...VEHICLE_CATEGORY_CODES, '-'] };
/** `courier create` uses them for options that are left out. */
const DEFAULTS: Omit<CourierInput, 'name'> = {
  phone: null,
  vehicle: 'moto',
  vehicleCategory: null,
  plate: null,
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_000,
};

/**
 * @param name the new name; empty to leave it.
 * @returns the courier's fields with the options that are given; "-" clears one.
 * @throws Refusal invalid with what an option accepts.
 */
function inputOf(before: Omit<CourierInput, 'name'> & { name?: string }, name: string, option: Option): CourierInput {
  const given = <T>(field: string, kept: T, read: (text: string) => T): T =>
    option(field) === '' ? kept : read(option(field));
  const clearable = (text: string): string | null => (text === '-' ? null : text.trim());
  const read = courierInput.safeParse({
    ...before,
    name: name === '' ? before.name : name,
    phone: given('phone', before.phone, clearable),
    vehicle: given<string>('vehicle', before.vehicle, (text) => text),
    vehicleCategory: given<string | null | undefined>('category', before.vehicleCategory, clearable),
    plate: given('plate', before.plate, (text) => clearable(text)?.toUpperCase() ?? null),
    shift: {
      from: given('from', before.shift.from, (text) => text),
      to: given('to', before.shift.to, (text) => text),
    },
    capacityOrders: given('orders', before.capacityOrders, Number),
    capacityGrams: given('kg', before.capacityGrams, (text) => Math.round(Number(text) * 1000)),
  });
  if (read.success) return read.data;
  const field = String(read.error.issues[0]?.path[0]);
  throw new Refusal('invalid', FORMS[field] ?? `${field} is not valid`);
}

/** @returns rows as text in columns. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

const line = (courier: CourierRow): string[] => [
  String(courier.id),
  courier.name,
  courier.state,
  courier.phone ?? '-',
  [courier.vehicle, courier.vehicle_category].filter(Boolean).join(' '),
  courier.plate ?? '-',
  `${courier.shift_from}-${courier.shift_to}`,
  String(courier.orders),
];

const HEADER = ['id', 'name', 'state', 'telephone', 'vehicle', 'plate', 'shift', 'orders'];

/** @returns a day; "today" and "tomorrow" are of the office's calendar. */
const dayOf = (text: string, today: string): string =>
  text === 'today' ? today : text === 'tomorrow' ? addDays(today, 1) : text;

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Commands about the couriers of an office. */
export const COURIER_COMMANDS: Readonly<Record<string, Command>> = {
  'courier list': {
    required: ['office'],
    optional: { retired: 'no' },
    choices: { retired: ['yes', 'no'] },
    flags: ['json'],
    run: async (db, option) => {
      const office = await operatorIn(db, option('office'));
      const shown = (await couriersOf(db, office)).filter(
        ({ state }) => option('retired') === 'yes' || state !== 'retirado',
      );
      if (option('json')) return toJson(shown.map(toCourier));
      return shown.length === 0
        ? `The office ${office.officeId} has no couriers.`
        : columns([HEADER, ...shown.map(line)]);
    },
  },
  'courier show': {
    required: ['office'],
    optional: { id: '', name: '' },
    flags: ['json'],
    run: async (db, option) => {
      const office = await operatorIn(db, option('office'));
      const courier = await courierNamed(db, office, option);
      const documents = await documentsOf(db, office, courier.id);
      const { days } = await readAbsences(changing(db), office, courier.id);
      if (option('json')) return toJson({ ...toCourier(courier), documents, absences: days });
      return [
        columns([HEADER, line(courier)]),
        ...documents.map(({ kind, number, until }) => `Document ${kind}: ${number ?? '-'}, until ${until ?? '-'}`),
        ...(days.length > 0 ? [`Absent: ${days.join(', ')}`] : []),
        ...(courier.retired_at ? [`Retired: ${courier.retired_at.toISOString()}`] : []),
      ].join('\n');
    },
  },
  'courier create': {
    required: ['office', 'name'],
    optional: FIELDS,
    choices: CHOICES,
    run: async (db, option) => {
      const office = await operatorIn(db, option('office'));
      const input = inputOf(DEFAULTS, option('name'), option);
      const { id, name } = await createCourier(changing(db), office, randomUUID(), input);
      return `Courier ${name} of ${office.officeId} created, id ${id}.`;
    },
  },
  'courier edit': {
    required: ['office'],
    optional: { id: '', name: '', 'new-name': '', ...FIELDS },
    choices: CHOICES,
    run: async (db, option) => {
      const office = await operatorIn(db, option('office'));
      const courier = await courierNamed(db, office, option);
      const { name, phone, vehicle, vehicleCategory, plate, zones, zoneIds, shift, capacityOrders, capacityGrams } =
        toCourier(courier);
      const before = {
        name,
        phone,
        vehicle,
        vehicleCategory,
        plate,
        zones,
        zoneIds,
        shift,
        capacityOrders,
        capacityGrams,
      };
      const changes = inputOf(before, option('new-name'), option);
      const after = await editCourier(changing(db), office, courier.id, { version: courier.version, changes });
      return `Courier ${after.name} of ${office.officeId} saved.`;
    },
  },
  'courier retire': {
    required: ['office'],
    optional: { id: '', name: '', 'with-cash': 'no' },
    choices: { 'with-cash': ['yes', 'no'] },
    run: async (db, option) => {
      const office = await operatorIn(db, option('office'));
      const courier = await courierNamed(db, office, option);
      if (courier.state === 'retirado') throw new Refusal('conflict', `${courier.name} is already retired`);
      // Of every day.
      const all = (await listCouriersOf(db, office)).find(({ id }) => id === courier.id);
      if (all && all.orders > 0)
        throw new Refusal(
          'conflict',
          `${courier.name} still has ${all.orders} orders. Hand them over first, with «Mover carga» of the desk`,
        );
      const held = (await heldCash(db, office, officeDay(systemClock(), office), courier.id)).get(courier.id) ?? 0;
      if (held > 0 && option('with-cash') === 'no')
        throw new Refusal(
          'conflict',
          `${courier.name} still has ${formatSoles(held)} in cash. Receive it first, or repeat with --with-cash yes`,
        );
      await retireCourier(changing(db), office, courier.id, courier.version);
      return `Courier ${courier.name} of ${office.officeId} retired; the phone and its tracker are disconnected.`;
    },
  },
  'courier absence': {
    required: ['office', 'from'],
    optional: { id: '', name: '', to: '', present: 'no' },
    choices: { present: ['yes', 'no'] },
    run: async (db, option) => {
      const office = await operatorIn(db, option('office'));
      const courier = await courierNamed(db, office, option);
      const today = officeDay(systemClock(), office);
      const from = dayOf(option('from'), today);
      const edit = absenceEdit.safeParse({
        from,
        to: option('to') === '' ? from : dayOf(option('to'), today),
        absent: option('present') === 'no',
      });
      if (!edit.success)
        throw new Refusal(
          'invalid',
          `--from and --to must be today, tomorrow or days such as 2026-12-31, in order, ${MAX_ABSENCE_DAYS} days at most`,
        );
      if (from < today || edit.data.to > addDays(today, MAX_ABSENCE_AHEAD))
        throw new Refusal('invalid', `Absences can be changed from ${today} to ${addDays(today, MAX_ABSENCE_AHEAD)}`);
      const { days } = await markAbsences(changing(db), office, courier.id, edit.data);
      return `Courier ${courier.name} is absent: ${days.join(', ') || 'on no day'}.`;
    },
  },
  'courier link': {
    required: ['office'],
    optional: { name: '' },
    run: (db, option) =>
      linkOfCourier({ db, clock: systemClock }, { officeId: option('office'), name: option('name') }),
  },
};
