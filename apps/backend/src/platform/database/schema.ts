import {
  type AgreedMatter,
  type AttentionHistoryAct,
  type AttentionCause,
  type AttentionKind,
  type AttentionRules,
  type ClientAddress,
  type ClientChange,
  type ClientContact,
  type ClientInput,
  type ClientProof,
  type CollectionMeans,
  type CompanyOffice,
  type ColumnChoice,
  type CORRECTION,
  type Counted,
  type CourierDocumentKind,
  type CourierState,
  type DayTotals,
  type EvidenceKind,
  type FixDoubt,
  type CourierSettings,
  type PhotoFault,
  type PhotoRequest,
  type PhotoRequirements,
  type ImportColumnKey,
  type MoneyAct,
  type MoneyPlace,
  type MoneyReason,
  type OrderChange,
  type OrderFilterQuery,
  type OrderInput,
  type OrderSort,
  type OrderSide,
  type OrderState,
  type PersonState,
  type Payment,
  type PictureMark,
  type Priority,
  type ReviewReason,
  type RowsAside,
  type ShareChange,
  type TrailKind,
  type Vehicle,
  type VehicleCategory,
  type Visit,
  type VisitAnswer,
  type VisitState,
  type ZoneChange,
  type ZoneColor,
} from '@despacho/contracts/dispatch';
import { type ColumnType, type Generated, type GeneratedAlways, type JSONColumnType, type SelectType } from 'kysely';

/** Rows of one office. Statements with an id from a request limit it with `inOffice`. */
interface OfOffice {
  company_id: string;
  office_id: string;
}

/** Where a phone was; null if unknown. */
interface Located {
  lat: number | null;
  lng: number | null;
  /** In meters. */
  accuracy: number | null;
}

/** A company and its storage in bytes. The legacy calls identify it by tax id (RUC). */
interface CompaniesTable {
  id: string;
  ruc: string;
  name: string;
  storage_quota: number;
  storage_used: Generated<number>;
  created_at: Generated<Date>;
  /** Days for which the trail is kept. */
  trail_days: Generated<number>;
}

interface OfficesTable {
  /** People enter it as «sucursal» when they sign in. */
  id: string;
  company_id: string;
  name: string;
  /** IANA name, as America/Lima. */
  time_zone: string;
  /** Code of the province given by the operator. */
  province: string | null;
  /** How a courier's phone reaches the office; null without one. */
  phone: Generated<string | null>;
  /** The message to a recipient; null for the default one. */
  whatsapp: Generated<string | null>;
  /** Null for the default. */
  photo_requirements: JSONColumnType<PhotoRequirements | null, string | null | undefined, string | null>;
  /** The most cash that a courier should carry, in céntimos; null without a limit. */
  cash_limit: Generated<number | null>;
  /** Expenses of a courier and day that need no other person, in céntimos; 0 without a limit. */
  expense_limit: Generated<number>;
  /** Cash above what is expected that needs no other person, in céntimos; 0 without a limit. */
  surplus_limit: Generated<number>;
  /** The kinds of «Por atender» that the office has set; null for none. */
  attention: JSONColumnType<Partial<AttentionRules> | null, string | null | undefined, string | null>;
  /** From how many meters photos are far from their addresses; null for the default. */
  photo_far: JSONColumnType<CourierSettings['far'] | null, string | null | undefined, string | null>;
  /** Minutes without a position after which a courier counts as silent; null for the default. */
  silence: Generated<number | null>;
  /** How near a stop's place a courier has arrived, in meters; null for the default. */
  arrival_radius: Generated<number | null>;
  /** Of all settings together. */
  settings_version: Generated<number>;
  /** Who changed them last, and when; null until somebody does. */
  settings_changed: JSONColumnType<CourierSettings['changed'], string | null | undefined, string | null>;
  /** Of the office itself, apart from its settings. */
  version: Generated<number>;
  /** Who closed it, and when; null while it is open. */
  closed: JSONColumnType<CompanyOffice['closed'], string | null | undefined, string | null>;
  /** Whether the guide of the first day was hidden. */
  first_day_skipped: Generated<boolean>;
  /** Position of the office's newest event. Its row lock serializes event positions. */
  event_position: Generated<number>;
  /** Random; replaced by every transaction that changes what reads of the office are made of (docs/decisions/0140). */
  state_id: Generated<string>;
  created_at: Generated<Date>;
}

interface UsersTable {
  id: string;
  office_id: string;
  username: string;
  name: string;
  charge: string;
  /** Module codes in the given order, including unknown ones. */
  permissions: string[];
  password_hash: string;
  /** Chosen by somebody else: it must be changed at the first sign-in. */
  must_change_password: Generated<boolean>;
  /** Null for a password set by an earlier release. */
  password_changed_at: Date | null;
  created_at: Generated<Date>;
  /** Only active users sign in. */
  state: Generated<PersonState>;
  /** Counts the changes that people made, except to the modules alone. */
  version: Generated<number>;
  /** When name and username were replaced on request. */
  erased_at: Date | null;
  /** Whether every sign-in is in `sign_ins`: false for accounts of releases that did not record them. */
  sign_ins_complete: Generated<boolean>;
}

