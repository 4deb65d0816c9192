import { type ColumnType, type Generated, type JSONColumnType } from 'kysely';

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
  meta: MetaTable;
}
