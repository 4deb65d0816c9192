import { createHash, randomUUID } from 'node:crypto';
import { type FieldRoute, type FieldStop, LOADED_STATES, type Point } from '@despacho/contracts/dispatch';
import { createRandom, demoPayments, localOf, type Random, trueDoor } from '../../../apps/backend/tools/demo.ts';
import { FieldFailure, type Fix, type NewItem, type VisitDraft } from '../../../apps/web/tools/courier.ts';
import { cityStreets } from '../map/city-streets.ts';
import { lengthOf, placeAside, placeOn } from '../map/streets.ts';
import { drawPhoto } from './draw-photo.ts';
import { type Phone } from './phone.ts';

const MINUTE = 60_000;
/** How often the route is read, with stops and without. */
const POLL_MS = MINUTE;
const IDLE_POLL_MS = 3 * MINUTE;
/** As the page: a fix every half minute, sent every minute. */
const FIX_MS = 30_000;
const BATCH_MS = MINUTE;
const MAX_RETRY_MS = 5 * MINUTE;
const METERS_PER_DEGREE = 111_000;
/** Approximate ratio of the way along streets to the straight line. */
const STREETS_PER_STRAIGHT = 1.3;
/** The hour of the day until which the open stops should last. */
const SHIFT_END = 19;

const RELATIONS = ['titular', 'titular', 'titular', 'familiar', 'vigilancia', 'companero', 'vecino'] as const;

/** The way to a stop, along streets, and the visit. */
interface Leg {
  key: string;
  way: readonly Point[];
  /** Meters a second. */
  speed: number;
  startedAt: number;
  arrivesAt: number;
  leavesAt: number;
}

/** The actions of a courier on a phone. */
type CourierPhone = Pick<Phone, 'add' | 'countUnsent' | 'moment' | 'readRoute' | 'send'> & {
  open: () => Promise<{ timeZone: string }>;
};

const keyOf = ({ id, attempt }: FieldStop): string => `${id} ${attempt}`;

/** A courier of the demonstration, who works with a phone and has no other data. */
export class SimulatedCourier {
  readonly #phone: CourierPhone;
  readonly #now: () => number;
  readonly #random: Random;
  readonly #draw: typeof drawPhoto;
  #route: FieldRoute | undefined;
  #timeZone = 'America/Lima';
  #pollAt = 0;
  #retryAt = 0;
  #failures = 0;
  /** Until when there is no signal. */
  #silentUntil = 0;
  #startsAt: number | undefined;
  #endsAtHour: number | undefined;
  /** Visits of the day, by order and attempt: the service may not have them yet. */
  readonly #visited = new Set<string>();
  readonly #readNotes = new Set<string>();
  #leg: Leg | undefined;
  #spot: Point | undefined;
  #fixes: Fix[] = [];
  #fixedAt = 0;
  readonly #maxStopMs: number;

  /**
   * @param now the phone's clock.
   * @param seed other than 0; decides speed, outcomes and lost signals.
   * @param maxStopMs a stop may take this long, so that the open ones last until the end of the shift; 0 to hurry.
   * @param spot where the courier was when the demonstration stopped.
   */
  constructor(
    phone: CourierPhone,
    {
      now,
      seed,
      draw = drawPhoto,
      maxStopMs = 0,
      spot,
    }: { now: () => number; seed: number; draw?: typeof drawPhoto; maxStopMs?: number; spot?: Point | undefined },
  ) {
    this.#phone = phone;
    this.#now = now;
    // First numbers of neighbouring seeds resemble each other.
    this.#random = createRandom(Math.imul(seed, 0x9e_37_79_b1));
    this.#draw = draw;
    this.#maxStopMs = maxStopMs;
    this.#spot = spot;
  }

  /** Where the courier is; undefined before the first stop. */
  get spot(): Point | undefined {
    return this.#spot;
  }

  /** @returns whether there is no signal now. */
  isSilent(): boolean {
    return this.#now() < this.#silentUntil;
  }

  /** Performs the due action. @returns false once the phone is no longer connected. */
  async step(): Promise<boolean> {
    try {
      if (this.#now() >= this.#pollAt) await this.#attempt(() => this.#poll());
      await this.#work();
      await this.#attempt(() => this.#send());
      return true;
    } catch (error) {
      if (error instanceof FieldFailure && error.isDisconnected) return false;
      throw error;
    }
  }

  /** Makes calls if there is a signal. A failure delays the next ones. @throws FieldFailure if the phone is disconnected. */
  async #attempt(calls: () => Promise<void>): Promise<void> {
    if (this.isSilent() || this.#now() < this.#retryAt) return;
    try {
      await calls();
      this.#failures = 0;
    } catch (error) {
      if (!(error instanceof FieldFailure) || error.isDisconnected) throw error;
      this.#backOff();
    }
  }

  /** @throws FieldFailure if something could not be sent. */
  async #send(): Promise<void> {
    const step = await this.#phone.send();
    if (step !== 'idle') throw new FieldFailure('unsent', undefined, step === 'disconnected' ? 401 : 0);
  }

