import { type Kysely, sql } from 'kysely';

/** Tables whose rows belong to an office, directly or through a courier, order or zone. Only offices refer to companies. */
const OF_OFFICES = [
  'attention_boards',
  'attention_lines',
  'batches',
  'courier_absences',
  'courier_days',
  'courier_devices',
  'courier_documents',
  'courier_links',
  'courier_notes',
  'courier_trackers',
  'couriers',
  'erasures',
  'evidence',
  'export_tickets',
  'field_visits',
  'guest_acts',
  'guest_links',
  'import_layouts',
  'imports',
  'money_entries',
  'orders_to_locate',
  'photo_requests',
  'photo_uploads',
  'places',
  'profiles',
  'reasons',
  'shift_notes',
  'views',
  'zone_versions',
  'zones',
];

/**
 * Every foreign key has an index on its side, so that deleting the referenced row scans no table, and refers to a key
 * that no other index contains after other columns: with the statistics of an empty table, PostgreSQL may choose that index
 * and read all of it (decision 163). Removes keys that other keys imply.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    ...OF_OFFICES.map((table) => `alter table ${table} drop constraint if exists ${table}_company_id_fkey`),
    'alter table order_details drop constraint if exists orders_company_id_fkey',
    'alter table guest_links add foreign key (office_id) references offices (id)',
    'alter table guest_acts add foreign key (office_id) references offices (id)',
    // A zone's versions are deleted with it.
    'alter table zone_versions drop constraint if exists zone_versions_office_id_fkey',
    // Balances are sums of entries, which have the key.
    'alter table money_balances drop constraint if exists money_balances_office_id_courier_id_fkey',
    `alter table order_search drop constraint if exists order_search_order_id_fkey,
      add foreign key (office_id, order_id) references order_details (office_id, id) on delete cascade`,
    ...['evidence', 'photo_requests', 'courier_documents', 'courier_absences'].map(
      (table) => `alter table ${table} drop constraint if exists ${table}_courier_id_fkey,
        add foreign key (office_id, courier_id) references couriers (office_id, id)`,
    ),
    `alter table courier_documents drop constraint if exists courier_documents_pkey,
      add primary key (office_id, courier_id, kind)`,
    'drop index if exists courier_absences_of_courier',
    'create index courier_absences_of_courier on courier_absences (office_id, courier_id, day)',
    'create index photo_requests_of_courier on photo_requests (office_id, courier_id)',
    'create index courier_notes_read on courier_notes (office_id, read_by) where read_by is not null',
    'create index money_entries_of_courier on money_entries (office_id, courier_id)',
    // The phone of a visit belongs to its courier.
    'alter table courier_devices add constraint courier_devices_of_courier unique (office_id, courier_id, id)',
    'create index field_visits_device on field_visits (office_id, courier_id, device_id)',
    `alter table field_visits drop constraint if exists field_visits_device_id_fkey,
      drop constraint if exists field_visits_office_id_courier_id_fkey,
      add foreign key (office_id, courier_id, device_id) references courier_devices (office_id, courier_id, id)`,
    'create index batches_of_office on batches (office_id)',
    'create index erasures_of_office on erasures (office_id)',
    'create index imports_of_office on imports (office_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