/** A username that a person had. */
interface FormerUsernamesTable {
  office_id: string;
  key: string;
  user_id: string;
}

/** When each user last signed in. */
interface SignInsTable {
  user_id: string;
  at: Date;
}

/** Named sets of modules of an office. */
interface ProfilesTable extends OfOffice {
  id: Generated<number>;
  version: Generated<number>;
  name: string;
  modules: string[];
}

interface PasswordLinksTable {
  user_id: string;
  /** SHA-256 of the secret, in hex. The secret itself is not stored. */
  secret_hash: string;
  created_at: Date;
  expires_at: Date;
  /** The user whose permission this row depends on; null if it depends on none. */
  author_id: string | null;
}

interface AccessTokensTable {
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  token_hash: string;
  user_id: string;
  expires_at: Date;
  created_at: Generated<Date>;
}

/** Users whose account changed within the last hour; see 037-account-changes. */
interface AccountChangesTable {
  id: Generated<number>;
  user_id: string;
  at: Generated<Date>;
}

/** How much a person changed and read on a day of the office's calendar. */
interface PersonDaysTable {
  company_id: string;
  /** `sub` of the person. */
  person: string;
  day: string;
  /** Number of events of orders. */
  changes: Generated<number>;
}

interface PersonReadsTable {
  company_id: string;
  /** `sub` of the person. */
  person: string;
  day: string;
  /** See `DistinctCount`. */
  orders_read: Uint8Array | null;
  /** Whether the log has reported that half of the maximum was read. */
  reported: Generated<boolean>;
}

export interface ClientsTable {
  id: string;
  company_id: string;
  code: string;
  name: string;
  tax_id: string;
  contact: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  reference: string | null;
  district: string | null;
  ubigeo: string | null;
  lat: number | null;
  lng: number | null;
  active: Generated<boolean>;
  created_at: Generated<Date>;
  version: Generated<number>;
  /** All contacts; null for the one of the columns above. */
  contacts: JSONColumnType<ClientContact[] | null, string | null | undefined, string | null>;
  /** All addresses; null for the one of the columns above. */
  addresses: JSONColumnType<ClientAddress[] | null, string | null | undefined, string | null>;
  terms: string | null;
  /** The client that has its orders since it was merged. */
  merged_into: string | null;
}

interface ClientChangesTable {
  company_id: string;
  id: Generated<number>;
  client_id: string;
  at: ColumnType<Date, Date, never>;
  username: string;
  user_name: string;
  what: ClientChange;
  before: JSONColumnType<Record<string, unknown>, string, never>;
  after: JSONColumnType<Record<string, unknown>, string, never>;
}

/** Notes and required photos of a client, also one of a foreign host. */
interface ClientNotesTable {
  company_id: string;
  client_id: string;
  version: Generated<number>;
  notes: string | null;
  /** Photos required of its orders, besides those of the office. */
  delivered: ClientProof['delivered'];
  failed: ClientProof['failed'];
  /** Who wrote them last: id of the user, or `sub` of a person whose account another host has. Null for earlier releases. */
  author_id: string | null;
}

/** A client of a file, as it would be created. */
export interface NewClientLine {
  line: number;
  input: ClientInput;
}

/** A line of a previewed file that would change a client of the company. */
interface ChangedClientLine {
  line: number;
  id: string;
  version: number;
  changes: Partial<Omit<ClientInput, 'code' | 'double'> & { code: string }>;
}

export type ClientImportLine = NewClientLine | ChangedClientLine;

interface ClientImportsTable {
  company_id: string;
  id: Generated<number>;
  person: string;
  file_name: string;
  at: ColumnType<Date, Date, never>;
  lines: JSONColumnType<ClientImportLine[], string, never>;
  /** The user whose permission this row depends on; null if it depends on none. */
  author_id: string | null;
}

interface EventsTable {
  office_id: string;
  position: number;
  type: string;
  at: ColumnType<Date, Date, never>;
  data: JSONColumnType<Record<string, unknown>, string, never>;
  order_id: number | null;
  batch: string | null;
}

export interface CouriersTable extends OfOffice {
  id: Generated<number>;
  name: string;
  phone: string | null;
  vehicle: Vehicle;
  vehicle_category: VehicleCategory | null;
  plate: string | null;
  /** Districts by INEI code. */
  zones: string[];
  /** Drawn zones. */
  zone_ids: Generated<string[]>;
  shift_from: string;
  shift_to: string;
  capacity_orders: number;
  capacity_grams: number;
  state: CourierState;
  version: Generated<number>;
  created_at: Date;
  /** Null also for couriers retired before this was recorded. */
  retired_at: Date | null;
}

