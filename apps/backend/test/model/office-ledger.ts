/*
 * What every reading of an office must answer, in plain code: orders with their visits, acts at the cash desk, and sums
 * over them. It shares no rule with the service.
 */

const HOUR = 3_600_000;
const TURNS_AT = '05:00';

/** A zone, the first date of a story, and its offsets in hours before and after its one change of clocks. */
export const ZONES = [
  { name: 'America/Lima', begins: '2026-11-20', offsets: [-5, -5], changesAt: 0 },
  // Days of 23 and of 25 hours: Santiago changes its clocks at midnight, New York before the day turns.
  { name: 'America/Santiago', begins: '2026-09-05', offsets: [-4, -3], changesAt: Date.UTC(2026, 8, 6, 4) },
  { name: 'America/Santiago', begins: '2026-04-04', offsets: [-3, -4], changesAt: Date.UTC(2026, 3, 5, 3) },
  { name: 'America/New_York', begins: '2026-03-07', offsets: [-5, -4], changesAt: Date.UTC(2026, 2, 8, 7) },
  { name: 'America/New_York', begins: '2026-10-31', offsets: [-4, -5], changesAt: Date.UTC(2026, 10, 1, 6) },
] as const;

export const nextDate = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** In céntimos: cash, and what goes to the account. */
export type Paid = Record<'efectivo' | 'yape', number>;

export const NOTHING: Paid = { efectivo: 0, yape: 0 };
export const paidIn = ({ efectivo, yape }: Paid): number => efectivo + yape;
/** As the service lists sums. */
export const byMeans = (paid: Paid) =>
  (['efectivo', 'yape'] as const).flatMap((means) => (paid[means] === 0 ? [] : [{ means, amount: paid[means] }]));

/** How a visit ended. */
export interface Visit {
  courier: string;
  day: string;
  at: number;
  to: 'entregada' | 'no_entregada';
  paid: Paid;
  /** Amount of `yape` that was found in the account. */
  verified: number;
  /** Who recorded it, and when. */
  by?: string;
  recordedAt?: number;
}

export interface LedgerOrder {
  readonly id: string;
  readonly code: string;
  readonly due: number | null;
  readonly client: string | null;
  readonly district: string;
  readonly window: { from: string; to: string } | null;
  /** The window that was promised first. */
  readonly promised: { from: number; to: number } | null;
  date: string;
  state: string;
  courier: string | null;
  attempt: number;
  /** The latest visit of each attempt. */
  visits: (Visit | undefined)[];
  readonly createdAt: number;
  /** Every courier who ever had it. */
  hadBy: Set<string>;
}

/** What was recorded at the cash desk: cash with its difference, or payments that were found in the account. */
interface MoneyAct {
  act: string;
  by: string;
  at: number;
  /** Its place among all acts. */
  place: number;
  received: number;
  /** Positive if money is missing. */
  difference?: { reason: string; amount: number };
  payments?: { order: string; amount: number }[];
}

/** A courier's day. */
export interface CourierDay {
  startedAt: number | null;
  /** When the office put orders on the way. */
  setOutAt: number | null;
  endedAt: number | null;
  /** Otherwise by the courier. */
  isEndedByOffice: boolean;
  acts: MoneyAct[];
  /** Up to how much a person saw more cash than expected. */
  noted: { by: string; amount: number }[];
  /** When somebody last agreed with what one person decided alone. */
  agreed: { at: number; place: number } | null;
  confirmed: {
    by: { username: string; user: string };
    at: number;
    place: number;
    totals: ReturnType<OfficeLedger['totals']>;
    reason: string | null;
    /** Whether nobody else could have agreed. */
    isAlone: boolean;
  } | null;
  /** Whether the office has a start, an end or a confirmation of it. */
  isKnown: boolean;
}

const OPEN = ['pendiente', 'asignada', 'en_ruta'];
const LOADED = ['asignada', 'en_ruta'];
const FAILED = ['no_entregada', 'en_devolucion', 'devuelta'];
/** Expense limit of a courier and day, in céntimos, above which a second person is needed. */
const EXPENSE_LIMIT = 3000;
/** The expenses that occur here. */
export const EXPENSES = ['pasajes', 'peaje'] as const;
const isExpense = (reason: string | null | undefined): boolean => EXPENSES.some((expense) => expense === reason);
const UNEXPLAINED = ['faltante', 'sobrante', 'correccion'];

