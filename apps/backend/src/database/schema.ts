import {
  type CollectionMeans,
  type CourierState,
  type OrderChange,
  type OrderFilterQuery,
  type OrderInput,
  type OrderSort,
  type OrderState,
  type Priority,
  type Vehicle,
} from '@despacho/contracts/dispatch';
import { type ColumnType, type Generated, type JSONColumnType, type SelectType } from 'kysely';

/** A company and its storage, in bytes. The tax id (RUC) is how the legacy calls name it. */
interface CompaniesTable {
  id: string;
  ruc: string;
  name: string;
  storage_quota: number;
  storage_used: Generated<number>;
  created_at: Generated<Date>;
}

interface OfficesTable {
  /** Also what people type as sucursal. */
  id: string;
  company_id: string;
  name: string;
  /** IANA name, as America/Lima. */
  time_zone: string;
  /** Position of the newest event of this office. Its row lock is what puts events in order. */
  event_position: Generated<number>;
  created_at: Generated<Date>;
}

interface UsersTable {
  id: string;
  office_id: string;
  username: string;
  name: string;
  charge: string;
  /** Module codes in the order they were given, those we do not know included. */
  permissions: string[];
  password_hash: string;
  created_at: Generated<Date>;
}

interface AccessTokensTable {
  /** SHA-256 of the token, in hex. The token itself is kept nowhere. */
  token_hash: string;
  user_id: string;
  expires_at: Date;
  created_at: Generated<Date>;
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

export interface CouriersTable {
  id: Generated<number>;
  company_id: string;
  office_id: string;
  name: string;
  phone: string | null;
  vehicle: Vehicle;
  plate: string | null;
  zones: string[];
  shift_from: string;
  shift_to: string;
  capacity_orders: number;
  capacity_grams: number;
  state: CourierState;
  version: Generated<number>;
  created_at: Date;
}

/** What was ordered. Changes when somebody corrects it. */
interface OrderDetailsTable {
  id: Generated<number>;
  company_id: string;
  office_id: string;
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
  /** Days and times of the office's calendar are text: no driver can move them to another zone. */
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
}

/** What becomes of an order: narrow and with few indexes, as every act of dispatching changes it. */
interface OrderProgressTable {
  office_id: string;
  order_id: number;
  state: OrderState;
  /** The end of its window, or of its day: follows both. Here because orders of a state are sorted by it. */
  due_at: Date;
  attempt: Generated<number>;
  courier_id: number | null;
  /** The stop in the courier's route. Kept when the order is closed. */
  sequence: number | null;
  reason: string | null;
  collected: number | null;
  means: CollectionMeans | null;
  version: Generated<number>;
  changed_at: Date;
  changed_username: string;
  changed_user: string;
  changed_what: OrderChange;
}

type ReadOnly<Table> = { [Column in keyof Table]: ColumnType<SelectType<Table[Column]>, never, never> };

/**
 * Both halves of an order, as a view: everything that reads orders reads these, and nothing can write them. `id` and `order_id` are
 * the same: what is asked of one of them, the database does not ask of the other half.
 */
export type OrdersView = ReadOnly<OrderDetailsTable & Omit<OrderProgressTable, 'office_id'>>;

interface OrderSearchTable {
  order_id: number;
  company_id: string;
  office_id: string;
  text: string;
}

interface BatchesTable {
  id: string;
  company_id: string;
  office_id: string;
  /** `sub` of who made it. */
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

interface ReasonsTable {
  company_id: string;
  office_id: string;
  code: string;
  name: string;
  place: number;
}

interface ImportsTable {
  id: Generated<number>;
  company_id: string;
  office_id: string;
  /** `sub` of who brought the file, then how others know that person. */
  person: string;
  username: string;
  user_name: string;
  file_name: string;
  /** SHA-256 of the file, in hex. */
  file_hash: string;
  /** First line of the file of broken lines, while the lines are stored. */
  header: string | null;
  at: Date;
  /** Of what came of it: null until it has been imported. */
  batch: string | null;
  orders: number | null;
}

/** A line of a preview: the order it would become, or the line with its errors as CSV. */
interface ImportLinesTable {
  import_id: number;
  /** As a spreadsheet counts. */
  line: number;
  input: JSONColumnType<OrderInput | null, string, never>;
  broken: string | null;
}

interface ExportTicketsTable {
  /** SHA-256 of the ticket, in hex. The ticket itself is kept nowhere. */
  ticket_hash: string;
  company_id: string;
  office_id: string;
  person: string;
  request: JSONColumnType<Record<string, unknown>, string, never>;
  at: Date;
  /** The day of the office's calendar the export counts for, and how many orders it has counted. */
  day: string;
  orders: number;
}

interface ExportDaysTable {
  company_id: string;
  /** `sub` of who exported. */
  person: string;
  day: string;
  orders: number;
}

export interface ViewsTable {
  id: Generated<number>;
  company_id: string;
  office_id: string;
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

interface MetaTable {
  key: string;
  value: string;
}

export interface Schema {
  companies: CompaniesTable;
  offices: OfficesTable;
  users: UsersTable;
  access_tokens: AccessTokensTable;
  clients: ClientsTable;
  events: EventsTable;
  couriers: CouriersTable;
  orders: OrdersView;
  order_details: OrderDetailsTable;
  order_progress: OrderProgressTable;
  order_search: OrderSearchTable;
  batches: BatchesTable;
  idempotency_keys: IdempotencyKeysTable;
  reasons: ReasonsTable;
  imports: ImportsTable;
  import_lines: ImportLinesTable;
  export_tickets: ExportTicketsTable;
  export_days: ExportDaysTable;
  views: ViewsTable;
  meta: MetaTable;
}
