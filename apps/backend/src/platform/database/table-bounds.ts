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

/** Sign-ins of one user that wait for the code of a second factor. */
export const MAX_SIGN_IN_STEPS = 5;

/** Usernames that a person had, in all offices. */
export const MAX_FORMER_USERNAMES = 50;

/** Layouts per office; the least recently used one is dropped. A file has one for its client and one for any client. */
export const MAX_LAYOUTS = 400;

/** Different codes or RUC that a person may look up within an hour without finding a client, see decision 39. */
export const MAX_FAILED_LOOKUPS = 100;

/** Former phones kept per courier, besides those that sent visits. */
export const MAX_FORMER_PHONES = 20;

/** Maximum number of openings stored for a guest link. The session of an older one has ended. */
export const MAX_OPENINGS = 100;

/** Clients about whom a company may note something: more than it has here, because a foreign host has others. */
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

/** Single entries that a gateway's reports of one person may add in an hour. Further ones are counted by kind. */
export const MAX_TRAIL_REPORTS = 300;

/**
 * Rows of `REPEATED_KINDS` that one person may add in an hour, besides those of other kinds. Further ones count, one row for
 * each kind.
 */
export const MAX_TRAIL_REPEATED = 100;

/** Rows with an address that count refused sign-ins of a company in an hour. Further ones count in rows without address. */
export const MAX_TRAIL_ADDRESSES = 200;

/** Maximum number of acts on one line of «Por atender». */
export const MAX_ATTENTION_ACTS = 50;

/** Notes between shifts that an office may leave in a day. */
export const MAX_SHIFT_NOTES = 20;

/** Doors that a company knows: 60 MB with their indexes. */
export const MAX_DOORS = 200_000;

/** What limits the rows of a table, and why, or where else it is stated. */
type Bound =
  /** A further row is refused with 409, replaces the oldest one, or is refused until the period is over. */
  | [kind: 'ceiling' | 'drops oldest' | 'rate', most: number, per: string, why: string]
  /** Rows are removed by age, or only the operator's commands add them. */
  | [kind: 'retention' | 'operator', why: string]
  /** At most a fixed number of rows for each row of another table, or one row for all. */
  | [kind: 'bounded by', table: keyof Schema | 'nothing', why: string];

const changes = (why: string): Bound => ['rate', MAX_CHANGES_A_DAY, 'person and day', why];

/**
 * What limits every table. Orders and their log are the company's books: they have a rate and no ceiling, and every read of
 * them is a page.
 */
