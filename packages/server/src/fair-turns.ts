/** Who a turn is for. Work without one is the service's own: background jobs, sign-ins and tokens. */
export interface Asker {
  /** Empty for the service's own work. */
  company: string;
  /** Limits the connections in use at the same time, see `FairTurns`. */
  office?: string;
  person: string;
  /** Its request no longer waits when this fires; set for reads only. */
  gone?: AbortSignal;
}

const OWN_WORK: Asker = { company: '', person: '' };

/** A company is at work for this long (ms) after its last turn. */
const AT_WORK_MS = 1000;

/** A turn of this length (ms) is charged with its length; a longer one with more, a shorter one with less. */
const USUAL_MS = 25;
/** The share of its length that the shortest turn is charged with, because many of them still occupy the machine. */
const LEAST_CHARGE = 0.25;
/** No charge delays a turn for longer than this (ms): the gateway gives up after 9.5 s. */
const MAX_PAUSE_MS = 5000;

/** Requests of one person that may wait; a gateway holds more back. */
const MAX_WAITING = 500;

interface Waiting {
  /** The asker's office when this turn was requested: unknown during admission. */
  office: string | undefined;
  begin: () => void;
}

/** One of those who share the connections: a company, or a person of it. */
interface Party {
  /** Share of the time that it may be charged with. */
  share: number;
  /** Milliseconds of connections used, since the last moment without any work. */
  usedMs: number;
  running: number;
  waiting: number;
  /** When its share of the time covers all that it has been charged. */
  paidAt: number;
}

interface Person extends Party {
  queue: Waiting[];
}

interface Company extends Party {
  people: Map<string, Person>;
  /** When its last turn ended. */
  lastAt: number;
}

/** What turns may be charged with, per time, while other companies work. */
interface Allowance {
  person: number;
  company: number;
  /** The time (ms) whose allowance may be used in advance, without a pause. */
  advanceMs: number;
}

interface Limits {
  /** Number of connections. */
  count: number;
  /** Maximum number of these for one office. */
  ofOffice?: number;
  /** Milliseconds that a turn is waited for. Unlimited by default: only by the person's request. */
  waitMs?: number;
  /** A party charged with more is paused. Only for a single connection; without it, nobody pauses. */
  allowance?: Allowance;
  /** The error of somebody who gets no turn. */
  busy: () => Error;
  now?: () => number;
}

const createParty = (share = Infinity): Party => ({ share, usedMs: 0, running: 0, waiting: 0, paidAt: 0 });

const isActive = ({ running, waiting }: Party): boolean => running + waiting > 0;

/** A new party starts with the usage of the party that has used the least, so it cannot save time for later. */
function enter(party: Party, others: Iterable<Party>): void {
  if (isActive(party)) return;
  let least = Infinity;
  for (const other of others) if (isActive(other)) least = Math.min(least, other.usedMs);
  if (least !== Infinity) party.usedMs = Math.max(party.usedMs, least);
}

const byUse = <P extends Party>(parties: Iterable<P>): P[] =>
  [...parties].filter(({ waiting }) => waiting > 0).sort((one, other) => one.usedMs - other.usedMs);

/**
 * Divides database connections among companies and their people: next is the company that has used the least time, and
 * in it the person who has used the least. A request of somebody with few requests waits at most for the running turn,
 * whatever others request.
 *
 * With an allowance, each turn is also charged by the delay that it causes: a request during it waits for half of it on
 * average, so the charge grows with the square of its length. A party charged with more than the allowance pauses,
 * while another company works.
 */
