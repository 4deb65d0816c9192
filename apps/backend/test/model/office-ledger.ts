/*
 * What every reading of an office must answer, in plain code: orders with their visits, acts at the cash desk, and sums
 * over them. It shares no rule with the service.
 */

/** A zone and its one change of clocks in the days of a story; offsets in hours. */
export interface Zone {
  name: string;
  /** The day on which a story begins. */
  begins: string;
  before: number;
  after: number;
  /** When clocks change, in milliseconds. */
  changesAt: number;
}

const HOUR = 3_600_000;
const TURNS_AT = '05:00';

/** Lima has no summer time; Santiago changes its clocks at midnight, New York within the night. */
export const ZONES: readonly Zone[] = [
  { name: 'America/Lima', begins: '2026-11-20', before: -5, after: -5, changesAt: 0 },
  // Days of 23 and of 25 hours.
  { name: 'America/Santiago', begins: '2026-09-05', before: -4, after: -3, changesAt: Date.UTC(2026, 8, 6, 4) },
  { name: 'America/Santiago', begins: '2026-04-04', before: -3, after: -4, changesAt: Date.UTC(2026, 3, 5, 3) },
  { name: 'America/New_York', begins: '2026-03-07', before: -5, after: -4, changesAt: Date.UTC(2026, 2, 8, 7) },
  { name: 'America/New_York', begins: '2026-10-31', before: -4, after: -5, changesAt: Date.UTC(2026, 10, 1, 6) },
];

export const nextDate = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10);

/** The times of an office by the offsets of its zone. */
export class OfficeClock {
  readonly zone: Zone;

  constructor(zone: Zone) {
    this.zone = zone;
  }

  /** @returns date and minute in the zone, `2026-11-20T15:30`. */
  local(at: number): string {
    const { before, after, changesAt } = this.zone;
    return new Date(at + (at < changesAt ? before : after) * HOUR).toISOString().slice(0, 16);
  }

  /** @returns the instants that clocks show as this minute: two where an hour is repeated, none where it is left out. */
  instants(local: string): number[] {
    const { before, after } = this.zone;
    return [...new Set([before, after])].map((hours) => Date.parse(`${local}Z`) - hours * HOUR).filter((at) => this.local(at) === local);
  }

  /** @returns the first instant after a date. */
  endOf(date: string): number {
    const candidates = [this.zone.before, this.zone.after].map((hours) => Date.parse(nextDate(date)) - hours * HOUR);
    return candidates.find((at) => this.local(at).slice(0, 10) > date && this.local(at - 1).slice(0, 10) === date) ?? 0;
  }

  /** @returns the office's working day. */
  day(at: number): string {
    const [date = '', time = ''] = this.local(at).split('T');
    return time < TURNS_AT ? nextDate(date, -1) : date;
  }
}

/** In céntimos: cash, and what goes to the account. */
export interface Paid {
  efectivo: number;
  yape: number;
}

/** How a visit ended. */
export interface Visit {
  courier: string;
  day: string;
  at: number;
  to: 'entregada' | 'no_entregada';
  reason: string | null;
  paid: Paid;
  /** Of `yape`, what was found in the account. */
  verified: number;
}

export interface LedgerOrder {
  readonly id: string;
  readonly code: string;
  readonly due: number | null;
  readonly client: string | null;
  readonly district: string;
  /** The first promise. */
  readonly promised: { from: number; to: number } | null;
  readonly windowTo: string | null;
  date: string;
  state: string;
  courier: string | null;
  attempt: number;
  /** Of each attempt, the last word about its visit. */
  visits: (Visit | undefined)[];
  /** Every courier who ever had it. */
  hadBy: Set<string>;
}

/** An act at the cash desk: what was received, and what its difference was said to be. */
export interface Handover {
  act: string;
  by: string;
  at: number;
  received: number;
  /** Positive if money is missing. */
  difference: { reason: string; amount: number } | null;
}

