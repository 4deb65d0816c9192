/** Who a statement is for. Work without one is the service's own: background jobs, sign-ins and tokens. */
export interface Asker {
  /** Empty for the service's own work. */
  company: string;
  /** Limits the connections in use at the same time, see `FairTurns`. */
  office?: string;
  person: string;
  /** The operation, by whose earlier requests the cost of this one is predicted. */
  operation: string;
  /** Its request no longer waits when this fires; set for reads only. */
  gone?: AbortSignal;
  /** A file is read in many turns, each of which may pause; other requests pause once. */
  isFile?: boolean;
  /** Milliseconds of a long turn that are taken off the allowances in advance. Undefined before the first turn. */
  chargedMs?: number;
}

const OWN_WORK: Asker = { company: '', person: '', operation: '' };

/** Cost (ms) above which a turn is long: others must not wait for one after another of them. */
export const LONG_MS = 25;
/** Cost (ms) of the long turns of an average request, from which on an operation is expected to take some. */
const EXPECTED_MS = 10;
/** Weight of earlier requests in that average. */
const DECAY = 0.9;
/** A company is at work for this long (ms) after its last turn. */
const AT_WORK_MS = 1000;

/** The share of the time in which long turns of one person, and of a whole company, may run while others work. */
const SHARE = { person: 0.03, company: 0.05 };
/** Long turns (ms) that somebody may take without a pause. */
const BURST_MS = 400;
/** Nobody pauses longer than this (ms): the gateway gives up after 9.5 s. */
const MAX_PAUSE_MS = 7000;

/** Requests of one person that may wait; a gateway holds more back. */
const MAX_WAITING = 500;
/** Entries kept of those who do not wait; the oldest are dropped. */
const MAX_KEPT = 10_000;

interface Turn {
  asker: Asker;
  /** Of the asker when this turn was requested: an admission does not know it yet. */
  office: string | undefined;
}

interface Waiting extends Turn {
  begin: () => void;
}

/** Time of long turns that is left to somebody; refilled steadily. */
interface Allowance {
  leftMs: number;
  at: number;
}

/** Somebody among those who share the connections: a company, or a person of it. */
interface Party {
  /** Milliseconds of connections used, since the last moment without any work. */
  usedMs: number;
  running: number;
  waiting: number;
}

interface Person extends Party {
  queue: Waiting[];
}

interface Company extends Party {
  people: Map<string, Person>;
  lastAt: number;
}

interface Limits {
  /** Number of connections. */
  count: number;
  /** Of these, how many one office may use. */
  ofOffice?: number;
  /** Milliseconds that a turn is waited for. Unlimited by default: only by the person's request. */
  waitMs?: number;
  /** Whether long turns pause, because there is one connection, for which everybody waits. */
  pauses?: boolean;
  /** The error of somebody who gets no turn. */
  busy: () => Error;
  now?: () => number;
}

/** Drops the oldest entries of a map that grows with its keys. */
function bound(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest);
}

const operationOf = ({ company, operation }: Asker): string => `${company} ${operation}`;

const isActive = ({ running, waiting }: Party): boolean => running + waiting > 0;

/** A party that begins to ask has used as much as the one that has used the least: it cannot save time for later. */
function enter(party: Party, others: Iterable<Party>): void {
  if (isActive(party)) return;
  let least = Infinity;
  for (const other of others) if (isActive(other)) least = Math.min(least, other.usedMs);
  if (least !== Infinity) party.usedMs = Math.max(party.usedMs, least);
}

const byUse = <P extends Party>(parties: Iterable<P>): P[] =>
  [...parties].filter(({ waiting }) => waiting > 0).sort((one, other) => one.usedMs - other.usedMs);

/**
 * Divides database connections among companies and their people: next is the company that has used the least time, in it
 * the person who has used the least, and of that person a short request before a long one. A request of somebody who asks
 * for little waits for the running turn at most, whatever others ask for.
 */
export class FairTurns {
  readonly #limits: Limits & { now: () => number };
  #free: number;
  readonly #companies = new Map<string, Company>();
  readonly #offices = new Map<string, number>();
  readonly #allowances = new Map<string, Allowance>();
  /** Of each company's operation: the recent requests, and the cost of their long turns. */
  readonly #operations = new Map<string, { requests: number; longMs: number }>();
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
    const company = this.#companyOf(asker);
    const person = this.#personOf(company, asker);
    if ((asker.company !== '' && person.waiting >= MAX_WAITING) || asker.gone?.aborted) throw this.#limits.busy();
    enter(company, this.#companies.values());
    enter(person, company.people.values());
    const { office } = asker;
    await this.#wait({ asker, office }, company, person);
    const began = this.#limits.now();
    let taken = true;
    return (costMs = this.#limits.now() - began) => {
      if (!taken) return;
      taken = false;
      this.#leave({ asker, office }, costMs, company, person);
    };
  }

  /** Notes that a company works, although this request needs no turn: long turns of others pause. */
  note(company: string): void {
    this.#companyOf({ company }).lastAt = this.#limits.now();
  }

