import { type Schema } from '#platform/database/schema.ts';

/** The view has the columns of its tables. */
type Table = Exclude<keyof Schema, 'orders'>;

/** Columns that name nobody in any table: ids, instants, days, counts, measures, digests and codes. */
const NEUTRAL = [
  'id company_id office_id order_id courier_id client_id user_id author_id at day date kind what state version created_at expires_at',
  'used_at accepted_at act actor_id alike amount arrival_radius arrived_at aside at_byte attempt attempts batch',
  'begun_at break_glass_until capacity_grams capacity_orders cash_limit changed_at changed_what checked_at claimed_until',
  'clock_offset_ms closed_at confirmed_at connected_at corrects count decided_at delivered device_at device_id door',
  'doubtful_time due_at ended_at ended_by_office entry_key erased_at event_position expense_limit failed file_at',
  'file_hash first_date first_day_skipped fixable height hour import_id kinds last_at last_request_id left_bytes',
  'line line_id link_id means met modules must_change_password note_id noted_at openings order_state order_version',
  'orders orders_read outcome password_changed_at password_hash permissions picture_doubts pinned place position',
  'promised_from promised_hour promised_to rank read_at read_by reason received reference_copy reference_key',
  'removed_at reported request_hash request_id result retired_at revision revoked_at root rows same_as secret_hash',
  'seen_version sequence sequence_day session_hash set_out_at settings_version settled_at shift_from shift_to sign_ins_complete',
  'signature silence since slot snoozed_until started_at state_id storage_quota storage_used subject subject_id',
  'subject_kind surplus_limit swept_at swept_position taken_at ticket_hash time_zone to_state token_hash trail_days',
  'placed_at place_at ubigeo undoable undone_by unreadable_photo unsent until vehicle vehicle_category visit_day width with_collection',
  'with_note without_evidence zone_id zone_ids zones',
] as const;

/** What an erasure does with columns. Names are separated by spaces, columns that belong together are one text. */
interface Treatment {
  /** Of a recipient or receiver, found by name, telephone or document: cleared, or deleted with their rows. */
  person?: string;
  /** Written by staff or couriers: cleared if it mentions the person. */
  text?: string;
  /** Of a retired courier: cleared, or the courier's name replaced by the number. */
  courier?: string;
  /** Rows of a courier, deleted with a retired one. */
  withCourier?: string;
  /** Username and name of who did something, where that can be a courier; the name is replaced by the number. */
  byCourier?: string;
  /** Username, display name and `sub` of a user who did something: replaced by a pseudonym. */
  author?: string | readonly string[];
  /** The same in a table of the whole company, where the display name must match too. */
  companyAuthor?: string;
  /** Of a user, replaced or deleted by separate statements. */
  user?: string;
  /** `sub` of whose rows are deleted with a user; they expire within two days in any case. */
  sub?: string;
  /** Kept: accounting requires it, or it says what a client, company or office is called and how it is reached. */
  books?: string | readonly string[];
  /** Kept: removed by age, most of it within days. */
  expires?: string;
  /** Kept: it names nobody. Digests of secrets, ids, settings, measures of rows that name somebody elsewhere. */
  plain?: string | readonly string[];
}