interface CourierDocumentsTable extends OfOffice {
  courier_id: number;
  kind: CourierDocumentKind;
  number: string | null;
  /** The last valid day. */
  until: string | null;
}

/** A day on which a courier is absent. */
interface CourierAbsencesTable extends OfOffice {
  courier_id: number;
  day: string;
}

/** The order's content, which changes only by edits. */
interface OrderDetailsTable extends OfOffice {
  id: Generated<number>;
  code: string;
  collect_due: number | null;
  client_id: string | null;
  client_name: string;
  client_phone: string | null;
  recipient: string;
  phone: string | null;
  address: string;
  reference: string | null;
  ubigeo: string;
  lat: number;
  lng: number;
  approximate: boolean;
  /** Dates and times of the office's calendar are text, so that no driver converts them to another zone. */
  date: string;
  window_from: string | null;
  window_to: string | null;
  packages: number;
  weight_grams: number;
  client_reference: string | null;
  guide: string | null;
  note: string | null;
  priority: Priority;
  evidence: Generated<number>;
  created_at: Date;
  /** The first time window that was promised, on the day it was promised for; null without one. */
  promised_from: Date | null;
  promised_to: Date | null;
  /** The hour in which it begins, `00` to `23`, in the office's zone. */
  promised_hour: string | null;
}

/** Columns of that table that the view `orders` does not have. */
interface MovedOrderTable {
  /** The date before the first move to another day; null if it was never moved. */
  first_date: string | null;
  /** The client and its reference in normal form, see `referenceKeyOf`; null without one, or until the key is added. */
  reference_key: string | null;
  /** 0, except in duplicates that are older than the comparison by normal form. */
  reference_copy: Generated<number>;
}

/** The order's progress. Narrow and with few indexes, because every dispatch operation updates it. */
interface OrderProgressTable {
  office_id: string;
  order_id: number;
  state: OrderState;
  /**
   * The end of the window, or of the day; derived from them. Stored here because orders of a state are sorted by it.
   */
  due_at: Date;
  attempt: Generated<number>;
  courier_id: number | null;
  /** The stop in the courier's route. Kept after closing. */
  sequence: number | null;
  reason: string | null;
  /** The date that the recipient asked for instead. */
  wanted: string | null;
  /** Empty until the order is delivered. */
  payments: JSONColumnType<Payment[], never, never>;
  /** Why the payments differ from the amount due. */
  difference: string | null;
  /** When the visit took place. */
  closed_at: Date | null;
  /** The working day that it counts in, see `workingDaysOf`; null without a visit. */
  visit_day: string | null;
  version: Generated<number>;
  changed_at: Date;
  changed_username: string;
  changed_user: string;
  changed_what: OrderChange;
}

type ReadOnly<Table> = { [Column in keyof Table]: ColumnType<SelectType<Table[Column]>, never, never> };

/**
 * A read-only view that joins both tables, used by every read of orders. `id` equals `order_id`, but PostgreSQL does
 * not derive conditions on one from the other.
 */
export type OrdersView = ReadOnly<OrderDetailsTable & Omit<OrderProgressTable, 'office_id'>>;

interface OrderSearchTable extends OfOffice {
  order_id: number;
  text: string;
}

interface BatchesTable extends OfOffice {
  id: string;
  /** `sub` of the person who made it. */
  person: string;
  at: Date;
  undoable: boolean;
  undone_by: string | null;
}

interface IdempotencyKeysTable {
  company_id: string;
  person: string;
  key: string;
  request_hash: string;
  answer: JSONColumnType<Record<string, unknown>, string | null> | null;
  created_at: Date;
}

interface ReasonsTable extends OfOffice {
  code: string;
  name: string;
  place: number;
}

/** Which columns a file has, remembered for the next file with the same headings. */
export interface KnownLayout {
  /** SHA-256 of the normalized headings, or of them and a client, in hex. */
  signature: string;
  columns: ColumnChoice<ImportColumnKey>['columns'];
  /** Client of lines without one. */
  client: string | null;
}

/** The layout of a stored preview. */
export interface KeptLayout extends KnownLayout {
  /** Signature of the headings for the client of all lines. Missing in previews of an earlier version. */
  ofClient?: string | null;
  /** Date of lines without one. */
  date?: string | null;
  /** Whether a date of the file has its month first. */
  monthFirst?: boolean;
  /** Place of each column in a line of the broken-lines file. */
  places: Partial<Record<ImportColumnKey, number>>;
  /** Number of cells in such a line, without the errors. */
  width: number;
}

/** Answers about unknown clients of a file. */
export interface ClientAnswers {
  /** A text of the file, and the client that it means; null to keep the text. */
  clients: (readonly [text: string, client: string | null])[];
  /** Whether all other texts are kept. */
  keepOthers: boolean;
}