/** Payments that were found in the account together. */
export interface Verification {
  act: string;
  by: string;
  at: number;
  payments: { order: string; amount: number }[];
}

export interface Totals {
  delivered: number;
  failed: number;
  open: number;
  due: number;
  payments: Paid;
}

/** A courier's day. */
export class CourierDay {
  startedAt: number | null = null;
  endedAt: number | null = null;
  handovers: Handover[] = [];
  verifications: Verification[] = [];
  confirmed: { by: string; at: number; totals: Totals; reason: string | null } | null = null;
  /** Whether the office has anything of it: a start, an end or a confirmation. */
  isKnown = false;
}

const OPEN = ['pendiente', 'asignada', 'en_ruta'];
const LOADED = ['asignada', 'en_ruta'];
const FAILED = ['no_entregada', 'en_devolucion', 'devuelta'];
const UNEXPLAINED = ['faltante', 'sobrante', 'correccion'];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const paidOf = ({ efectivo, yape }: Paid): number => efectivo + yape;
/** As the product lists sums by means. */
export const byMeans = (paid: Paid) =>
  (['efectivo', 'yape'] as const).flatMap((means) => (paid[means] === 0 ? [] : [{ means, amount: paid[means] }]));
const addUp = (visits: readonly Visit[]): Paid => ({
  efectivo: sum(visits.map(({ paid }) => paid.efectivo)),
  yape: sum(visits.map(({ paid }) => paid.yape)),
});

export class OfficeLedger {
  orders = new Map<string, LedgerOrder>();
  days = new Map<string, CourierDay>();
  /** Visits of phones that wait for the office, by the id of the phone. */
  reviews = new Map<string, { order: string; visit: Visit }>();
  readonly clock: OfficeClock;
  readonly couriers: readonly string[];

  constructor(clock: OfficeClock, couriers: readonly string[]) {
    this.clock = clock;
    this.couriers = couriers;
  }

  dayOf(courier: string, day: string): CourierDay {
    const key = `${courier} ${day}`;
    const known = this.days.get(key) ?? new CourierDay();
    this.days.set(key, known);
    return known;
  }

  isConfirmed = (courier: string, day: string): boolean => this.dayOf(courier, day).confirmed !== null;

  /** The day on which a courier works at an instant: the office's, or the later one that a start has opened. */
  workingDay(courier: string, at: number): string {
    const office = this.clock.day(at);
    const { startedAt } = this.dayOf(courier, nextDate(office));
    return startedAt !== null && startedAt <= at ? nextDate(office) : office;
  }

  current = (order: LedgerOrder): Visit | null =>
    OPEN.includes(order.state) ? null : (order.visits[order.attempt] ?? null);

  load = (courier: string, until: string): LedgerOrder[] =>
    [...this.orders.values()].filter(
      (order) => order.courier === courier && LOADED.includes(order.state) && order.date <= until,
    );

  visitsOf = (courier: string, day: string): Visit[] =>
    [...this.orders.values()].flatMap(({ visits }) =>
      visits.flatMap((visit) => (visit?.courier === courier && visit.day === day ? [visit] : [])),
    );

  totals(courier: string, day: string): Totals {
    const visits = this.visitsOf(courier, day);
    const delivered = visits.filter(({ to }) => to === 'entregada');
    const orders = [...this.orders.values()].filter(({ visits: all }) => delivered.some((each) => all.includes(each)));
    return {
      delivered: delivered.length,
      failed: visits.length - delivered.length,
      open: this.load(courier, day).length,
      due: sum(orders.map(({ due }) => due ?? 0)),
      payments: addUp(delivered),
    };
  }