export const TABLE_BOUNDS: Record<keyof Schema, Bound> = {
  companies: ['operator', 'office create and company create'],
  offices: ['ceiling', MAX_OFFICES, 'company', 'all of them are one list and one stream'],
  users: [
    'ceiling',
    MAX_PEOPLE,
    'company',
    'retired ones count; the list is read in pages; NEW_ACCOUNTS_A_DAY of a person',
  ],
  sign_ins: ['bounded by', 'users', 'one each'],
  former_usernames: ['ceiling', MAX_FORMER_USERNAMES, 'user', 'nobody else may receive them'],
  profiles: ['ceiling', MAX_PROFILES, 'office', 'one list of them is 50 KB'],
  clients: ['ceiling', MAX_CLIENTS, 'company', 'one list of them is 8 MB; merged ones stay; NEW_CLIENTS_A_DAY'],
  client_changes: ['drops oldest', MAX_CLIENT_CHANGES, 'client', 'decision 153'],
  client_notes: ['ceiling', MAX_CLIENT_NOTES, 'company', 'also clients of a foreign host'],
  client_imports: ['drops oldest', 1, 'person', 'previews; 24 hours'],
  meta: ['bounded by', 'nothing', 'fixed keys'],
  accepted_keys: ['bounded by', 'nothing', 'one row for each OPERATIONS_KEY ever used'],
  write_tests: ['bounded by', 'nothing', 'its rows are rolled back'],
  trail: [
    'rate',
    MAX_TRAIL_CHANGES,
    'person and hour',
    'removed after the days of its company; reports of gateways are counted above MAX_TRAIL_REPORTS, refused sign-ins always',
  ],
  erasures: ['operator', 'commands, and one row an office and day of retention'],
  access_tokens: ['drops oldest', MAX_TOKENS, 'user', 'more than the sessions of a gateway'],
  password_links: ['bounded by', 'users', 'one each: a new link replaces it'],
  factors: ['bounded by', 'users', 'one each'],
  provider_links: ['bounded by', 'users', 'one each'],
  provider_invitations: ['bounded by', 'users', 'one each: a new invitation replaces it'],
  recovery_codes: ['bounded by', 'factors', 'RECOVERY_CODES of each: new ones replace them'],
  sign_in_rules: ['bounded by', 'companies', 'one each'],
  sign_in_steps: ['drops oldest', MAX_SIGN_IN_STEPS, 'user', '5 minutes'],
  account_changes: ['retention', 'an hour'],
  person_days: ['retention', 'two days'],
  person_reads: ['retention', 'two days'],
  couriers: ['ceiling', MAX_COURIERS + MAX_RETIRED, 'office', 'one list of them is 3 MB'],
  views: ['ceiling', MAX_VIEWS, 'office', 'one list of them is 4 MB'],
  zones: [
    'ceiling',
    MAX_ZONES + MAX_REMOVED_ZONES,
    'office',
    'one list of them is 2 MB; of the removed ones, the oldest is deleted',
  ],
  zone_versions: ['drops oldest', MAX_ZONE_VERSIONS, 'zone', 'and with their zone'],
  reasons: ['ceiling', MAX_REASONS, 'office', 'by the contract: they are replaced together'],
  orders: changes('a view of the two tables below'),
  order_details: changes('each order has an event'),
  order_progress: ['bounded by', 'order_details', 'one each'],
  order_search: ['bounded by', 'order_details', 'one each'],
  order_tallies: ['bounded by', 'order_details', 'empty ones are deleted'],
  grouped_tallies: ['bounded by', 'order_details', 'three each at most; empty ones are deleted'],
  closing_tallies: ['bounded by', 'order_details', 'one each at most; empty ones are deleted'],
  promise_tallies: ['bounded by', 'order_details', 'two each at most; empty ones are deleted'],
  orders_to_locate: ['bounded by', 'order_details', 'one each, until the geocoder answered'],
  courier_notes: ['bounded by', 'order_details', 'one each: a new note replaces it'],
  photo_requests: ['bounded by', 'order_details', 'one each: a new request replaces it'],
  events: changes('of orders; single events are limited by REQUESTS_PER_MINUTE, phones by their own limits'),
  batches: ['bounded by', 'events', 'at least one event each'],
  idempotency_keys: ['retention', '24 hours'],
  imports: ['retention', 'previews: 7 days; imported ones: bounded by their orders'],
  import_lines: ['drops oldest', 3, 'person and office', 'the files of three previews, and 24 hours of lines left out'],
  client_lookups: ['rate', MAX_FAILED_LOOKUPS, 'person and hour', 'decision 39'],
  import_layouts: ['drops oldest', MAX_LAYOUTS, 'office', 'decision 72'],
  export_tickets: ['retention', 'two days; those of one person: 60 seconds'],
  export_days: ['retention', 'two days'],
  evidence: ['bounded by', 'order_details', '40 photos each, and the quota of the company in bytes'],
  photo_uploads: ['rate', 800, 'courier and day', 'the daily limits of a phone'],
  photo_parts: ['drops oldest', 4, 'courier', 'open uploads; abandoned ones are removed'],
  places: ['drops oldest', 200_000, 'office', 'decision 77'],
  place_claims: ['bounded by', 'users', 'one each, for 60 seconds'],
  doors: ['drops oldest', MAX_DOORS, 'company', 'by their last use; DOOR_RETENTION_DAYS'],
  door_marks: ['bounded by', 'order_details', 'one each: a later one replaces it'],
  geocoder_calls: ['retention', 'two days; one row for each office that called, and one for all'],
  geocodes: ['drops oldest', 200_000, 'installation', 'a cache'],
  courier_documents: ['bounded by', 'couriers', 'one of each kind'],
  courier_absences: [
    'bounded by',
    'couriers',
    'one a day, at most MAX_ABSENCE_AHEAD days ahead; deleted ABSENCE_RETENTION_DAYS after their day',
  ],
  courier_links: ['bounded by', 'couriers', 'one each'],
  courier_trackers: ['bounded by', 'couriers', 'one each'],
  courier_positions: ['bounded by', 'couriers', 'one each'],
  courier_devices: [
    'drops oldest',
    MAX_FORMER_PHONES,
    'courier',
    'former phones; those that visits refer to are bounded by field_visits',
  ],
  positions: ['retention', 'POSITION_RETENTION_DAYS; sampled'],
  travel_cells: ['bounded by', 'offices', 'fifteen each, whose sums lose what is old'],
  arrivals: ['rate', MAX_ARRIVALS_A_DAY, 'courier and day', 'POSITION_RETENTION_DAYS'],
  field_visits: ['bounded by', 'order_details', '40 visits of a courier each; never refused otherwise'],
  courier_days: ['bounded by', 'couriers', 'one a day'],
  money_entries: changes('of orders with payments; those of requests about money count too, up to MAX_MOVEMENTS a day'),
  money_balances: ['bounded by', 'money_entries', 'their sums'],
  attention_boards: ['bounded by', 'offices', 'one each'],
  attention_lines: [
    'retention',
    'an order or courier has one open line, which a search closes at most every five seconds; 90 days',
  ],
  attention_acts: ['ceiling', MAX_ATTENTION_ACTS, 'line', 'deleted with their line'],
  shift_notes: ['rate', MAX_SHIFT_NOTES, 'office and day', '90 days'],
  shift_reads: ['bounded by', 'shift_notes', 'one of each user'],
  guest_links: ['ceiling', MAX_GUEST_LINKS, 'office', 'expired ones are deleted; at most 90 days'],
  guest_acts: [
    'bounded by',
    'events',
    'creating a link counts as a change, and it ends once; openings: one of each link in 24 hours, for at most 90 days',
  ],
  guest_openings: ['drops oldest', MAX_OPENINGS, 'link', 'and with their link'],
  courier_acts: ['rate', MAX_ACTS_A_DAY, 'courier and day', 'starts, ends, orders of days and marked doors'],
};