/** Every other column, by table. `user erase` counts tables in this order. */
const TREATMENTS = {
  order_progress: {
    author: 'changed_username changed_user',
    byCourier: 'changed_username changed_user',
    text: 'difference',
    books: 'payments',
    plain: 'wanted',
  },
  imports: {
    author: 'username user_name person',
    expires: 'file_name header layout clients sheets',
  },
  views: { author: 'username user_name person', person: 'name folded_name filter', plain: 'sort' },
  zone_versions: { author: 'username user_name', plain: 'name color corners' },
  evidence: {
    author: 'by_username by_user',
    byCourier: 'by_username by_user',
    person: 'receiver lat lng accuracy file sha256 picture_hash faults distance',
    plain: 'upload bytes visit',
  },
  field_visits: {
    author: 'decided_username decided_user',
    person: 'receiver lat lng accuracy faults',
    text: 'decided_why difference',
    courier: 'found',
    books: 'payments',
    plain: 'visit photos why wanted',
  },
  courier_days: { author: 'confirmed_username confirmed_user', books: 'totals' },
  money_entries: {
    author: 'by_username by_user person',
    byCourier: 'by_username by_user',
    text: 'note operation',
    books: 'means source target amount reason counted undoes matter agreed act',
  },
  courier_notes: { author: 'by_username by_user', text: 'text' },
  photo_requests: { author: 'by_username by_user', person: 'visit asked_at answered_at' },
  attention_lines: {
    author: ['taken_username taken_user taken_person', 'snoozed_username snoozed_user'],
    plain: 'causes',
  },
  attention_acts: { author: ['username user_name', 'to_username to_user'] },
  shift_notes: { author: 'username user_name person', text: 'text' },
  shift_reads: { author: 'username user_name person' },
  guest_links: { author: 'by_username by_user', person: 'secret_hash', books: 'client_name' },
  client_changes: { companyAuthor: 'username user_name', books: 'before after' },
  order_details: {
    person: 'recipient phone address reference note lat lng other_lat other_lng approximate door_key',
    plain: 'place_degree place_source place_radius place_contested',
    text: 'note',
    books: [
      'code collect_due client_name client_phone ubigeo window_from window_to packages weight_grams client_reference guide',
      'priority evidence',
    ],
  },
  order_search: { person: 'text' },
  places: { person: 'key lat lng former', plain: 'degree source' },
  geocodes: { person: 'key lat lng door', plain: 'degree radius' },
  doors: {
    person: 'key street_key address block number lat lng other_lat other_lng former',
    plain: 'degree source radius agreeing contradicting',
  },
  door_marks: { person: 'lat lng accuracy' },
  photo_uploads: { person: 'lat lng accuracy problem', plain: 'visit bytes sha256' },
  photo_parts: { person: 'bytes', plain: 'upload' },
  events: { person: 'data', text: 'data', courier: 'data', user: 'data', plain: 'type' },
  couriers: { courier: 'name phone plate' },
  courier_devices: { courier: 'name' },
  courier_links: { withCourier: 'secret_hash code_hash wrong_codes author_id' },
  courier_trackers: {
    withCourier:
      'token_hash connected_at refused author_id notice_at notice_user unreadable unreadable_reason unreadable_at',
  },
  courier_positions: { withCourier: 'lat lng accuracy arrived_at suspect arrivals_version speed battery' },
  courier_documents: { withCourier: 'number until' },
  courier_absences: { withCourier: 'day' },
  positions: { withCourier: 'lat lng accuracy speed heading source arrived_at doubt' },
  arrivals: { withCourier: 'arrived_at until_at left_at' },
  person_days: { sub: 'person', plain: 'changes' },
  person_reads: { sub: 'person' },
  client_lookups: { sub: 'person', plain: 'word' },
  export_days: { sub: 'person' },
  export_tickets: { sub: 'person', expires: 'request' },
  idempotency_keys: { sub: 'person', expires: 'answer', plain: 'key' },
  place_claims: { sub: 'person', expires: 'user_name' },
  client_imports: { sub: 'person', expires: 'file_name lines' },
  users: { user: 'username name erased_at', plain: 'charge' },
  factors: { user: 'secret', plain: 'last_step wrong_at' },
  recovery_codes: { user: 'code_hash' },
  provider_links: { user: 'sub', plain: 'issuer linked_at factor_proved' },
  sign_in_rules: {
    companyAuthor: 'changed_username changed_user',
    plain: [
      'required_company required_charge_s required_offices grace_days required_since password_sign_in long_passwords',
    ],
  },
  sign_in_steps: { expires: 'proved', plain: 'sets_up' },
  sign_ins: { plain: 'first_at notices_seen_at' },
  former_usernames: { user: 'key user_id' },
  guest_acts: { user: 'by_user' },
  trail: { user: 'actor actor_name subject_name', expires: 'address last_address details' },
  offices: {
    user: 'settings_changed closed',
    books: 'name phone whatsapp',
    plain: 'province photo_requirements attention photo_far starting_point objective door_minutes route_end',
  },
  // They name only people in the same events, and expire with their undo.
  batches: { expires: 'person' },
  import_lines: { expires: 'input text why extra' },
  guest_openings: { expires: 'network' },
  geocoder_calls: { plain: 'scope calls' },
  clients: {
    books: [
      'code name tax_id contact phone email address reference district ubigeo lat lng contacts addresses terms',
      'active merged_into',
    ],
  },
  client_notes: { books: 'notes' },
  companies: { books: 'ruc name' },
  accepted_keys: { plain: 'fingerprint' },
  erasures: { plain: 'cause removed' },
  grouped_tallies: { plain: 'grouped_by value' },
  import_layouts: { plain: 'columns client' },
  meta: { plain: 'key value' },
  profiles: { plain: 'name' },
  reasons: { plain: 'code name' },
  // Sums of all couriers of an office.
  travel_cells: { plain: 'band distance_class legs straight along seconds' },
  write_tests: { plain: 'filler' },
  zones: { plain: 'name folded_name color corners area' },
} as const satisfies Partial<Record<Table, Treatment>>;

type Treatments = typeof TREATMENTS;
type Words<Text> = Text extends readonly string[]
  ? Words<Text[number]>
  : Text extends `${infer Word} ${infer Rest}`
    ? Word | Words<Rest>
    : Text;

type Named<Name extends Table> = Name extends keyof Treatments
  ? Words<Treatments[Name][keyof Treatments[Name]]>
  : never;
/** Columns without a treatment, and names that no column has. */
type Wrong<Name extends Table> =
  | Exclude<keyof Schema[Name], Named<Name> | Words<typeof NEUTRAL>>
  | Exclude<Named<Name>, keyof Schema[Name]>;
type Complete = { [Name in Table as [Wrong<Name>] extends [never] ? never : Name]: Wrong<Name> };

/** The columns of a table that are treated in a way. */
export type Treated<Name extends keyof Treatments, Kind extends keyof Treatment> =
  Treatments[Name] extends Record<Kind, infer Text> ? Words<Text> : never;

type With<Kind> = { [Name in keyof Treatments]: Kind extends keyof Treatments[Name] ? Name : never }[keyof Treatments];

/** @returns the tables with columns that are treated in a way, with these columns; a table may be there several times. */
export const columnsOf = <Kind extends keyof Treatment>(kind: Kind): [table: With<Kind>, ...columns: string[]][] =>
  Object.entries<Treatment>(TREATMENTS satisfies Complete).flatMap(([table, { [kind]: columns = [] }]) =>
    [columns].flat().map((names): [With<Kind>, ...string[]] => [table as With<Kind>, ...names.split(' ')]),
  );