/** What a line of a preview states besides its order. */
export interface StoredExtra {
  /** The courier that the line names, and the place of the stop in the route. */
  courierId?: string;
  stop?: number;
  /** Code of the order that the line was exported from. */
  code?: string;
}

/** Outcome of a stored line. Imported lines are deleted. */
export type StoredOutcome = 'order' | 'error' | 'hidden' | 'repeated' | 'taken-out';

interface ImportsTable extends OfOffice {
  id: Generated<number>;
  /** `sub` of the person who uploaded the file, followed by their user name and display name. */
  person: string;
  username: string;
  user_name: string;
  file_name: string;
  /** SHA-256 of the file, in hex. */
  file_hash: string;
  /** Header of the file of lines that are not imported, while they are stored. */
  header: string | null;
  at: Date;
  /** The result of the import; null before it. */
  batch: string | null;
  orders: number | null;
  /** Null for previews of an earlier version. */
  layout: JSONColumnType<KeptLayout | null, string | null, never>;
  /** Counts the changes of its lines. */
  revision: Generated<number>;
  /** Counts of the rows that are not lines. Null for imports of an earlier version. */
  aside: JSONColumnType<RowsAside | null, string | null, never>;
  /** Other sheets with content. */
  sheets: JSONColumnType<{ name: string; rows: number }[] | null, string | null, never>;
  clients: JSONColumnType<ClientAnswers | null, string | null>;
  /** Size of the lines that were not imported, in bytes; null before the import. */
  left_bytes: number | null;
  /** The user whose permission this row depends on; null if it depends on none. */
  author_id: string | null;
}

/** A line of a preview, or after the import a line that was not imported. */
interface ImportLinesTable {
  import_id: number;
  /** First row, as spreadsheets count. */
  line: number;
  /** Numbers of all its rows. */
  rows: number[];
  outcome: StoredOutcome;
  /** The order to create. */
  input: JSONColumnType<OrderInput | null, string | null, null>;
  /** The cells as CSV. */
  text: string;
  /** The errors of an invalid line. */
  why: string | null;
  /** Whether an invalid line can be fixed in the preview. */
  fixable: boolean;
  extra: JSONColumnType<StoredExtra | null, string | null, never>;
}

/** Which columns a file with certain headings has, as used for the last import. */
interface ImportLayoutsTable extends OfOffice {
  /** As in `KnownLayout`. */
  signature: string;
  columns: JSONColumnType<ColumnChoice<ImportColumnKey>['columns'] & object>;
  /** Client of lines without one. */
  client: string | null;
  at: Date;
}

interface ExportTicketsTable extends OfOffice {
  /** SHA-256 of the ticket, in hex. The ticket itself is not stored. */
  ticket_hash: string;
  person: string;
  request: JSONColumnType<Record<string, unknown>, string, never>;
  at: Date;
  /** The day in the office's calendar, and the number of orders that the export is counted with. */
  day: string;
  orders: number;
  /** The user whose permission this row depends on; null if it depends on none. */
  author_id: string | null;
}

interface ClientLookupsTable {
  company_id: string;
  person: string;
  /** A code or RUC that no client has, as a hash. */
  word: string;
  at: Date;
}

interface ExportDaysTable {
  company_id: string;
  /** `sub` of the person who exported. */
  person: string;
  day: string;
  orders: number;
}

export interface ViewsTable extends OfOffice {
  id: Generated<number>;
  person: string;
  username: string;
  user_name: string;
  name: string;
  folded_name: string;
  filter: JSONColumnType<OrderFilterQuery>;
  sort: OrderSort | null;
  version: Generated<number>;
  created_at: Date;
  changed_at: Date;
}

interface ZoneShape {
  name: string;
  color: ZoneColor;
  corners: JSONColumnType<[lat: number, lng: number][]>;
}

export interface ZonesTable extends OfOffice, ZoneShape {
  id: Generated<number>;
  folded_name: string;
  /** The corners as PostgreSQL's polygon, for conditions. */
  area: string;
  version: Generated<number>;
  /** Set for a removed zone, which can be restored. */
  removed_at: Date | null;
}

/** A zone as it was after a change. */
export interface ZoneVersionsTable extends OfOffice, ZoneShape {
  zone_id: number;
  version: number;
  what: ZoneChange;
  at: Date;
  username: string;
  user_name: string;
}

/** Who received an order, as the courier wrote it. */
export interface Receiver {
  name: string;
  /** DNI or another document, unmasked. */
  document: string | null;
  relation: string | null;
}