export class FairTurns {
  readonly #limits: Limits & { now: () => number };
  #free: number;
  readonly #companies = new Map<string, Company>();
  readonly #offices = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Limits) {
    this.#limits = { now: () => performance.now(), ...limits };
    this.#free = limits.count;
  }

  /**
   * Waits for a connection.
   * @returns a function that returns it, with what the turn cost (ms of CPU), if that is known better than by its time.
   * @throws the error of `busy` if none is free in time, the request's client has disconnected, or the person has too
   * many waiting.
   */
  async take(asker: Asker = OWN_WORK): Promise<(costMs?: number) => void> {
    const company = this.#companyOf(asker.company);
    const person = this.#personOf(company, asker.person);
    if ((asker.company !== '' && person.waiting >= MAX_WAITING) || asker.gone?.aborted) throw this.#limits.busy();
    enter(company, this.#companies.values());
    enter(person, company.people.values());
    const { office } = asker;
    await this.#wait(asker, company, person);
    const began = this.#limits.now();
    let taken = true;
    return (costMs = this.#limits.now() - began) => {
      if (!taken) return;
      taken = false;
      this.#free += 1;
      for (const party of [company, person]) this.#charge(party, costMs);
      company.lastAt = this.#limits.now();
      if (office !== undefined) this.#offices.set(office, (this.#offices.get(office) ?? 1) - 1);
      this.#forgetIdle();
      this.#begin();
    };
  }

  /**
   * Records that a company works, although this request needs no turn, so that others who have been charged much pause.
   */
  note(company: string): void {
    this.#companyOf(company).lastAt = this.#limits.now();
  }

  #companyOf(name: string): Company {
    const company = this.#companies.get(name) ?? {
      ...createParty(this.#limits.allowance?.company),
      people: new Map(),
      lastAt: 0,
    };
    this.#companies.set(name, company);
    return company;
  }

  #personOf({ people }: Company, name: string): Person {
    const person = people.get(name) ?? { ...createParty(this.#limits.allowance?.person), queue: [] };
    people.set(name, person);
    return person;
  }

  async #wait({ office, gone }: Asker, company: Company, person: Person): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting: Waiting = { office, begin: () => resolve(undefined) };
    person.queue.push(waiting);
    person.waiting += 1;
    company.waiting += 1;
    const giveUp = (): void => {
      if (!person.queue.includes(waiting)) return;
      this.#remove(waiting, company, person);
      this.#forgetIdle();
      reject(this.#limits.busy());
    };
    const { waitMs } = this.#limits;
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    gone?.addEventListener('abort', giveUp, { once: true });
    this.#begin();
    await promise.finally(() => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', giveUp);
    });
  }

  #remove(waiting: Waiting, company: Company, person: Person): void {
    person.queue.splice(person.queue.indexOf(waiting), 1);
    person.waiting -= 1;
    company.waiting -= 1;
  }

  #charge(party: Party, costMs: number): void {
    party.running -= 1;
    party.usedMs += costMs;
    const { allowance, now: clock } = this.#limits;
    if (!allowance) return;
    const now = clock();
    const paidAt = Math.max(party.paidAt, now) + (costMs * Math.max(costMs / USUAL_MS, LEAST_CHARGE)) / party.share;
    party.paidAt = Math.min(paidAt, now + allowance.advanceMs + MAX_PAUSE_MS);
  }

  /** Without any work, used time no longer counts, but pauses stay. */
  #forgetIdle(): void {
    if (this.#free < this.#limits.count) return;
    for (const company of this.#companies.values()) if (isActive(company)) return;
    const now = this.#limits.now();
    for (const [name, company] of this.#companies) {
      company.usedMs = 0;
      for (const [who, person] of company.people) {
        person.usedMs = 0;
        if (person.paidAt <= now) company.people.delete(who);
      }
      if (company.people.size === 0 && company.paidAt <= now && company.lastAt < now - AT_WORK_MS)
        this.#companies.delete(name);
    }
    this.#offices.clear();
  }

  /** @returns after how many milliseconds the person may have a turn, so that other companies can work; 0 for now. */
  #pauseOf(company: Company, person: Person): number {
    const { allowance, now } = this.#limits;
    if (!allowance || !this.#othersWork(company)) return 0;
    return Math.max(0, Math.max(company.paidAt, person.paidAt) - allowance.advanceMs - now());
  }

  /** The service's own work neither pauses nor makes others pause. */
  #othersWork(own: Company): boolean {
    const since = this.#limits.now() - AT_WORK_MS;
    const service = this.#companies.get(OWN_WORK.company);
    if (own === service) return false;
    for (const company of this.#companies.values())
      if (company !== own && company !== service && (isActive(company) || company.lastAt > since)) return true;
    return false;
  }

  #isOfficeFull({ office }: Waiting): boolean {
    const { ofOffice } = this.#limits;
    return ofOffice !== undefined && office !== undefined && (this.#offices.get(office) ?? 0) >= ofOffice;
  }

  /** Begins as many turns as there are free connections. */
  #begin(): void {
    while (this.#free > 0) {
      const next = this.#next();
      if (!next) return;
      const [waiting, company, person] = next;
      const { office } = waiting;
      this.#remove(waiting, company, person);
      this.#free -= 1;
      company.running += 1;
      person.running += 1;
      if (office !== undefined) this.#offices.set(office, (this.#offices.get(office) ?? 0) + 1);
      waiting.begin();
    }
  }

  #next(): [Waiting, Company, Person] | undefined {
    let soonest = Infinity;
    for (const company of byUse(this.#companies.values()))
      for (const person of byUse(company.people.values())) {
        const waiting = person.queue.find((each) => !this.#isOfficeFull(each));
        if (!waiting) continue;
        const pause = this.#pauseOf(company, person);
        if (pause === 0) return [waiting, company, person];
        soonest = Math.min(soonest, pause);
      }
    if (soonest !== Infinity) this.#tryAgainIn(soonest);
    return undefined;
  }

  #tryAgainIn(ms: number): void {
    clearTimeout(this.#timer);
    // Soon enough to notice that nobody else works any more.
    this.#timer = setTimeout(() => this.#begin(), Math.min(ms, AT_WORK_MS));
    this.#timer.unref();
  }
}