  #companyOf({ company: name }: Pick<Asker, 'company'>): Company {
    const company = this.#companies.get(name) ?? { usedMs: 0, running: 0, waiting: 0, people: new Map(), lastAt: 0 };
    this.#companies.set(name, company);
    return company;
  }

  #personOf({ people }: Company, { person: name }: Asker): Person {
    const person = people.get(name) ?? { usedMs: 0, running: 0, waiting: 0, queue: [] };
    people.set(name, person);
    return person;
  }

  async #wait(turn: Turn, company: Company, person: Person): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const { gone } = turn.asker;
    const waiting: Waiting = { ...turn, begin: () => resolve(undefined) };
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

  #leave({ asker, office }: Turn, costMs: number, company: Company, person: Person): void {
    const { now } = this.#limits;
    this.#free += 1;
    for (const party of [company, person]) {
      party.running -= 1;
      party.usedMs += costMs;
    }
    company.lastAt = now();
    if (office !== undefined) this.#offices.set(office, (this.#offices.get(office) ?? 1) - 1);
    if (costMs > LONG_MS) this.#noteLong(asker, costMs);
    this.#forgetIdle();
    this.#begin();
  }

  #noteLong(asker: Asker, ms: number): void {
    const operation = this.#operations.get(operationOf(asker));
    if (operation) operation.longMs += ms;
    const { chargedMs = 0 } = asker;
    this.#charge(asker, ms - chargedMs);
    asker.chargedMs = Math.max(0, chargedMs - ms);
  }

  #noteRequest(asker: Asker): void {
    const key = operationOf(asker);
    const { requests, longMs } = this.#operations.get(key) ?? { requests: 0, longMs: 0 };
    this.#operations.delete(key);
    this.#operations.set(key, { requests: requests * DECAY + 1, longMs: longMs * DECAY });
    bound(this.#operations);
  }

  #charge(asker: Asker, ms: number): void {
    if (ms <= 0) return;
    for (const { key, share, allowance } of this.#allowancesOf(asker)) {
      allowance.leftMs = Math.max(allowance.leftMs - ms, -MAX_PAUSE_MS * share);
      this.#allowances.delete(key);
      this.#allowances.set(key, allowance);
      bound(this.#allowances);
    }
  }

  /** @returns what the long turns of a request of this operation cost on average (ms); 0 for short ones. */
  #expectedOf(asker: Asker): number {
    const { requests, longMs } = this.#operations.get(operationOf(asker)) ?? { requests: 1, longMs: 0 };
    return longMs / requests > EXPECTED_MS ? longMs / requests : 0;
  }

  /** Without any work, nobody is behind anybody. */
  #forgetIdle(): void {
    if (this.#free < this.#limits.count) return;
    for (const company of this.#companies.values()) if (isActive(company)) return;
    const since = this.#limits.now() - AT_WORK_MS;
    for (const [name, company] of this.#companies) {
      company.usedMs = 0;
      company.people.clear();
      if (company.lastAt < since) this.#companies.delete(name);
    }
    this.#offices.clear();
  }

  #allowancesOf({ company, person }: Asker): { key: string; share: number; allowance: Allowance }[] {
    const now = this.#limits.now();
    return [
      { key: company, share: SHARE.company },
      { key: `${company}\n${person}`, share: SHARE.person },
    ].map(({ key, share }) => {
      const { leftMs, at } = this.#allowances.get(key) ?? { leftMs: BURST_MS, at: now };
      return { key, share, allowance: { leftMs: Math.min(BURST_MS, leftMs + (now - at) * share), at: now } };
    });
  }

  /** Whether a long turn of this request is still to be paid for. */
  #mayPause(asker: Asker): boolean {
    const { pauses = false } = this.#limits;
    return pauses && asker.company !== OWN_WORK.company && (asker.isFile === true || asker.chargedMs === undefined);
  }

  /** @returns after how many milliseconds a turn may begin, so that other companies can work; 0 for now. */
  #pauseOf(asker: Asker): number {
    if (!this.#mayPause(asker) || this.#expectedOf(asker) === 0 || !this.#othersWork(asker)) return 0;
    const pauses = this.#allowancesOf(asker).map(({ share, allowance: { leftMs } }) => -leftMs / share);
    return Math.max(0, ...pauses);
  }

  #othersWork({ company: own }: Asker): boolean {
    const since = this.#limits.now() - AT_WORK_MS;
    for (const [name, company] of this.#companies)
      if (name !== own && name !== OWN_WORK.company && (isActive(company) || company.lastAt > since)) return true;
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
      const { asker, office } = waiting;
      this.#remove(waiting, company, person);
      this.#free -= 1;
      company.running += 1;
      person.running += 1;
      company.lastAt = this.#limits.now();
      if (asker.isFile || asker.chargedMs === undefined) {
        this.#noteRequest(asker);
        // In advance: otherwise all requests that wait together would begin together.
        asker.chargedMs = this.#expectedOf(asker);
        this.#charge(asker, asker.chargedMs);
      }
      if (office !== undefined) this.#offices.set(office, (this.#offices.get(office) ?? 0) + 1);
      waiting.begin();
    }
  }

  #next(): [Waiting, Company, Person] | undefined {
    let soonest = Infinity;
    for (const company of byUse(this.#companies.values()))
      for (const person of byUse(company.people.values())) {
        let long: Waiting | undefined;
        for (const waiting of person.queue) {
          if (this.#isOfficeFull(waiting)) continue;
          const pause = this.#pauseOf(waiting.asker);
          if (pause > 0) soonest = Math.min(soonest, pause);
          else if (this.#expectedOf(waiting.asker) > 0) long ??= waiting;
          else return [waiting, company, person];
        }
        if (long) return [long, company, person];
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