/** A photo or signature. Its files are in the evidence store. */
export interface EvidenceTable extends OfOffice, Located {
  id: Generated<number>;
  /** The sender's id of the upload, unique in the office forever. */
  upload: string;
  order_id: number;
  /** Of the order, as its row: kept here for the filters of Imagenes. */
  client_id: string | null;
  /** Of the order, as `client_id`. */
  ubigeo: string;
  /** Number of the visit. */
  attempt: number;
  kind: EvidenceKind;
  /** Id of the visit, if a courier's phone sent the photo. */
  visit: string | null;
  courier_id: number | null;
  receiver: JSONColumnType<Receiver | null, string | null, never>;
  /** When it was taken, by the server's clock. */
  at: Date;
  /** The same by the device's clock. */
  device_at: Date;
  /** Measured difference of the server's clock to the device's, in ms. */
  clock_offset_ms: number | null;
  arrived_at: Date;
  /** Name of its files in the store. */
  file: string;
  width: number;
  height: number;
  /** Of all its files. */
  bytes: number;
  /** SHA-256 of the file as sent, in hex. */
  sha256: string;
  /** Id of an earlier order with the same file. */
  same_as: number | null;
  /** Null until the photo is checked; its `distance` is in meters. */
  checked_at: Date | null;
  faults: Generated<PhotoFault[]>;
  distance: number | null;
  /** Id of an earlier order of the office with nearly the same picture. */
  alike: number | null;
  /** When somebody accepted its faults, or a newer photo replaced it. */
  settled_at: Date | null;
  /** See `pictureHash`; null for a signature or a picture without contrast. */
  picture_hash: string | null;
  by_username: string;
  by_user: string;
}

/** A photo that a phone sends in parts. Ended uploads are kept: a repetition gets the same answer. */
export interface PhotoUploadsTable extends Located {
  office_id: string;
  courier_id: number;
  /** Made by the phone, unique per courier forever. */
  id: string;
  company_id: string;
  visit: string;
  kind: EvidenceKind;
  /** Of the whole file, as declared. */
  bytes: number;
  /** SHA-256 of the whole file in hex, as declared. */
  sha256: string;
  /** By the device's clock. */
  taken_at: ColumnType<Date, Date | string, never>;
  /** When its file was made, by the device's clock. */
  file_at: ColumnType<Date | null, Date | string | null | undefined, never>;
  clock_offset_ms: number | null;
  received: Generated<number>;
  state: 'open' | 'stored' | 'refused';
  problem: string | null;
  begun_at: Date;
  changed_at: Date;
}

/** Parts of an open upload, without gaps. */
interface PhotoPartsTable {
  office_id: string;
  courier_id: number;
  upload: string;
  at_byte: number;
  bytes: Uint8Array;
}

/** Where an office has delivered, or placed a pin, for a client, recipient and address. */
interface PlacesTable extends OfOffice {
  /** See `placeKey`. */
  key: string;
  lat: number;
  lng: number;
  /** When it was last confirmed. */
  used_at: Date;
}

/** Cached answers of the geocoder; without coordinates if it found nothing. */
interface GeocodesTable {
  /** See `geocodeKey`. */
  key: string;
  lat: number | null;
  lng: number | null;
  at: Date;
}

/** Orders at the centre of their district for which the geocoder has not been called yet. */
interface OrdersToLocateTable extends OfOffice {
  order_id: number;
  /** Calls that failed. */
  attempts: Generated<number>;
  /** While a process works on it, or until the next attempt. */
  claimed_until: Date;
}

/** A link that connects a phone. Deleted when it is used or replaced. */
interface CourierLinksTable extends OfOffice {
  /** SHA-256 of the secret in its address, in hex. */
  secret_hash: string;
  courier_id: number;
  /** SHA-256 of secret and code: the code alone could be found by trying all of them. */
  code_hash: string;
  wrong_codes: Generated<number>;
  created_at: Date;
  expires_at: Date;
  /** The user whose permission this row depends on; null if it depends on none. */
  author_id: string | null;
}

interface CourierDevicesTable extends OfOffice {
  id: Generated<number>;
  /** SHA-256 of the session id that only the phone has. */
  session_hash: string;
  courier_id: number;
  name: string;
  connected_at: Date;
  /** Precise to a minute. */
  used_at: Date;
  revoked_at: Date | null;
}

/** Where couriers were. Partitioned by the day of `at` in UTC. */
interface PositionsTable {
  office_id: string;
  courier_id: number;
  /** Corrected by the measured offset of the device's clock. */
  at: Date;
  lat: number;
  lng: number;
  /** Radius in meters. */
  accuracy: number | null;
  /** Meters a second. */
  speed: number | null;
  /** Degrees from north, clockwise. */
  heading: number | null;
  /** Why it is on no map, see `judgeFixes`; null for a plausible one. */
  doubt: Generated<FixDoubt | null>;
  source: 'page' | 'tracker';
  arrived_at: Date;
}

/** The newest position of each courier. */
interface CourierPositionsTable {
  office_id: string;
  courier_id: number;
  at: Date;
  lat: number;
  lng: number;
  accuracy: number | null;
  /** Meters a second; null if the device did not report it. */
  speed: Generated<number | null>;
  /** Percent; null if the device did not report it. */
  battery: Generated<number | null>;
  arrived_at: Date;
  /** See `judgeFixes`. */
  suspect: unknown;
  /** Counts the changes of the courier's arrivals, except of how long a stay lasts. */
  arrivals_version: Generated<number>;
}

