import {
  MAX_CLIENT_CHANGES,
  MAX_CLIENTS,
  MAX_COURIERS,
  MAX_GUEST_LINKS,
  MAX_OFFICES,
  MAX_PEOPLE,
  MAX_PROFILES,
  MAX_REASONS,
  MAX_REMOVED_ZONES,
  MAX_RETIRED,
  MAX_VIEWS,
  MAX_ZONE_VERSIONS,
  MAX_ZONES,
} from '@despacho/contracts/dispatch';
import { type Schema } from './schema.ts';

/** Orders and changes of orders of one person in a day: ten times the busiest day of the largest office. */
export const MAX_CHANGES_A_DAY = 500_000;

/** Starts and ends of one courier's day. A phone sends two, and a few more after corrections. */
export const MAX_ACTS_A_DAY = 200;

/**
 * Arrivals stored of a courier in a day (UTC): several times as many as of a full working day. Of a phone that sends more,
 * those noticed first are kept.
 */
export const MAX_ARRIVALS_A_DAY = 1000;

/** Entries of hand-overs, verified payments and cancellations of a courier's day. One request adds up to 1,001. */
export const MAX_MOVEMENTS = 5000;

/** Access tokens of one user: a gateway keeps ten sessions of each person. */
export const MAX_TOKENS = 50;

/** Usernames that a person had, in all offices. */
export const MAX_FORMER_USERNAMES = 50;

/** Layouts per office; the least recently used one is dropped. A file has one for its client and one for any client. */
export const MAX_LAYOUTS = 400;

/** Different codes or RUC that a person may look up within an hour without finding a client, see decision 39. */
export const MAX_FAILED_LOOKUPS = 100;

/** Former phones kept per courier, besides those that sent visits. */
export const MAX_FORMER_PHONES = 20;

/** Openings kept of a link of guests. The session of an older one has ended. */
export const MAX_OPENINGS = 100;

/** Clients about whom a company may note something: more than it has, because a foreign host has its own. */
export const MAX_CLIENT_NOTES = 20_000;

/** Rows that people add and that stay: the maximum of an office, and the refusal's text after that number. */
export const CEILINGS = {
  couriers: {
    most: MAX_COURIERS,
    full: 'repartidores que no están retirados, el máximo. Retire a los que ya no trabajan y vuelva a intentarlo',
  },
  'retired couriers': {
    most: MAX_RETIRED,
    full: 'repartidores retirados, el máximo. Marque a esta persona como ausente y avise a quien administra el sistema',
  },
  views: { most: MAX_VIEWS, full: 'vistas, el máximo. Quite alguna que ya no use y vuelva a intentarlo' },
  zones: { most: MAX_ZONES, full: 'zonas, el máximo. Quite alguna que ya no use y vuelva a intentarlo' },
  profiles: {
    most: MAX_PROFILES,
    full: 'perfiles propios, el máximo. Quite alguno que ya no use y vuelva a intentarlo',
  },
  'guest links': {
    most: MAX_GUEST_LINKS,
    full: 'enlaces vigentes, el máximo. Anule los que ya no hagan falta y vuelva a intentarlo',
  },
} as const;

/** Entries of the trail that changes of one person may add in an hour: an import of people, several times. */
export const MAX_TRAIL_CHANGES = 10_000;

/** Single entries that a gateway's reports of one person may add in an hour. Further ones count, one row for each kind. */
export const MAX_TRAIL_REPORTS = 300;

/**
 * Rows of `REPEATED_KINDS` that one person may add in an hour, besides those of other kinds. Further ones count, one row for
 * each kind.
 */
export const MAX_TRAIL_REPEATED = 100;

/** Rows with an address that count refused sign-ins of a company in an hour. Further ones count in rows without address. */
export const MAX_TRAIL_ADDRESSES = 200;

/** What people may do with one line of «Por atender». */
export const MAX_ATTENTION_ACTS = 50;

/** Notes between shifts that an office may leave in a day. */
export const MAX_SHIFT_NOTES = 20;

/** What limits the rows of a table. */
type Bound =
  /** A further row is refused with 409. */
  | { kind: 'ceiling'; most: number; per: string; why: string }
  /** A further row replaces the oldest. */
  | { kind: 'drops oldest'; most: number; per: string; why: string }
  /** More rows are refused until the period is over. */
  | { kind: 'rate'; most: number; per: string; why: string }
  /** Rows are removed by age. */
  | { kind: 'retention'; why: string }
  /** At most a fixed number of rows for each row of another table, or one row for all. */
  | { kind: 'bounded by'; table: keyof Schema | 'nothing'; why: string }
  /** Only the operator's commands add rows. */
  | { kind: 'operator'; why: string };