const addUp = (visits: readonly Visit[]): Paid => ({
  efectivo: sum(visits.map(({ paid }) => paid.efectivo)),
  yape: sum(visits.map(({ paid }) => paid.yape)),
});

export const isLoaded = ({ state }: LedgerOrder): boolean => LOADED.includes(state);
/** The visit that an order shows: that of its present attempt. */
export const visitOf = ({ state, visits, attempt }: LedgerOrder): Visit | null =>
  OPEN.includes(state) || state === 'anulada' ? null : (visits[attempt] ?? null);

export class OfficeLedger {
  now = 0;
  readonly orders: LedgerOrder[] = [];
  /** Visits of phones that wait for the office, by the id of the phone. */
  readonly reviews = new Map<string, { order: LedgerOrder; visit: Visit }>();
  readonly zone: (typeof ZONES)[number];
  readonly couriers: readonly string[];
  /** The accounts that see the office's money. */
  readonly accounts: readonly string[];
  #places = 0;
  readonly #days = new Map<string, CourierDay>();

  constructor(zone: (typeof ZONES)[number], couriers: readonly string[], accounts: readonly string[] = []) {
    this.zone = zone;
    this.couriers = couriers;
    this.accounts = accounts;
  }

  /** @returns when an act at the cash desk is recorded. */
  record = () => ({ at: this.now, place: (this.#places += 1) });

  /** @returns date and minute in the zone, `2026-11-20T15:30`. */
  local(at = this.now): string {
    const [before, after] = this.zone.offsets;
    return new Date(at + (at < this.zone.changesAt ? before : after) * HOUR).toISOString().slice(0, 16);
  }

  /** @returns the instants that clocks show as this minute: two where an hour is repeated, none where it is left out. */
  instants = (local: string): number[] =>
    [...new Set(this.zone.offsets.map((hours) => Date.parse(`${local}Z`) - hours * HOUR))].filter(
      (at) => this.local(at) === local,
    );

  /** @returns the first instant after a date. */
  endOf = (date: string): number =>
    this.zone.offsets
      .map((hours) => Date.parse(nextDate(date)) - hours * HOUR)
      .find((at) => this.local(at) > `${date}T24` && this.local(at - 1) < `${date}T24`) ?? 0;

  /** @returns the office's working day. */
  officeDay(at = this.now): string {
    const [date = '', time = ''] = this.local(at).split('T');
    return time < TURNS_AT ? nextDate(date, -1) : date;
  }

  /** @returns the day on which a courier works: the office's, or a later one that a start has opened. */
  workingDay(courier: string, at = this.now): string {
    const office = this.officeDay(at);
    const ahead = [2, 1].map((days) => nextDate(office, days));
    return ahead.find((day) => this.hasStarted(courier, day, at)) ?? office;
  }

  hasStarted(courier: string, day: string, at: number): boolean {
    const { startedAt, setOutAt } = this.day(courier, day);
    return Math.min(startedAt ?? Infinity, setOutAt ?? Infinity) <= at;
  }

  /** @returns the day that a start belongs to. @param answer whether the courier says that the route is tomorrow's. */
  startingDay(courier: string, at: number, answer = false): string {
    const next = nextDate(this.officeDay(at));
    const day = answer && this.workingDay(courier, at) < next ? next : this.workingDay(courier, at);
    const confirmed = this.day(courier, day).confirmed?.at ?? Infinity;
    return confirmed <= at ? nextDate(day) : day;
  }

  day(courier: string, day: string): CourierDay {
    const key = `${courier} ${day}`;
    const none = { startedAt: null, setOutAt: null, endedAt: null, confirmed: null, isKnown: false };
    const known = this.#days.get(key) ?? { ...none, isEndedByOffice: false, acts: [], noted: [], agreed: null };
    this.#days.set(key, known);
    return known;
  }

  /** Whether a change of these visits would change a confirmed day. */
  isFrozen = (...visits: (Visit | null | undefined)[]): boolean =>
    visits.some((visit) => visit && this.day(visit.courier, visit.day).confirmed !== null);

  load = (courier: string, until: string): LedgerOrder[] =>
    this.orders.filter((order) => order.courier === courier && isLoaded(order) && order.date <= until);

  visitsOf = (courier: string, day: string): { order: LedgerOrder; visit: Visit }[] =>
    this.orders.flatMap((order) =>
      order.visits.flatMap((visit) => (visit?.courier === courier && visit.day === day ? [{ order, visit }] : [])),
    );

  /**
   * A start that arrives after visits lets those that orders still show count in its day, unless one of both days is
   * confirmed. A failed visit whose order is visited again stays in its day.
   * @returns their orders.
   */
  moveVisits = (courier: string, day: string, since: number): LedgerOrder[] =>
    this.orders.filter((order) => {
      const visit = visitOf(order);
      const isLater = visit?.courier === courier && visit.at >= since && visit.day < day;
      if (!isLater || this.officeDay(visit.at) >= day || this.isFrozen(visit, { ...visit, day })) return false;
      Object.assign(visit, { day, verified: 0 });
      return true;
    });

  /** Failed visits of a day whose orders are visited again or cancelled. */
  revisited = (day: string, courier?: string): Visit[] =>
    this.orders.flatMap((order) =>
      order.visits
        .slice(0, order.state === 'anulada' ? undefined : order.attempt)
        .flatMap((visit) => (visit?.day === day && visit.courier === (courier ?? visit.courier) ? [visit] : [])),
    );

  totals(courier: string, day: string) {
    const visits = this.visitsOf(courier, day);
    const delivered = visits.filter(({ visit }) => visit.to === 'entregada');
    return {
      delivered: delivered.length,
      failed: visits.length - delivered.length,
      open: this.load(courier, day).length,
      due: sum(delivered.map(({ order }) => order.due ?? 0)),
      payments: byMeans(addUp(delivered.map(({ visit }) => visit))),
    };
  }

  /** Where the money of a courier's day is. */
  money(courier: string, day: string) {
    const { acts, confirmed, endedAt } = this.day(courier, day);
    const visits = this.visitsOf(courier, day).map(({ visit }) => visit);
    const collected = addUp(visits);
    const account = sum(visits.map(({ verified }) => verified));
    const received = sum(acts.map((act) => act.received));
    const differences = new Map<string, number>();
    const differ = (reason: string, amount: number) => differences.set(reason, (differences.get(reason) ?? 0) + amount);
    for (const { difference } of acts) if (difference) differ(difference.reason, difference.amount);
    const rest = collected.efectivo - received - sum([...differences.values()]);
    let held: Paid = { efectivo: Math.max(0, rest), yape: collected.yape - account };
    // More was handed over than was collected after a correction.
    differ('correccion', Math.min(0, rest));
    if (confirmed?.reason) {
      differ(confirmed.reason, paidIn(held));
      held = NOTHING;
    }
    const shown = [...differences].filter(([, amount]) => amount !== 0).toSorted();
    const { open } = this.totals(courier, day);
    const isOnRoute = open > 0 && endedAt === null && day >= this.officeDay();
    const isBegun = received > 0 || account > 0 || shown.length > 0;
    const unexplained = sum(shown.map(([reason, amount]) => (UNEXPLAINED.includes(reason) ? amount : 0)));
    const spent = sum(EXPENSES.map((expense) => differences.get(expense) ?? 0));
    const doubt = this.#doubt(courier, day, spent);
    const overspent = confirmed?.isAlone ? 'por_revisar' : 'diferencia';
    const settled = unexplained !== 0 ? 'diferencia' : doubt.expenses > 0 ? overspent : 'conforme';
    const unsettled = paidIn(held) === 0 ? settled : isBegun ? 'parcial' : 'por_recibir';
    const state = confirmed ? settled : isOnRoute ? 'en_ruta' : unsettled;
    return {
      collected,
      held,
      inReview: this.inReview(courier, day),
      received,
      account,
      differences: shown,
      doubt,
      state,
    };
  }

  /**
   * What one person decided alone and nobody has agreed with since: expenses above the limit, and orders closed for less
   * than is due by who received cash of that day.
   */
  #doubt(courier: string, day: string, spent: number) {
    const { acts, confirmed, agreed } = this.day(courier, day);
    const own = confirmed ? [{ ...confirmed, by: confirmed.by.username, difference: confirmed, received: 0 }] : [];
    const all: Pick<MoneyAct, 'by' | 'at' | 'place' | 'received'>[] = [...acts, ...own];
    const isAgreed = (decided: typeof all, since = 0): boolean =>
      agreed !== null &&
      decided.every(({ place }) => place < agreed.place) &&
      Math.max(since, ...decided.map(({ at }) => at)) <= agreed.at;
    const expenses = [...acts, ...own].filter(({ difference }) => isExpense(difference?.reason));
    const isOverspent = spent > EXPENSE_LIMIT && !isAgreed(expenses);
    const short = this.orders.flatMap((order) => {
      const visit = order.state === 'entregada' ? visitOf(order) : null;
      const isShort = visit?.courier === courier && visit.day === day && paidIn(visit.paid) < (order.due ?? 0);
      const received = isShort ? all.filter((act) => act.received > 0 && act.by === visit.by) : [];
      return received.length > 0 && !isAgreed(received, visit?.recordedAt) ? [received] : [];
    });
    return {
      ...{ expenses: isOverspent ? spent : 0, limit: isOverspent ? EXPENSE_LIMIT : 0, orders: short.length },
      people: new Set([...(isOverspent ? expenses : []), ...short.flat()].map(({ by }) => by)),
    };
  }

  /** Whether a doubt is such that no other account of the office could agree. */
  isAlone = ({ people }: ReturnType<OfficeLedger['money']>['doubt']): boolean =>
    people.size > 0 && this.accounts.every((account) => people.has(account));

  /** What was received above what was collected. */
  surplus = (courier: string, day: string): number =>
    -sum(this.day(courier, day).acts.map(({ difference }) => difference?.amount ?? 0));

  /** Cash of visits in review, which nobody has counted yet: of each order the last one, above what it shows. */
  inReview(courier: string, day?: string): number {
    const own = [...this.reviews.values()].filter(({ visit }) => visit.courier === courier);
    const lasts = new Map(own.filter(({ visit }) => visit.to === 'entregada').map((each) => [each.order, each.visit]));
    return sum(
      [...lasts].map(([order, { paid, at }]) => {
        const isOther = day !== undefined && this.workingDay(courier, at) !== day;
        const counted =
          order.courier === courier && order.state === 'entregada' ? (visitOf(order)?.paid.efectivo ?? 0) : 0;
        return isOther ? 0 : Math.max(0, paid.efectivo - counted);
      }),
    );
  }

  /** Cash of all days together, and of visits in review. */
  carried = (courier: string): number =>
    this.inReview(courier) +
    sum(
      [...this.#days.keys()].map((key) => {
        const [of = '', day = ''] = key.split(' ');
        return of === courier ? this.money(of, day).held.efectivo : 0;
      }),
    );

  /** What lists show of orders. */
  listed = (orders: readonly LedgerOrder[]) =>
    orders.map((order) => ({
      ...{ code: order.code, state: order.state, date: order.date, attempt: order.attempt, courier: order.courier },
      reason: FAILED.includes(order.state) ? 'ausente' : null,
      paid: order.state === 'entregada' ? byMeans(visitOf(order)?.paid ?? NOTHING) : [],
      visitDay: visitOf(order)?.day ?? null,
    }));

  /** The figures of some orders. */
  figures(orders: readonly LedgerOrder[]) {
    const counted = orders.filter(({ state }) => state !== 'anulada');
    const among = (states: readonly string[]) => counted.filter(({ state }) => states.includes(state));
    const delivered = among(['entregada']);
    const promised = counted.filter((order) => order.promised !== null && order.promised.to <= this.now);
    const isMet = (order: LedgerOrder) => {
      const at = order.state === 'entregada' ? (visitOf(order)?.at ?? 0) : 0;
      return order.promised !== null && at >= order.promised.from && at <= order.promised.to;
    };
    const dueAt = ({ date, window }: LedgerOrder) =>
      (window && this.instants(`${date}T${window.to}`)[0]) ?? this.endOf(date);
    const paid = addUp(delivered.flatMap((order) => visitOf(order) ?? []));
    return {
      ...{ orders: counted.length, delivered: delivered.length, failed: among(FAILED).length },
      ...{ open: among(OPEN).length, onTheWay: among(['en_ruta']).length },
      late: among(OPEN).filter((order) => dueAt(order) < this.now).length,
      ...{ met: promised.filter(isMet).length, promised: promised.length },
      ...{ due: sum(counted.map(({ due }) => due ?? 0)), paid, collected: paidIn(paid) },
      collecting: counted.filter(({ due }) => due !== null).length,
      toCollect: sum(among(OPEN).map(({ due }) => due ?? 0)),
    };
  }
}