/** A stay of a courier at the place of a stop. */
interface ArrivalsTable {
  office_id: string;
  order_id: number;
  courier_id: number;
  arrived_at: Date;
  /** Until when the courier certainly was there. */
  until_at: Date;
  /** The first position elsewhere; null if none followed soon. */
  left_at: Date | null;
}

/** The Traccar Client of a courier. Deleted when it is revoked. */
interface CourierTrackersTable extends OfOffice {
  /** SHA-256 of its token, in hex. */
  token_hash: string;
  courier_id: number;
  connected_at: Date;
  /** Precise to a minute. */
  used_at: Date | null;
  /** Why its newest fix was refused or is doubtful; null if it was accepted. */
  refused: string | null;
  /** Number of messages and fixes that could not be read since it was connected. */
  unreadable: Generated<number>;
  /** Why the newest of them could not. */
  unreadable_reason: Generated<string | null>;
  unreadable_at: Generated<Date | null>;
  /** When the courier was informed; null if nobody recorded it. */
  notice_at: Date | null;
  /** Who recorded a notice on paper; null if the courier accepted it on the phone. */
  notice_user: string | null;
  /** The user whose permission this row depends on; null if it depends on none. */
  author_id: string | null;
}

/** A visit as a courier's phone sent it, and what became of it. Only the latter changes. */
export interface FieldVisitsTable extends OfOffice, Located {
  id: Generated<number>;
  /** The phone's id, unique forever. */
  visit: string;
  courier_id: number;
  device_id: number;
  order_id: number;
  attempt: number;
  /** The order's version that the phone saw. */
  seen_version: number;
  /** Hash of what a repetition must not change, in hex. */
  request_hash: string;
  /** The visit that this one corrects, which may be unknown. */
  corrects: string | null;
  /** The first visit of a chain of corrections; its own id for others. */
  root: string;
  to_state: Visit['to'];
  reason: string | null;
  /** Null if the phone sent none. */
  payments: JSONColumnType<Payment[] | null, string | null, never>;
  difference: string | null;
  device_at: Date;
  clock_offset_ms: number | null;
  /** The device's time corrected by the offset; the time of arrival if that is impossible. */
  at: Date;
  doubtful_time: boolean;
  arrived_at: Date;
  receiver: JSONColumnType<Receiver | null, string | null, string | null>;
  /** Photos announced. */
  photos: JSONColumnType<Visit['photos'], string, never>;
  /** The order when the visit arrived. */
  found: JSONColumnType<OrderSide, string, never>;
  state: VisitState;
  /** Why it is reviewed. */
  why: ReviewReason | null;
  /** The first answer, given again to a repetition. */
  result: VisitAnswer['result'];
  order_state: OrderState;
  order_version: number;
  decided_at: Date | null;
  decided_username: string | null;
  decided_user: string | null;
  decided_why: string | null;
  /** Something is wrong with a picture of it, and the office has not seen that yet. */
  unreadable_photo: Generated<boolean>;
  /** What is wrong; empty if a photo is unreadable. */
  picture_doubts: Generated<PictureMark[]>;
  /** Shared by the visits of one confirmation at one door. */
  door: string | null;
  /** The date that the recipient asked for instead. */
  wanted: string | null;
  /** When its receiver and place were erased on request: its photos are not stored any more. */
  erased_at: Date | null;
  /** What the checks of the closing itself found. */
  faults: Generated<PhotoFault[]>;
  /** When somebody accepted them. */
  settled_at: Date | null;
}

/** Removals of personal data: numbers of rows, without identities. */
interface ErasuresTable extends OfOffice {
  id: Generated<number>;
  at: Date;
  cause: 'retention' | 'purge' | 'person';
  /** Number of rows of each kind. */
  removed: JSONColumnType<Record<string, number>, string, never>;
}

/** A courier's working day. Without a row, nothing but visits has happened. */
interface CourierDaysTable extends OfOffice {
  courier_id: number;
  /** In the office's calendar. */
  day: string;
  /** «Salí a ruta» of the courier. */
  started_at: Date | null;
  /** «En ruta» of the office. */
  set_out_at: Date | null;
  ended_at: Date | null;
  /** «Cerrar ruta» of the office instead of «Cierre» of the courier. */
  ended_by_office: Generated<boolean>;
  /** What the phone still had to send at the end. */
  unsent: number | null;
  confirmed_at: Date | null;
  confirmed_username: string | null;
  confirmed_user: string | null;
  /** The office's limit of expenses then, in céntimos; null for a day that was confirmed before there was one. */
  expense_limit: number | null;
  /** As they were confirmed. */
  totals: JSONColumnType<DayTotals | null, string | null, string | null>;
}