const changes = (why: string): Bound => ({ kind: 'rate', most: MAX_CHANGES_A_DAY, per: 'person and day', why });

/**
 * What limits every table. Orders and their log are the company's books: they have a rate and no ceiling, and every read of
 * them is a page.
 */
export const TABLE_BOUNDS: Record<keyof Schema, Bound> = {
  companies: { kind: 'operator', why: 'office create and company create' },
  offices: { kind: 'ceiling', most: MAX_OFFICES, per: 'company', why: 'all of them are one list and one stream' },
  users: {
    kind: 'ceiling',
    most: MAX_PEOPLE,
    per: 'company',
    why: 'retired ones count; the list is read in pages; NEW_ACCOUNTS_A_DAY of a person',
  },
  sign_ins: { kind: 'bounded by', table: 'users', why: 'one each' },
  former_usernames: { kind: 'ceiling', most: MAX_FORMER_USERNAMES, per: 'user', why: 'nobody else may receive them' },
  profiles: { kind: 'ceiling', most: MAX_PROFILES, per: 'office', why: 'one list of them is 50 KB' },
  clients: {
    kind: 'ceiling',
    most: MAX_CLIENTS,
    per: 'company',
    why: 'one list of them is 8 MB; merged ones stay; NEW_CLIENTS_A_DAY',
  },
  client_changes: { kind: 'drops oldest', most: MAX_CLIENT_CHANGES, per: 'client', why: 'decision 153' },
  client_notes: { kind: 'ceiling', most: MAX_CLIENT_NOTES, per: 'company', why: 'also clients of a foreign host' },
  client_imports: { kind: 'drops oldest', most: 1, per: 'person', why: 'previews; 24 hours' },
  meta: { kind: 'bounded by', table: 'nothing', why: 'fixed keys' },
  accepted_keys: { kind: 'bounded by', table: 'nothing', why: 'one row for each OPERATIONS_KEY ever used' },
  write_tests: { kind: 'bounded by', table: 'nothing', why: 'its rows are rolled back' },
  trail: {
    kind: 'rate',
    most: MAX_TRAIL_CHANGES,
    per: 'person and hour',
    why: 'removed after the days of its company; reports of gateways are counted above MAX_TRAIL_REPORTS, refused sign-ins always',
  },
  erasures: { kind: 'operator', why: 'commands, and one row an office and day of retention' },
  access_tokens: { kind: 'drops oldest', most: MAX_TOKENS, per: 'user', why: 'more than the sessions of a gateway' },
  password_links: { kind: 'bounded by', table: 'users', why: 'one each: a new link replaces it' },
  account_changes: { kind: 'retention', why: 'an hour' },
  person_days: { kind: 'retention', why: 'two days' },
  person_reads: { kind: 'retention', why: 'two days' },
  couriers: { kind: 'ceiling', most: MAX_COURIERS + MAX_RETIRED, per: 'office', why: 'one list of them is 3 MB' },
  views: { kind: 'ceiling', most: MAX_VIEWS, per: 'office', why: 'one list of them is 4 MB' },
  zones: {
    kind: 'ceiling',
    most: MAX_ZONES + MAX_REMOVED_ZONES,
    per: 'office',
    why: 'one list of them is 2 MB; of the removed ones, the oldest is deleted',
  },
  zone_versions: { kind: 'drops oldest', most: MAX_ZONE_VERSIONS, per: 'zone', why: 'and with their zone' },
  reasons: { kind: 'ceiling', most: MAX_REASONS, per: 'office', why: 'by the contract: they are replaced together' },
  orders: changes('a view of the two tables below'),
  order_details: changes('each order has an event'),
  order_progress: { kind: 'bounded by', table: 'order_details', why: 'one each' },
  order_search: { kind: 'bounded by', table: 'order_details', why: 'one each' },
  order_tallies: { kind: 'bounded by', table: 'order_details', why: 'empty ones are deleted' },
  grouped_tallies: { kind: 'bounded by', table: 'order_details', why: 'three each at most; empty ones are deleted' },
  closing_tallies: { kind: 'bounded by', table: 'order_details', why: 'one each at most; empty ones are deleted' },
  promise_tallies: { kind: 'bounded by', table: 'order_details', why: 'two each at most; empty ones are deleted' },
  orders_to_locate: { kind: 'bounded by', table: 'order_details', why: 'one each, until the geocoder answered' },
  courier_notes: { kind: 'bounded by', table: 'order_details', why: 'one each: a new note replaces it' },
  photo_requests: { kind: 'bounded by', table: 'order_details', why: 'one each: a new request replaces it' },
  events: changes('of orders; single events are limited by REQUESTS_PER_MINUTE, phones by their own limits'),
  batches: { kind: 'bounded by', table: 'events', why: 'at least one event each' },
  idempotency_keys: { kind: 'retention', why: '24 hours' },
  imports: { kind: 'retention', why: 'previews: 7 days; imported ones: bounded by their orders' },
  import_lines: {
    kind: 'drops oldest',
    most: 3,
    per: 'person and office',
    why: 'the files of three previews, and 24 hours of lines left out',
  },
  client_lookups: { kind: 'rate', most: MAX_FAILED_LOOKUPS, per: 'person and hour', why: 'decision 39' },
  import_layouts: { kind: 'drops oldest', most: MAX_LAYOUTS, per: 'office', why: 'decision 72' },
  export_tickets: { kind: 'retention', why: 'two days; those of one person: 60 seconds' },
  export_days: { kind: 'retention', why: 'two days' },
  evidence: {
    kind: 'bounded by',
    table: 'order_details',
    why: '40 photos each, and the quota of the company in bytes',
  },
  photo_uploads: { kind: 'rate', most: 800, per: 'courier and day', why: 'the daily limits of a phone' },
  photo_parts: { kind: 'drops oldest', most: 4, per: 'courier', why: 'open uploads; abandoned ones are removed' },
  places: { kind: 'drops oldest', most: 200_000, per: 'office', why: 'decision 77' },
  geocoder_calls: { kind: 'retention', why: 'two days; one row for each office that called, and one for all' },
  geocodes: { kind: 'drops oldest', most: 200_000, per: 'installation', why: 'a cache' },
  courier_documents: { kind: 'bounded by', table: 'couriers', why: 'one of each kind' },
  courier_absences: {
    kind: 'bounded by',
    table: 'couriers',
    why: 'one a day, at most MAX_ABSENCE_AHEAD days ahead; deleted ABSENCE_RETENTION_DAYS after their day',
  },
  courier_links: { kind: 'bounded by', table: 'couriers', why: 'one each' },
  courier_trackers: { kind: 'bounded by', table: 'couriers', why: 'one each' },
  courier_positions: { kind: 'bounded by', table: 'couriers', why: 'one each' },
  courier_devices: {
    kind: 'drops oldest',
    most: MAX_FORMER_PHONES,
    per: 'courier',
    why: 'former phones; those that visits refer to are bounded by field_visits',
  },
  positions: { kind: 'retention', why: 'POSITION_RETENTION_DAYS; sampled' },
  arrivals: { kind: 'rate', most: MAX_ARRIVALS_A_DAY, per: 'courier and day', why: 'POSITION_RETENTION_DAYS' },
  field_visits: {
    kind: 'bounded by',
    table: 'order_details',
    why: '40 visits of a courier each; never refused otherwise',
  },
  courier_days: { kind: 'bounded by', table: 'couriers', why: 'one a day' },
  money_entries: changes('of orders with payments; those of requests about money count too, up to MAX_MOVEMENTS a day'),
  money_balances: { kind: 'bounded by', table: 'money_entries', why: 'their sums' },
  attention_boards: { kind: 'bounded by', table: 'offices', why: 'one each' },
  attention_lines: {
    kind: 'retention',
    why: 'an order or courier has one open line, which a search closes at most every five seconds; 90 days',
  },
  attention_acts: { kind: 'ceiling', most: MAX_ATTENTION_ACTS, per: 'line', why: 'deleted with their line' },
  shift_notes: { kind: 'rate', most: MAX_SHIFT_NOTES, per: 'office and day', why: '90 days' },
  shift_reads: { kind: 'bounded by', table: 'shift_notes', why: 'one of each user' },
  guest_links: {
    kind: 'ceiling',
    most: MAX_GUEST_LINKS,
    per: 'office',
    why: 'expired ones are deleted; at most 90 days',
  },
  guest_acts: {
    kind: 'bounded by',
    table: 'events',
    why: 'creating a link counts as a change, and it ends once; openings: one of each link in 24 hours, for at most 90 days',
  },
  guest_openings: { kind: 'drops oldest', most: MAX_OPENINGS, per: 'link', why: 'and with their link' },
  courier_acts: { kind: 'rate', most: MAX_ACTS_A_DAY, per: 'courier and day', why: 'starts, ends and orders of days' },
};