  #backOff(): void {
    this.#failures += 1;
    const wait = Math.min(MAX_RETRY_MS, 5000 * 2 ** this.#failures);
    this.#retryAt = this.#now() + wait * (0.5 + this.#random.next() / 2);
  }

  async #poll(): Promise<void> {
    // First, because a route without the sent visits would show visited stops as open.
    await this.#send();
    if (!this.#route) this.#timeZone = (await this.#phone.open()).timeZone;
    const route = await this.#phone.readRoute();
    if (route.day !== this.#route?.day) {
      this.#visited.clear();
      // Some end their day, late; the others forget it.
      this.#endsAtHour = this.#random.happens(0.4) ? this.#random.between(18, 21) : undefined;
    }
    this.#route = route;
    this.#pollAt = this.#now() + (this.#openStops(route).length > 0 ? POLL_MS : IDLE_POLL_MS);
  }

  #openStops({ stops }: FieldRoute): FieldStop[] {
    return stops.filter(
      (stop) => LOADED_STATES.some((state) => state === stop.state) && !this.#visited.has(keyOf(stop)),
    );
  }

  async #work(): Promise<void> {
    const route = this.#route;
    if (!route || route.end) return;
    const open = this.#openStops(route);
    const notes = open.flatMap(({ courierNote, code }) =>
      courierNote && !courierNote.readAt && !this.#readNotes.has(courierNote.id)
        ? [{ note: courierNote.id, code }]
        : [],
    );
    for (const each of notes) {
      this.#readNotes.add(each.note);
      await this.#add({ kind: 'note', ...each });
    }
    const [stop] = open;
    if (!stop) {
      this.#leg = undefined;
      await this.#sendFixes();
      return this.#endDay(route);
    }
    if (open.some(({ state }) => state === 'asignada') || route.startedAt === null) await this.#startDay(route);
    if (this.#route?.startedAt) await this.#drive(stop, open);
  }

  #add(body: NewItem['body']): Promise<void> {
    return this.#phone.add({ id: randomUUID(), body });
  }

  /** «Salí a ruta»: some minutes after the office has assigned something, or immediately if the office started it. */
  async #startDay(route: FieldRoute): Promise<void> {
    const isOnTheWay = route.startedAt === null && route.stops.some(({ state }) => state === 'en_ruta');
    this.#startsAt ??= this.#now() + (isOnTheWay ? 0 : this.#random.between(2, 8)) * MINUTE;
    if (this.#now() < this.#startsAt) return;
    this.#startsAt = undefined;
    const { moment } = this.#phone;
    await this.#add({ kind: 'start', ...moment });
    const stops = route.stops.map((stop) =>
      stop.state === 'asignada' ? { ...stop, state: 'en_ruta' as const } : stop,
    );
    this.#route = { ...route, startedAt: route.startedAt ?? moment.at, stops };
  }

  get #hour(): number {
    return Number(localOf(new Date(this.#now()), this.#timeZone).time.slice(0, 2));
  }

  async #endDay(route: FieldRoute): Promise<void> {
    if (this.#endsAtHour === undefined || route.startedAt === null) return;
    if (this.#hour < this.#endsAtHour) return;
    const { moment } = this.#phone;
    await this.#add({ kind: 'end', ...moment, unsent: await this.#phone.countUnsent() });
    this.#route = { ...route, end: { at: moment.at, confirmedAt: null } };
  }

  async #drive(next: FieldStop, open: readonly FieldStop[]): Promise<void> {
    const now = this.#now();
    const going = open.find((stop) => keyOf(stop) === this.#leg?.key);
    const leg = going && this.#leg ? this.#leg : (this.#leg = this.#legTo(next, open.length));
    const { lat, lng, heading } = placeOn(leg.way, ((now - leg.startedAt) / 1000) * leg.speed);
    this.#spot = { lat, lng };
    await this.#fix(now < leg.arrivesAt ? { speed: leg.speed, heading: Math.round(heading) } : { speed: 0 });
    if (now < leg.leavesAt) return;
    this.#leg = undefined;
    await this.#visit(going ?? next);
  }

  #legTo({ place, ...stop }: FieldStop, openStops: number): Leg {
    const random = this.#random;
    const now = this.#now();
    const near = ({ lat, lng }: Point, meters: number): Point => ({
      lat: lat + ((random.next() * 2 - 1) * meters) / METERS_PER_DEGREE,
      lng: lng + ((random.next() * 2 - 1) * meters) / METERS_PER_DEGREE,
    });
    // Not where the order says: nobody delivers at a district's centre.
    const to = trueDoor(place);
    const streets = cityStreets(to);
    const from = this.#spot ?? streets.nearest(near(to, 1500));
    const longest = Math.min(this.#maxStopMs, (Math.max(0, SHIFT_END - this.#hour) * 60 * MINUTE) / openStops);
    // A courier who has just been connected is already on the way, so that deliveries begin soon after a start.
    const share = this.#spot ? 0.6 + 0.8 * random.next() : random.next();
    const speed = random.between(40, 85) / 10;
    const visitMs = random.between(120, 480) * 1000;
    // With time left, there are other errands on the way.
    const meters = ((longest * share - visitMs) / 1000) * speed;
    const aside = placeAside(from, to, meters / STREETS_PER_STRAIGHT, random.next() - 0.5);
    const direct = streets.route(from, to);
    const isLonger = meters > lengthOf(direct) + 1000;
    const way = isLonger
      ? [...streets.route(from, streets.nearest(aside)), ...streets.route(streets.nearest(aside), to)]
      : direct;
    const arrivesAt = now + (lengthOf(way) / speed) * 1000;
    // A dead zone on the way, or in a cellar.
    if (random.happens(0.12)) this.#silentUntil = now + random.between(4, 12) * MINUTE;
    return { key: keyOf({ place, ...stop }), way, speed, startedAt: now, arrivesAt, leavesAt: arrivesAt + visitMs };
  }

  get #place(): { lat: number; lng: number; accuracy: number } {
    const { lat = 0, lng = 0 } = this.#spot ?? {};
    const jitter = () => (this.#random.next() * 2 - 1) * (8 / METERS_PER_DEGREE);
    return { lat: lat + jitter(), lng: lng + jitter(), accuracy: this.#random.between(5, 25) };
  }

  async #fix(moving: { speed: number; heading?: number }): Promise<void> {
    const now = this.#now();
    if (now - this.#fixedAt < FIX_MS) return;
    this.#fixedAt = now;
    this.#fixes.push({ at: this.#phone.moment.at, ...this.#place, ...moving });
    const [first] = this.#fixes;
    if (first && now - Date.parse(first.at) >= BATCH_MS - FIX_MS) await this.#sendFixes();
  }

  async #sendFixes(): Promise<void> {
    const fixes = this.#fixes;
    this.#fixes = [];
    if (fixes.length > 0)
      await this.#add({ kind: 'positions', fixes, clockOffsetMs: this.#phone.moment.clockOffsetMs });
  }

  async #visit(stop: FieldStop): Promise<void> {
    const random = this.#random;
    const id = randomUUID();
    const place = this.#place;
    const { moment } = this.#phone;
    const order = { id: stop.id, code: stop.code, attempt: stop.attempt, version: stop.version };
    const reasons = this.#route?.reasons ?? [];
    const isDelivered = reasons.length === 0 || random.happens(0.92);
    const draft: VisitDraft = isDelivered
      ? { order, to: 'entregada', ...this.#payments(stop), receiver: this.#receiver(stop) }
      : { order, to: 'no_entregada', reason: random.pick(reasons).code, receiver: null };
    const photo: NewItem[] = [];
    if (isDelivered) {
      const drawn = await this.#draw({ id: stop.id, code: stop.code, district: stop.place.district });
      const bytes = new Uint8Array(drawn).buffer;
      const sha256 = createHash('sha256').update(drawn).digest('hex');
      photo.push({
        id: randomUUID(),
        after: id,
        bytes,
        body: {
          kind: 'photo',
          visit: id,
          code: stop.code,
          type: 'entrega',
          sha256,
          takenAt: moment.at,
          clockOffsetMs: moment.clockOffsetMs,
          place,
        },
      });
    }
    const photos = photo.map((item) => ({ id: item.id, kind: 'entrega' as const }));
    this.#visited.add(keyOf(stop));
    await this.#phone.add({ id, body: { kind: 'visit', draft, ...moment, place, photos } }, ...photo);
  }

  /** Occasionally somebody pays less than the amount due, with a reason. */
  #payments({ collectDue }: FieldStop): Pick<VisitDraft, 'payments' | 'difference'> {
    if (collectDue === null) return {};
    if (collectDue > 1000 && this.#random.happens(0.04))
      return { payments: [{ means: 'efectivo', amount: collectDue - 1000 }], difference: 'Pagará 10 soles por Yape' };
    return { payments: demoPayments(this.#random, collectDue) };
  }

  #receiver({ recipient }: FieldStop): NonNullable<VisitDraft['receiver']> {
    const relation = this.#random.pick(RELATIONS);
    const document = this.#random.happens(0.6)
      ? { document: String(this.#random.between(10_000_000, 79_999_999)) }
      : {};
    return { name: relation === 'vigilancia' ? 'Vigilancia' : recipient.name, relation, ...document };
  }
}