/** An entry of the ledger: money that moves from one place to another, or without an amount, what was done. */
interface MoneyEntriesTable extends OfOffice {
  id: Generated<number>;
  courier_id: number;
  /** The working day that the money was collected on. */
  day: string;
  /** Groups the entries of one request. */
  act: string;
  what: MoneyAct;
  at: Date;
  by_username: string;
  by_user: string;
  /** `sub` of the person. */
  person: string;
  means: CollectionMeans | null;
  /** Null: from the recipient. */
  source: MoneyPlace | null;
  /** Null: back to the recipient. */
  target: MoneyPlace | null;
  amount: number | null;
  /** Of a difference. */
  reason: MoneyReason | typeof CORRECTION | null;
  order_id: number | null;
  /** The number of an operation of the account. */
  operation: string | null;
  note: string | null;
  counted: JSONColumnType<Counted | null, string | null, string | null>;
  /** The act that this one cancels. */
  undoes: string | null;
  /** What an agreement is about; `nadie_mas` of a confirmation: nobody else could have agreed with the expenses. */
  matter: AgreedMatter | 'nadie_mas' | null;
  /** The amount that was agreed with. */
  agreed: number | null;
}

/** What the entries add up to, by place. Kept in the transaction of the entries. */
interface MoneyBalancesTable {
  office_id: string;
  courier_id: number;
  day: string;
  means: CollectionMeans;
  place: MoneyPlace;
  /** Of differences; empty for other places. */
  reason: MoneyReason | typeof CORRECTION | '';
  amount: number;
}

/** Requests of phones that start or end a day, so that a repetition changes nothing. */
interface CourierActsTable {
  office_id: string;
  /** Made by the phone. */
  id: string;
  courier_id: number;
  day: string;
}

/** The note for the courier of an order; a new one replaces it. */
interface CourierNotesTable extends OfOffice {
  id: Generated<number>;
  order_id: number;
  text: string;
  at: Date;
  by_username: string;
  by_user: string;
  read_at: Date | null;
  /** The courier who read it. */
  read_by: number | null;
}

/** A photo that the courier of a closed order still has to take. */
interface PhotoRequestsTable extends OfOffice {
  order_id: number;
  courier_id: number;
  /** The visit that the photo belongs to. */
  visit: string;
  kind: PhotoRequest['kind'];
  asked_at: Date;
  by_username: string;
  by_user: string;
  /** When the photo arrived. */
  answered_at: Date | null;
}

/** When an office was last searched for what needs attention. Its row lock serializes changes of the lines. */
interface AttentionBoardsTable extends OfOffice {
  swept_at: Date;
  /** The newest event that the search has seen. */
  swept_position: number;
  /** Counts the changes of the list. */
  revision: Generated<number>;
}

/** A cause as it is stored, with times in epoch milliseconds. */
export type StoredCause = Omit<AttentionCause, 'since' | 'due'> & { since: number; due?: number };

/** An order or courier that needs a person, from its first cause to its last. */
export interface AttentionLinesTable extends OfOffice {
  id: GeneratedAlways<number>;
  subject: 'orden' | 'repartidor';
  subject_id: number;
  /** Of its most urgent cause, as `rank`. */
  since: Date;
  rank: number;
  kinds: AttentionKind[];
  causes: JSONColumnType<StoredCause[]>;
  /** Counts what people did with it. */
  version: Generated<number>;
  taken_at: Date | null;
  /** `sub` of the person. */
  taken_person: string | null;
  taken_username: string | null;
  taken_user: string | null;
  snoozed_until: Date | null;
  snoozed_username: string | null;
  snoozed_user: string | null;
  /** Null while it is open. */
  closed_at: Date | null;
}

interface AttentionActsTable {
  office_id: string;
  id: GeneratedAlways<number>;
  line_id: number;
  act: AttentionHistoryAct;
  at: Date;
  username: string;
  user_name: string;
  until: Date | null;
  /** Who received the line, for «entregar». */
  to_username: string | null;
  to_user: string | null;
}

/** A note of one shift to the next. */
interface ShiftNotesTable extends OfOffice {
  id: GeneratedAlways<number>;
  at: Date;
  /** `sub` of the author. */
  person: string;
  username: string;
  user_name: string;
  text: string;
}

interface ShiftReadsTable {
  office_id: string;
  note_id: number;
  /** `sub` of the reader. */
  person: string;
  at: Date;
  username: string;
  user_name: string;
}

/** A link that shows an order, or a client's day, without an account. Deleted when it is revoked or has expired. */
export interface GuestLinksTable extends OfOffice {
  id: Generated<number>;
  /** SHA-256 of the secret in its address, in hex. */
  secret_hash: string;
  /** Null for a client's day. */
  order_id: number | null;
  client_id: string | null;
  /** When the link was created. */
  client_name: string;
  day: string | null;
  created_at: Date;
  expires_at: Date;
  by_username: string;
  by_user: string;
  /** The user who created it; null if another host has the accounts. */
  author_id: string | null;
  /** How many times it was opened. */
  openings: Generated<number>;
  /** The last opening that is in the orders' history. */
  noted_at: Date | null;
}