  /** Where the money of a courier's day is. */
  money(courier: string, day: string) {
    const { handovers, confirmed, endedAt } = this.dayOf(courier, day);
    const visits = this.visitsOf(courier, day);
    const collected = addUp(visits);
    const account = sum(visits.map(({ verified }) => verified));
    const received = sum(handovers.map((each) => each.received));
    const differences = new Map<string, number>();
    const differ = (reason: string, amount: number) =>
      differences.set(reason, (differences.get(reason) ?? 0) + amount);
    for (const { difference } of handovers) if (difference) differ(difference.reason, difference.amount);
    const rest = collected.efectivo - received - sum([...differences.values()]);
    let held = { efectivo: Math.max(0, rest), yape: collected.yape - account };
    // More was handed over than was collected after a correction.
    differ('correccion', Math.min(0, rest));
    if (confirmed?.reason) {
      differ(confirmed.reason, paidOf(held));
      held = { efectivo: 0, yape: 0 };
    }
    for (const [reason, amount] of differences) if (amount === 0) differences.delete(reason);
    const totals = confirmed?.totals ?? this.totals(courier, day);
    const isOnRoute = totals.open > 0 && endedAt === null && day >= this.today;
    const isBegun = received > 0 || account > 0 || differences.size > 0;
    const unexplained = sum([...differences].map(([reason, amount]) => (UNEXPLAINED.includes(reason) ? amount : 0)));
    const settled = unexplained === 0 ? 'conforme' : 'diferencia';
    const open = isOnRoute ? 'en_ruta' : paidOf(held) === 0 ? settled : isBegun ? 'parcial' : 'por_recibir';
    return { ...totals, collected, held, received, account, differences, state: confirmed ? settled : open };
  }

  now = 0;

  get today(): string {
    return this.clock.day(this.now);
  }

  /** Cash of all days together. */
  carried = (courier: string): number =>
    sum(
      [...this.days.keys()].map((key) => {
        const [of = '', day = ''] = key.split(' ');
        return of === courier ? this.money(of, day).held.efectivo : 0;
      }),
    );

  /** What lists, exports and the past show of each order. */
  listed = () =>
    [...this.orders.values()].map((order) => ({
      code: order.code,
      state: order.state,
      date: order.date,
      attempt: order.attempt,
      courier: order.courier,
      reason: FAILED.includes(order.state) ? (this.current(order)?.reason ?? null) : null,
      paid: byMeans(order.state === 'entregada' ? (this.current(order)?.paid ?? NOTHING) : NOTHING),
      visitDay: this.current(order)?.day ?? null,
    }));

  /** The figures of some of a day's orders. */
  figures(orders: readonly LedgerOrder[]) {
    const counted = orders.filter(({ state }) => state !== 'anulada');
    const among = (states: readonly string[]) => counted.filter(({ state }) => states.includes(state));
    const delivered = among(['entregada']);
    const due = counted.filter(({ promised }) => promised !== null && promised.to <= this.now);
    const isMet = (order: LedgerOrder) => {
      const { at = 0 } = this.current(order) ?? {};
      return order.state === 'entregada' && order.promised !== null && at >= order.promised.from && at <= order.promised.to;
    };
    return {
      orders: counted.length,
      delivered: delivered.length,
      failed: among(FAILED).length,
      open: among(OPEN).length,
      onTheWay: among(['en_ruta']).length,
      late: among(OPEN).filter((order) => this.dueAt(order) < this.now).length,
      met: due.filter(isMet).length,
      promised: due.length,
      due: sum(counted.map((order) => order.due ?? 0)),
      collected: sum(delivered.map((order) => paidOf(this.current(order)?.paid ?? NOTHING))),
      collecting: counted.filter((order) => order.due !== null).length,
      toCollect: sum(among(OPEN).map((order) => order.due ?? 0)),
      paid: addUp(delivered.flatMap((order) => this.current(order) ?? [])),
    };
  }

  dueAt = ({ date, windowTo }: LedgerOrder): number =>
    windowTo === null ? this.clock.endOf(date) : (this.clock.instants(`${date}T${windowTo}`)[0] ?? 0);

  ofDate = (date: string): LedgerOrder[] => [...this.orders.values()].filter((order) => order.date === date);
}

export const NOTHING: Paid = { efectivo: 0, yape: 0 };
