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
  type PlaceDegree,
  type PlaceOrigin,
  type Priority,
  type ReviewReason,
  type RouteEnd,
  type RouteObjective,
  type RowsAside,
  type ShareChange,
  type StartingPoint,
  type TrailKind,
  type Vehicle,
  type VehicleCategory,
  type Visit,
  type VisitAnswer,
  type VisitState,
  type ZoneChange,
  type ZoneColor,
} from '@despacho/contracts/dispatch';
import { type ColumnType, type Generated, type SelectType } from 'kysely';
import { type Tables } from './tables.ts';

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

/** Who received an order, as the courier wrote it. */
export interface Receiver {
  name: string;
  /** DNI or another document, unmasked. */
  document: string | null;
  relation: string | null;
}

/** A cause as it is stored, with times in epoch milliseconds. */
export type StoredCause = Omit<AttentionCause, 'since' | 'due'> & { since: number; due?: number };

/** Never has recipients, passwords, or what an unknown person typed. */
export type TrailDetails = Record<string, unknown>;

/** Columns whose values have another type than PostgreSQL's. Generated and nullable columns remain so. */
interface Overrides {
  attention_acts: { act: AttentionHistoryAct };
  attention_lines: { subject: 'orden' | 'repartidor'; kinds: AttentionKind[]; causes: StoredCause[] };
  client_changes: {
    at: Fixed<Date>;
    what: ClientChange;
    before: FixedJson<TrailDetails>;
    after: FixedJson<TrailDetails>;
  };
  client_imports: { at: Fixed<Date>; lines: FixedJson<ClientImportLine[]> };
  client_notes: ClientProof;
  clients: { contacts: ClientContact[]; addresses: ClientAddress[] };
  courier_days: { totals: DayTotals };
  courier_documents: { kind: CourierDocumentKind };
  courier_positions: { suspect: unknown };
  couriers: { vehicle: Vehicle; vehicle_category: VehicleCategory; state: CourierState };
  doors: { degree: PlaceDegree; source: PlaceOrigin };
  erasures: { cause: 'retention' | 'purge' | 'person'; removed: FixedJson<Record<string, number>> };
  events: { at: Fixed<Date>; data: FixedJson<Record<string, unknown>> };
  evidence: { kind: EvidenceKind; receiver: FixedJson<Receiver | null>; faults: PhotoFault[] };
  export_tickets: { request: FixedJson<Record<string, unknown>> };
  field_visits: {
    to_state: Visit['to'];
    payments: FixedJson<Payment[] | null>;
    receiver: Receiver;
    photos: FixedJson<Visit['photos']>;
    found: FixedJson<OrderSide>;
    state: VisitState;
    why: ReviewReason;
    result: VisitAnswer['result'];
    order_state: OrderState;
    picture_doubts: PictureMark[];
    faults: PhotoFault[];
  };
  guest_acts: { what: ShareChange };
  idempotency_keys: { answer: Record<string, unknown> };
  import_layouts: { columns: ColumnChoice<ImportColumnKey>['columns'] & object };
  import_lines: {
    outcome: StoredOutcome;
    input: ColumnType<OrderInput | null, string | null, null>;
    extra: FixedJson<StoredExtra | null>;
  };
  imports: {
    layout: FixedJson<KeptLayout | null>;
    aside: FixedJson<RowsAside | null>;
    sheets: FixedJson<{ name: string; rows: number }[] | null>;
    clients: ClientAnswers;
  };
  money_balances: { means: CollectionMeans; place: MoneyPlace; reason: MoneyReason | typeof CORRECTION | '' };
  money_entries: {
    what: MoneyAct;
    means: CollectionMeans;
    source: MoneyPlace;
    target: MoneyPlace;
    reason: MoneyReason | typeof CORRECTION;
    counted: Counted;
    matter: AgreedMatter | 'nadie_mas';
  };
  offices: {
    photo_requirements: PhotoRequirements;
    attention: Partial<AttentionRules>;
    photo_far: CourierSettings['far'];
    starting_point: StartingPoint;
    objective: RouteObjective;
    route_end: RouteEnd;
    settings_changed: CourierSettings['changed'];
    closed: CompanyOffice['closed'];
  };
  order_details: { priority: Priority; place_degree: PlaceDegree; place_source: PlaceOrigin };
  order_progress: { state: OrderState; payments: ColumnType<Payment[], never, never>; changed_what: OrderChange };
  photo_requests: { kind: PhotoRequest['kind'] };
  photo_uploads: {
    kind: EvidenceKind;
    taken_at: ColumnType<Date, Date | string, never>;
    file_at: ColumnType<Date | null, Date | string | null | undefined, never>;
    state: 'open' | 'stored' | 'refused';
  };
  places: { degree: PlaceDegree; source: PlaceOrigin };
  positions: { doubt: FixDoubt; source: 'page' | 'tracker' };
  trail: { kind: TrailKind; details: FixedJson<TrailDetails | null> };
  users: { state: PersonState };
  views: { filter: OrderFilterQuery; sort: OrderSort };
  zone_versions: ZoneShape & { what: ZoneChange };
  zones: ZoneShape;
}

interface ZoneShape {
  color: ZoneColor;
  corners: [lat: number, lng: number][];
}

/** A column that no update changes. */
type Fixed<T> = ColumnType<T, T, never>;
type FixedJson<T> = ColumnType<T, null extends T ? string | null : string, never>;

/** Compiles only for overrides of columns that exist. */
type Known<All> = {
  [Table in keyof All]: Table extends keyof Tables
    ? { [Column in keyof All[Table]]: Column extends keyof Tables[Table] ? unknown : never }
    : never;
};

type OrNull<Generated, T> = null extends Generated ? T | null : T;

/** @returns the generated type with other values; an override with a `ColumnType` replaces it. */
type Refined<Column, T> = [T] extends [{ readonly __select__: unknown }]
  ? T
  : Column extends ColumnType<infer Selected, infer Inserted, infer Updated>
    ? unknown extends Selected
      ? ColumnType<OrNull<Updated, T>, Inserted, Updated>
      : Generated<OrNull<Selected, T>>
    : OrNull<Column, T>;

type WithOverrides<All extends Known<All>> = {
  [Table in keyof Tables]: {
    [Column in keyof Tables[Table]]: Table extends keyof All
      ? Column extends keyof All[Table]
        ? Refined<Tables[Table][Column], All[Table][Column]>
        : Tables[Table][Column]
      : Tables[Table][Column];
  };
};

type Stored = WithOverrides<Overrides>;

/** The columns of the view, with the types of the tables that it joins. */
export type OrdersView = {
  [Column in keyof Tables['orders']]: ColumnType<
    SelectType<(Stored['order_details'] & Stored['order_progress'])[Column]>,
    never,
    never
  >;
};

/** Every table and view of the migrated database. */
export interface Schema extends Omit<Stored, 'orders'> {
  orders: OrdersView;
}

export type AttentionLinesTable = Schema['attention_lines'];
export type ClientsTable = Schema['clients'];
export type CouriersTable = Schema['couriers'];
export type EvidenceTable = Schema['evidence'];
export type FieldVisitsTable = Schema['field_visits'];
export type GuestLinksTable = Schema['guest_links'];
export type PhotoUploadsTable = Schema['photo_uploads'];
export type ViewsTable = Schema['views'];
export type ZonesTable = Schema['zones'];