/** What happened with a link, for the history of the orders it shows. Stays after the link. */
interface GuestActsTable extends OfOffice {
  id: Generated<number>;
  link_id: number;
  /** Null for a client's day. */
  order_id: number | null;
  client_id: string | null;
  day: string | null;
  what: ShareChange;
  at: Date;
  expires_at: Date;
  /** Null for a guest. */
  by_user: string | null;
}

/** An opening of such a link, and the session of the guest who opened it. */
interface GuestOpeningsTable {
  office_id: string;
  id: Generated<number>;
  link_id: number;
  /** SHA-256 of the session id that only the guest has, in base64url. */
  session_hash: string;
  at: Date;
  /** The network of the guest's address, see `GuestClaims`. */
  network: string;
}

/** Append-only, see migration 073. */
interface TrailTable {
  company_id: string;
  id: Generated<number>;
  at: Generated<Date>;
  /** Later than `at` for a row that counts. */
  last_at: Generated<Date>;
  office_id: string | null;
  kind: TrailKind;
  /** Of the user, if known; a pseudonym's user keeps it. */
  actor_id: string | null;
  /** User name; null for unknown people. */
  actor: string | null;
  actor_name: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  subject_name: string | null;
  address: string | null;
  request_id: string | null;
  /** Of the last time, for a row that counts. */
  last_address: Generated<string | null>;
  last_request_id: Generated<string | null>;
  count: Generated<number>;
  entry_key: string | null;
  details: JSONColumnType<TrailDetails | null, string | null | undefined, never>;
}

/** Never has recipients, passwords, or what an unknown person typed. */
export type TrailDetails = Record<string, unknown>;

interface MetaTable {
  key: string;
  value: string;
}

/** Keys with which gateways have signed recently, as hashes. */
interface AcceptedKeysTable {
  fingerprint: string;
  accepted_at: Date;
}

export interface Schema {
  companies: CompaniesTable;
  offices: OfficesTable;
  users: UsersTable;
  access_tokens: AccessTokensTable;
  password_links: PasswordLinksTable;
  sign_ins: SignInsTable;
  former_usernames: FormerUsernamesTable;
  profiles: ProfilesTable;
  account_changes: AccountChangesTable;
  person_days: PersonDaysTable;
  person_reads: PersonReadsTable;
  clients: ClientsTable;
  client_changes: ClientChangesTable;
  client_notes: ClientNotesTable;
  client_imports: ClientImportsTable;
  events: EventsTable;
  couriers: CouriersTable;
  courier_documents: CourierDocumentsTable;
  courier_absences: CourierAbsencesTable;
  orders: OrdersView;
  order_details: OrderDetailsTable & MovedOrderTable;
  order_progress: OrderProgressTable;
  order_search: OrderSearchTable;
  batches: BatchesTable;
  idempotency_keys: IdempotencyKeysTable;
  reasons: ReasonsTable;
  imports: ImportsTable;
  import_lines: ImportLinesTable;
  import_layouts: ImportLayoutsTable;
  export_tickets: ExportTicketsTable;
  export_days: ExportDaysTable;
  client_lookups: ClientLookupsTable;
  views: ViewsTable;
  zones: ZonesTable;
  zone_versions: ZoneVersionsTable;
  evidence: EvidenceTable;
  photo_uploads: PhotoUploadsTable;
  photo_parts: PhotoPartsTable;
  places: PlacesTable;
  geocodes: GeocodesTable;
  orders_to_locate: OrdersToLocateTable;
  courier_links: CourierLinksTable;
  courier_devices: CourierDevicesTable;
  positions: PositionsTable;
  courier_positions: CourierPositionsTable;
  arrivals: ArrivalsTable;
  courier_trackers: CourierTrackersTable;
  field_visits: FieldVisitsTable;
  erasures: ErasuresTable;
  courier_days: CourierDaysTable;
  courier_acts: CourierActsTable;
  money_entries: MoneyEntriesTable;
  money_balances: MoneyBalancesTable;
  courier_notes: CourierNotesTable;
  photo_requests: PhotoRequestsTable;
  attention_boards: AttentionBoardsTable;
  attention_lines: AttentionLinesTable;
  attention_acts: AttentionActsTable;
  shift_notes: ShiftNotesTable;
  shift_reads: ShiftReadsTable;
  guest_links: GuestLinksTable;
  guest_openings: GuestOpeningsTable;
  guest_acts: GuestActsTable;
  trail: TrailTable;
  meta: MetaTable;
  /** Always empty: test writes are rolled back. */
  write_tests: { filler: Buffer };
  accepted_keys: AcceptedKeysTable;
}
