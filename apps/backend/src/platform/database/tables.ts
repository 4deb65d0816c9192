/*
 * Generated from the migrated database by `npm run schema`, except the doc comments of tables and columns, which it
 * keeps. schema.ts refines the types.
 */

import { type ColumnType, type Generated, type GeneratedAlways } from 'kysely';

type Json = ColumnType<unknown, string, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

/** Columns of views are nullable here, because PostgreSQL derives no constraints for them. */
export interface Tables {
  /** Keys with which gateways have signed recently, as hashes. */
  accepted_keys: {
    fingerprint: string;
    accepted_at: Date;
  };
  access_tokens: {
    /** SHA-256 of the token, in hex. The token itself is not stored. */
    token_hash: string;
    user_id: string;
    expires_at: Date;
    created_at: Generated<Date>;
  };
  /** Users whose account changed within the last hour; see 037-account-changes. */
  account_changes: {
    id: GeneratedAlways<number>;
    user_id: string;
    at: Generated<Date>;
  };
  /** A stay of a courier at the place of a stop. */
  arrivals: {
    office_id: string;
    order_id: number;
    courier_id: number;
    arrived_at: Date;
    /** Until when the courier certainly was there. */
    until_at: Date;
    /** The first position elsewhere; null if none followed soon. */
    left_at: Date | null;
  };
  attention_acts: {
    office_id: string;
    id: GeneratedAlways<number>;
    line_id: number;
    act: string;
    at: Date;
    username: string;
    user_name: string;
    until: Date | null;
    /** Who received the line, for «entregar». */
    to_username: string | null;
    to_user: string | null;
  };
  /** When an office was last searched for what needs attention. Its row lock serializes changes of the lines. */
  attention_boards: {
    company_id: string;
    office_id: string;
    swept_at: Date;
    /** The newest event that the search has seen. */
    swept_position: number;
    /** Counts the changes of the list. */
    revision: Generated<number>;
  };
  /** An order or courier that needs a person, from its first cause to its last. */
  attention_lines: {
    id: GeneratedAlways<number>;
    company_id: string;
    office_id: string;
    subject: string;
    subject_id: number;
    /** Of its most urgent cause, as `rank`. */
    since: Date;
    rank: number;
    kinds: string[];
    causes: Json;
    /** Number of acts of people on it. */
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
  };
  batches: {
    id: string;
    company_id: string;
    office_id: string;
    /** `sub` of the person who made it. */
    person: string;
    at: Date;
    undoable: boolean;
    undone_by: string | null;
  };
  client_changes: {
    company_id: string;
    id: Generated<number>;
    client_id: string;
    at: Date;
    username: string;
    user_name: string;
    what: string;
    before: Json;
    after: Json;
  };
  client_imports: {
    company_id: string;
    id: Generated<number>;
    person: string;
    file_name: string;
    at: Date;
    lines: Json;
    /** The user whose permission this row depends on; null if it depends on none. */
    author_id: string | null;
  };
  client_lookups: {
    company_id: string;
    person: string;
    /** A code or RUC that no client has, as a hash. */
    word: string;
    at: Date;
  };
  /** Notes and required photos of a client, also one of a foreign host. */
  client_notes: {
    company_id: string;
    client_id: string;
    version: Generated<number>;
    notes: string | null;
    /** Photos required of its orders, besides those of the office. */
    delivered: Generated<string[]>;
    failed: Generated<string[]>;
    /** Who wrote them last: id of the user, or `sub` of a person whose account another host has. Null for earlier releases. */
    author_id: string | null;
  };
  clients: {
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
    contacts: OptionalJson;
    /** All addresses; null for the one of the columns above. */
    addresses: OptionalJson;
    terms: string | null;
    /** The client that has its orders since it was merged. */
    merged_into: string | null;
  };
  closing_tallies: {
    company_id: string;
    office_id: string;
    date: string;
    slot: Date;
    state: string;
    orders: number;
  };
  /** A company and its storage in bytes. The legacy calls identify it by tax id (RUC). */
  companies: {
    id: string;
    ruc: string;
    name: string;
    storage_quota: number;
    storage_used: Generated<number>;
    created_at: Generated<Date>;
    /** Days for which the trail is kept. */
    trail_days: Generated<number>;
  };
  /** A day on which a courier is absent. */
  courier_absences: {
    company_id: string;
    office_id: string;
    courier_id: number;
    day: string;
  };
  /** Requests of phones that start or end a day, so that a repetition changes nothing. */
  courier_acts: {
    office_id: string;
    /** Made by the phone. */
    id: string;
    courier_id: number;
    day: string;
  };
  /** A courier's working day. Without a row, nothing but visits has happened. */
  courier_days: {
    company_id: string;
    office_id: string;
    courier_id: number;
    /** In the office's calendar. */
    day: string;
    /** «Salí a ruta» of the courier. */
    started_at: Date | null;
    ended_at: Date | null;
    /** Unsent items of the phone at the end. */
    unsent: number | null;
    confirmed_at: Date | null;
    confirmed_username: string | null;
    confirmed_user: string | null;
    /** The totals as confirmed. */
    totals: OptionalJson;
    /** «En ruta» of the office. */
    set_out_at: Date | null;
    /** «Cerrar ruta» of the office instead of «Cierre» of the courier. */
    ended_by_office: Generated<boolean>;
    /** The office's limit of expenses then, in céntimos; null for a day that was confirmed before there was one. */
    expense_limit: number | null;
  };
  courier_devices: {
    id: Generated<number>;
    /** SHA-256 of the session id that only the phone has. */
    session_hash: string;
    company_id: string;
    office_id: string;
    courier_id: number;
    name: string;
    connected_at: Date;
    /** Precise to a minute. */
    used_at: Date;
    revoked_at: Date | null;
  };
  courier_documents: {
    company_id: string;
    office_id: string;
    courier_id: number;
    kind: string;
    number: string | null;
    /** The last valid day. */
    until: string | null;
  };
  /** A link that connects a phone. Deleted when it is used or replaced. */
  courier_links: {
    /** SHA-256 of the secret in its address, in hex. */
    secret_hash: string;
    company_id: string;
    office_id: string;
    courier_id: number;
    /** SHA-256 of secret and code: the code alone could be found by trying all of them. */
    code_hash: string;
    wrong_codes: Generated<number>;
    created_at: Date;
    expires_at: Date;
    /** The user whose permission this row depends on; null if it depends on none. */
    author_id: string | null;
  };
  /** The note for the courier of an order; a new one replaces it. */
  courier_notes: {
    id: GeneratedAlways<number>;
    company_id: string;
    office_id: string;
    order_id: number;
    text: string;
    at: Date;
    by_username: string;
    by_user: string;
    read_at: Date | null;
    /** The courier who read it. */
    read_by: number | null;
  };
  /** The newest position of each courier. */
  courier_positions: {
    office_id: string;
    courier_id: number;
    at: Date;
    lat: number;
    lng: number;
    accuracy: number | null;
    arrived_at: Date;
    /** See `judgeFixes`. */
    suspect: OptionalJson;
    /** Counts the changes of the courier's arrivals, except of how long a stay lasts. */
    arrivals_version: Generated<number>;
    /** Meters a second; null if the device did not report it. */
    speed: number | null;
    /** Percent; null if the device did not report it. */
    battery: number | null;
  };
  /** The Traccar Client of a courier. Deleted when it is revoked. */
  courier_trackers: {
    /** SHA-256 of its token, in hex. */
    token_hash: string;
    company_id: string;
    office_id: string;
    courier_id: number;
    connected_at: Date;
    /** Precise to a minute. */
    used_at: Date | null;
    /** Why its newest fix was refused or is doubtful; null if it was accepted. */
    refused: string | null;
    /** The user whose permission this row depends on; null if it depends on none. */
    author_id: string | null;
    /** When the courier was informed; null if nobody recorded it. */
    notice_at: Date | null;
    /** Who recorded a notice on paper; null if the courier accepted it on the phone. */
    notice_user: string | null;
    /** Number of messages and fixes that could not be read since it was connected. */
    unreadable: Generated<number>;
    /** Why the newest of them could not. */
    unreadable_reason: string | null;
    unreadable_at: Date | null;
  };
  couriers: {
    id: Generated<number>;
    company_id: string;
    office_id: string;
    name: string;
    phone: string | null;
    vehicle: string;
    plate: string | null;
    /** Districts by INEI code. */
    zones: string[];
    shift_from: string;
    shift_to: string;
    capacity_orders: number;
    capacity_grams: number;
    state: string;
    version: Generated<number>;
    created_at: Date;
    /** Drawn zones. */
    zone_ids: Generated<string[]>;
    vehicle_category: string | null;
    /** Null also for couriers retired before this was recorded. */
    retired_at: Date | null;
  };
  door_marks: {
    company_id: string;
    office_id: string;
    order_id: number;
    courier_id: number;
    attempt: number;
    lat: number;
    lng: number;
    accuracy: number;
    at: Date;
    day: string;
  };
  /** The doors that a company knows, by their address. */
  doors: {
    company_id: string;
    /** A hash of the address in normal form, see `doorKeyOf`. */
    key: string;
    ubigeo: string;
    /** The street or urbanización, in normal form. */
    street_key: string;
    /** As written, without flat, reference and name. */
    address: string;
    /** The manzana of a lot; empty for the number of a street. */
    block: Generated<string>;
    /** Of the door or lot. */
    number: number | null;
    lat: number;
    lng: number;
    radius: number;
    degree: string;
    source: string;
    /** Visits that were there. */
    agreeing: Generated<number>;
    /** Visits that agree on another place, the following one. */
    contradicting: Generated<number>;
    other_lat: number | null;
    other_lng: number | null;
    /** The row before a person moved it, to take that back. */
    former: OptionalJson;
    placed_at: Date;
    used_at: Date;
  };
  /** Removals of personal data: numbers of rows, without identities. */
  erasures: {
    id: GeneratedAlways<number>;
    company_id: string;
    office_id: string;
    at: Date;
    cause: string;
    /** Number of rows of each kind. */
    removed: Json;
  };
  events: {
    office_id: string;
    position: number;
    type: string;
    at: Date;
    data: Json;
    order_id: number | null;
    batch: string | null;
  };
  /** A photo or signature. Its files are in the evidence store. */
  evidence: {
    id: GeneratedAlways<number>;
    company_id: string;
    office_id: string;
    /** The sender's id of the upload, unique in the office forever. */
    upload: string;
    order_id: number;
    /** Number of the visit. */
    attempt: number;
    kind: string;
    courier_id: number | null;
    receiver: OptionalJson;
    /** When it was taken, by the server's clock. */
    at: Date;
    /** The same by the device's clock. */
    device_at: Date;
    /** Measured difference of the server's clock to the device's, in ms. */
    clock_offset_ms: number | null;
    arrived_at: Date;
    lat: number | null;
    lng: number | null;
    /** In meters. */
    accuracy: number | null;
    /** Name of its files in the store. */
    file: string;
    width: number;
    height: number;
    /** Bytes of all its files. */
    bytes: number;
    /** SHA-256 of the file as sent, in hex. */
    sha256: string;
    /** Id of an earlier order with the same file. */
    same_as: number | null;
    by_username: string;
    by_user: string;
    /** Id of the visit, if a courier's phone sent the photo. */
    visit: string | null;
    /** Client id of the order, as its row: kept here for the filters of Imagenes. */
    client_id: string | null;
    /** Ubigeo of the order, as `client_id`. */
    ubigeo: string;
    /** Null until the photo is checked; its `distance` is in meters. */
    checked_at: Date | null;
    faults: Generated<string[]>;
    distance: number | null;
    /** Id of an earlier order of the office with nearly the same picture. */
    alike: number | null;
    /** When somebody accepted its faults, or a newer photo replaced it. */
    settled_at: Date | null;
    /** See `pictureHash`; null for a signature or a picture without contrast. */
    picture_hash: string | null;
  };
  export_days: {
    company_id: string;
    /** `sub` of the person who exported. */
    person: string;
    day: string;
    orders: number;
  };
  export_tickets: {
    /** SHA-256 of the ticket, in hex. The ticket itself is not stored. */
    ticket_hash: string;
    company_id: string;
    office_id: string;
    person: string;
    request: Json;
    at: Date;
    /** The day in the office's calendar, and the number of orders that the export is counted with. */
    day: Generated<string>;
    orders: Generated<number>;
    /** The user whose permission this row depends on; null if it depends on none. */
    author_id: string | null;
  };
  factors: {
    user_id: string;
    secret: string;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: Generated<number>;
    wrong_at: Generated<Date[]>;
  };
  /** A visit as a courier's phone sent it, and what became of it. Only the latter changes. */
  field_visits: {
    id: GeneratedAlways<number>;
    /** The phone's id, unique forever. */
    visit: string;
    company_id: string;
    office_id: string;
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
    to_state: string;
    reason: string | null;
    /** Null if the phone sent none. */
    payments: OptionalJson;
    difference: string | null;
    device_at: Date;
    clock_offset_ms: number | null;
    /** The device's time corrected by the offset; the time of arrival if that is impossible. */
    at: Date;
    doubtful_time: boolean;
    arrived_at: Date;
    lat: number | null;
    lng: number | null;
    /** In meters. */
    accuracy: number | null;
    receiver: OptionalJson;
    /** Photos announced. */
    photos: Json;
    /** The order when the visit arrived. */
    found: Json;
    state: string;
    /** Why it is reviewed. */
    why: string | null;
    /** The first answer, given again to a repetition. */
    result: string;
    order_state: string;
    order_version: number;
    decided_at: Date | null;
    decided_username: string | null;
    decided_user: string | null;
    decided_why: string | null;
    /** When its receiver and place were erased on request: its photos are not stored any more. */
    erased_at: Date | null;
    /** Something is wrong with a picture of it, and the office has not seen that yet. */
    unreadable_photo: Generated<boolean>;
    /** The faults; empty if a photo is unreadable. */
    picture_doubts: Generated<string[]>;
    /** Shared by the visits of one confirmation at one door. */
    door: string | null;
    /** The date that the recipient asked for instead. */
    wanted: string | null;
    /** What the checks of the closing itself found. */
    faults: Generated<string[]>;
    /** When somebody accepted them. */
    settled_at: Date | null;
  };
  /** A username that a person had. */
  former_usernames: {
    office_id: string;
    key: string;
    user_id: string;
  };
  geocoder_calls: {
    day: string;
    scope: string;
    calls: number;
  };
  /** Cached answers of the geocoder; without coordinates if it found nothing. */
  geocodes: {
    /** See `geocodeKey`. */
    key: string;
    lat: number | null;
    lng: number | null;
    at: Date;
    degree: string | null;
    radius: number | null;
    door: string | null;
  };
  grouped_tallies: {
    company_id: string;
    office_id: string;
    grouped_by: string;
    value: string;
    date: string;
    state: string;
    due_at: Date;
    with_collection: boolean;
    with_note: boolean;
    without_evidence: boolean;
    orders: number;
  };
  /** What happened with a link, for the history of the orders it shows. Stays after the link. */
  guest_acts: {
    office_id: string;
    id: Generated<number>;
    company_id: string;
    link_id: number;
    /** Null for a client's day. */
    order_id: number | null;
    client_id: string | null;
    day: string | null;
    what: string;
    at: Date;
    expires_at: Date;
    /** Null for a guest. */
    by_user: string | null;
  };
  /** A link that shows an order, or a client's day, without an account. Deleted when it is revoked or has expired. */
  guest_links: {
    office_id: string;
    id: Generated<number>;
    company_id: string;
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
    /** How many times it was opened. */
    openings: Generated<number>;
    /** The user who created it; null if another host has the accounts. */
    author_id: string | null;
    /** The last opening that is in the orders' history. */
    noted_at: Date | null;
  };
  /** An opening of such a link, and the session of the guest who opened it. */
  guest_openings: {
    office_id: string;
    id: Generated<number>;
    link_id: number;
    /** SHA-256 of the session id that only the guest has, in base64url. */
    session_hash: string;
    at: Date;
    /** The network of the guest's address, see `GuestClaims`. */
    network: string;
  };
  idempotency_keys: {
    company_id: string;
    person: string;
    key: string;
    request_hash: string;
    answer: OptionalJson;
    created_at: Date;
  };
  /** Which columns a file with certain headings has, as used for the last import. */
  import_layouts: {
    company_id: string;
    office_id: string;
    /** As in `KnownLayout`. */
    signature: string;
    columns: Json;
    /** Client of lines without one. */
    client: string | null;
    at: Date;
  };
  /** A line of a preview, or after the import a line that was not imported. */
  import_lines: {
    import_id: number;
    /** First row, as spreadsheets count. */
    line: number;
    /** The order to create. */
    input: OptionalJson;
    outcome: string;
    /** Numbers of all its rows. */
    rows: number[];
    /** The cells as CSV. */
    text: string;
    /** The errors of an invalid line. */
    why: string | null;
    /** Whether an invalid line can be fixed in the preview. */
    fixable: boolean;
    extra: OptionalJson;
  };
  imports: {
    id: Generated<number>;
    company_id: string;
    office_id: string;
    /** `sub` of the person who uploaded the file, followed by their user name and display name. */
    person: string;
    username: string;
    user_name: string;
    file_name: string;
    /** SHA-256 of the file, in hex. */
    file_hash: string;
    at: Date;
    /** The result of the import; null before it. */
    batch: string | null;
    orders: number | null;
    /** Header of the file of lines that are not imported, while they are stored. */
    header: string | null;
    /** Null for previews of an earlier version. */
    layout: OptionalJson;
    /** Counts the changes of its lines. */
    revision: Generated<number>;
    /** Counts of the rows that are not lines. Null for imports of an earlier version. */
    aside: OptionalJson;
    /** Other sheets with content. */
    sheets: OptionalJson;
    clients: OptionalJson;
    /** Size of the lines that were not imported, in bytes; null before the import. */
    left_bytes: number | null;
    /** The user whose permission this row depends on; null if it depends on none. */
    author_id: string | null;
  };
  meta: {
    key: string;
    value: string;
  };
  /** The sum of the entries by place. Kept in the transaction of the entries. */
  money_balances: {
    office_id: string;
    courier_id: number;
    day: string;
    means: string;
    place: string;
    /** Reason of differences; empty for other places. */
    reason: Generated<string>;
    amount: number;
  };
  /** An entry of the ledger: money that moves from one place to another, or without an amount, what was done. */
  money_entries: {
    company_id: string;
    office_id: string;
    id: GeneratedAlways<number>;
    courier_id: number;
    /** The working day that the money was collected on. */
    day: string;
    /** Groups the entries of one request. */
    act: string;
    what: string;
    at: Date;
    by_username: string;
    by_user: string;
    /** `sub` of the person. */
    person: string;
    means: string | null;
    /** Null: from the recipient. */
    source: string | null;
    /** Null: back to the recipient. */
    target: string | null;
    amount: number | null;
    /** Reason of a difference. */
    reason: string | null;
    order_id: number | null;
    /** The number of an operation of the account. */
    operation: string | null;
    note: string | null;
    counted: OptionalJson;
    /** The act that this one cancels. */
    undoes: string | null;
    /** The subject of an agreement; `nadie_mas` of a confirmation: nobody else could have accepted the expenses. */
    matter: string | null;
    /** The amount that was agreed with. */
    agreed: number | null;
  };
  offices: {
    /** People enter it as «sucursal» when they sign in. */
    id: string;
    company_id: string;
    name: string;
    /** IANA name, as America/Lima. */
    time_zone: string;
    /** Position of the office's newest event. Its row lock serializes event positions. */
    event_position: Generated<number>;
    created_at: Generated<Date>;
    /** Code of the province given by the operator. */
    province: string | null;
    /** How a courier's phone reaches the office; null without one. */
    phone: string | null;
    /** The message to a recipient; null for the default one. */
    whatsapp: string | null;
    /** Null for the default. */
    photo_requirements: OptionalJson;
    /** Of all settings together. */
    settings_version: Generated<number>;
    /** Who changed them last, and when; null until somebody does. */
    settings_changed: OptionalJson;
    /** The most cash that a courier should carry, in céntimos; null without a limit. */
    cash_limit: number | null;
    /** The kinds of «Por atender» that the office has set; null for none. */
    attention: OptionalJson;
    /** From how many meters photos are far from their addresses; null for the default. */
    photo_far: OptionalJson;
    /** Random; replaced by every transaction that changes what reads of the office are made of (docs/decisions/0140). */
    state_id: Generated<string>;
    /** How near a stop's place a courier has arrived, in meters; null for the default. */
    arrival_radius: number | null;
    /** Minutes without a position after which a courier counts as silent; null for the default. */
    silence: number | null;
    /** Version of the office itself, apart from its settings. */
    version: Generated<number>;
    /** Who closed it, and when; null while it is open. */
    closed: OptionalJson;
    /** Whether the guide of the first day was hidden. */
    first_day_skipped: Generated<boolean>;
    /** Expenses of a courier and day that need no other person, in céntimos; 0 without a limit. */
    expense_limit: Generated<number>;
    /** Cash above what is expected that needs no other person, in céntimos; 0 without a limit. */
    surplus_limit: Generated<number>;
    starting_point: OptionalJson;
    objective: string | null;
    door_minutes: number | null;
    route_end: string | null;
  };
  /** The order's content, which changes only by edits. */
  order_details: {
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
    /** Dates and times of the office's calendar are text, so that no driver converts them to another zone. */
    date: string;
    window_from: string | null;
    window_to: string | null;
    packages: number;
    weight_grams: number;
    client_reference: string | null;
    guide: string | null;
    note: string | null;
    priority: string;
    evidence: Generated<number>;
    created_at: Date;
    /** The date before the first move to another day; null if it was never moved. */
    first_date: string | null;
    /** The client and its reference in normal form, see `referenceKeyOf`; null without one, or until the key is added. */
    reference_key: string | null;
    /** 0, except in duplicates that are older than the comparison by normal form. */
    reference_copy: Generated<number>;
    /** The first time window that was promised, on the day it was promised for; null without one. */
    promised_from: Date | null;
    promised_to: Date | null;
    /** The hour in which it begins, `00` to `23`, in the office's zone. */
    promised_hour: string | null;
    /** How exactly the place is known, and from what; null if an earlier release wrote it. */
    place_degree: string | null;
    place_source: string | null;
    /** In meters. */
    place_radius: number | null;
    /** When the place or address was last written; moves forward each time, see `forget_place`. */
    place_at: Date | null;
    /** The key in `doors`; null if the address identifies no door. */
    door_key: string | null;
    /** Whether visits agree on another place of the same door. */
    place_contested: Generated<boolean>;
    other_lat: number | null;
    other_lng: number | null;
  };
  /** The order's progress. Narrow and with few indexes, because every dispatch operation updates it. */
  order_progress: {
    office_id: string;
    order_id: number;
    state: string;
    /**
     * The end of the window, or of the day; derived from them. Stored here because orders of a state are sorted by it.
     */
    due_at: Date;
    attempt: Generated<number>;
    courier_id: number | null;
    /** The stop in the courier's route. Kept after closing. */
    sequence: number | null;
    reason: string | null;
    version: Generated<number>;
    changed_at: Date;
    changed_username: string;
    changed_user: string;
    changed_what: string;
    /** Empty until the order is delivered. */
    payments: Json;
    /** Why the payments differ from the amount due. */
    difference: string | null;
    /** When the visit took place. */
    closed_at: Date | null;
    /** The working day that it counts in, see `workingDaysOf`; null without a visit. */
    visit_day: string | null;
    /** The date that the recipient asked for instead. */
    wanted: string | null;
    sequence_day: string | null;
    pinned: Generated<boolean>;
  };
  order_search: {
    order_id: number;
    company_id: string;
    office_id: string;
    text: string;
  };
  order_tallies: {
    company_id: string;
    office_id: string;
    date: string;
    state: string;
    due_at: Date;
    with_collection: boolean;
    with_note: boolean;
    without_evidence: boolean;
    orders: number;
  };
  /**
   * Read-only: joins order_details and order_progress for every read of orders. `id` equals `order_id`, but PostgreSQL does
   * not derive conditions on one from the other.
   */
  orders: {
    id: number | null;
    company_id: string | null;
    office_id: string | null;
    code: string | null;
    collect_due: number | null;
    client_id: string | null;
    client_name: string | null;
    client_phone: string | null;
    recipient: string | null;
    phone: string | null;
    address: string | null;
    reference: string | null;
    ubigeo: string | null;
    lat: number | null;
    lng: number | null;
    approximate: boolean | null;
    date: string | null;
    window_from: string | null;
    window_to: string | null;
    packages: number | null;
    weight_grams: number | null;
    client_reference: string | null;
    guide: string | null;
    note: string | null;
    priority: string | null;
    evidence: number | null;
    created_at: Date | null;
    state: string | null;
    due_at: Date | null;
    attempt: number | null;
    courier_id: number | null;
    sequence: number | null;
    reason: string | null;
    payments: OptionalJson;
    difference: string | null;
    closed_at: Date | null;
    version: number | null;
    changed_at: Date | null;
    changed_username: string | null;
    changed_user: string | null;
    changed_what: string | null;
    order_id: number | null;
    visit_day: string | null;
    wanted: string | null;
    promised_from: Date | null;
    promised_to: Date | null;
    promised_hour: string | null;
    place_degree: string | null;
    place_source: string | null;
    place_radius: number | null;
    place_at: Date | null;
    door_key: string | null;
    place_contested: boolean | null;
    sequence_day: string | null;
    pinned: boolean | null;
  };
  /** Orders at the centre of their district for which the geocoder has not been called yet. */
  orders_to_locate: {
    company_id: string;
    office_id: string;
    order_id: number;
    /** Calls that failed. */
    attempts: Generated<number>;
    /** While a process works on it, or until the next attempt. */
    claimed_until: Date;
  };
  password_links: {
    user_id: string;
    /** SHA-256 of the secret, in hex. The secret itself is not stored. */
    secret_hash: string;
    created_at: Date;
    expires_at: Date;
    /** The user whose permission this row depends on; null if it depends on none. */
    author_id: string | null;
  };
  /** How much a person changed and read on a day of the office's calendar. */
  person_days: {
    company_id: string;
    /** `sub` of the person. */
    person: string;
    day: string;
    /** Number of events of orders. */
    changes: Generated<number>;
  };
  person_reads: {
    company_id: string;
    /** `sub` of the person. */
    person: string;
    day: string;
    /** See `DistinctCount`. */
    orders_read: Uint8Array | null;
    /** Whether the log has reported that half of the maximum was read. */
    reported: Generated<boolean>;
  };
  /** Parts of an open upload, without gaps. */
  photo_parts: {
    office_id: string;
    courier_id: number;
    upload: string;
    at_byte: number;
    bytes: Uint8Array;
  };
  /** A photo that the courier of a closed order still has to take. */
  photo_requests: {
    company_id: string;
    office_id: string;
    order_id: number;
    courier_id: number;
    /** The visit that the photo belongs to. */
    visit: string;
    kind: string;
    asked_at: Date;
    by_username: string;
    by_user: string;
    /** When the photo arrived. */
    answered_at: Date | null;
  };
  /** A photo that a phone sends in parts. Ended uploads are kept: a repetition gets the same answer. */
  photo_uploads: {
    office_id: string;
    courier_id: number;
    /** Made by the phone, unique per courier forever. */
    id: string;
    company_id: string;
    visit: string;
    kind: string;
    /** Bytes of the whole file, as declared. */
    bytes: number;
    /** SHA-256 of the whole file in hex, as declared. */
    sha256: string;
    /** By the device's clock. */
    taken_at: Date;
    clock_offset_ms: number | null;
    lat: number | null;
    lng: number | null;
    /** In meters. */
    accuracy: number | null;
    received: Generated<number>;
    state: string;
    problem: string | null;
    begun_at: Date;
    changed_at: Date;
    /** When its file was made, by the device's clock. */
    file_at: Date | null;
  };
  /** Who locates which address of «Por ubicar», for a minute. */
  place_claims: {
    company_id: string;
    office_id: string;
    person: string;
    user_name: string;
    /** See `subjectOf`. */
    subject: string;
    claimed_until: Date;
  };
  /** Where an office has delivered, or placed a pin, for a client, recipient and address. */
  places: {
    company_id: string;
    office_id: string;
    /** See `placeKey`. */
    key: string;
    lat: number;
    lng: number;
    /** When it was last confirmed. */
    used_at: Date;
    degree: Generated<string>;
    source: Generated<string>;
    former: OptionalJson;
  };
  /** Where couriers were. Partitioned by the day of `at` in UTC. */
  positions: {
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
    source: string;
    arrived_at: Date;
    /** Why it is on no map, see `judgeFixes`; null for a plausible one. */
    doubt: string | null;
  };
  /** Named sets of modules of an office. */
  profiles: {
    id: GeneratedAlways<number>;
    company_id: string;
    office_id: string;
    version: Generated<number>;
    name: string;
    modules: string[];
  };
  promise_tallies: {
    company_id: string;
    office_id: string;
    ubigeo: string;
    date: string;
    hour: string;
    promised_to: Date;
    met: boolean;
    orders: number;
  };
  provider_invitations: {
    user_id: string;
    secret_hash: string;
    author_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  provider_links: {
    user_id: string;
    issuer: string;
    sub: string;
    linked_at: Date;
    factor_proved: boolean;
  };
  reasons: {
    company_id: string;
    office_id: string;
    code: string;
    name: string;
    place: number;
  };
  recovery_codes: {
    user_id: string;
    code_hash: string;
    used_at: Date | null;
  };
  /** A note of one shift to the next. */
  shift_notes: {
    id: GeneratedAlways<number>;
    company_id: string;
    office_id: string;
    at: Date;
    /** `sub` of the author. */
    person: string;
    username: string;
    user_name: string;
    text: string;
  };
  shift_reads: {
    office_id: string;
    note_id: number;
    /** `sub` of the reader. */
    person: string;
    at: Date;
    username: string;
    user_name: string;
  };
  /** How the people of a company sign in. */
  sign_in_rules: {
    company_id: string;
    version: number;
    required_company: Generated<boolean>;
    required_charge_s: Generated<boolean>;
    required_offices: Generated<string[]>;
    grace_days: number;
    /** When the requirement last included more people. */
    required_since: Date | null;
    password_sign_in: Generated<boolean>;
    long_passwords: Generated<boolean>;
    changed_at: Date;
    changed_username: string;
    changed_user: string;
  };
  sign_in_steps: {
    secret_hash: string;
    user_id: string;
    proved: string;
    attempts: Generated<number>;
    created_at: Date;
    expires_at: Date;
    /** It may only set up the second factor that is missing. */
    sets_up: Generated<boolean>;
  };
  /** When each user last signed in. */
  sign_ins: {
    user_id: string;
    at: Date;
    /** Up to when the person has seen changes of how they sign in. */
    notices_seen_at: Date | null;
    /** When the person first signed in; not after it. */
    first_at: Date | null;
  };
  /** Append-only, see migration 073. */
  trail: {
    company_id: string;
    id: Generated<number>;
    at: Generated<Date>;
    /** Later than `at` for a row that counts. */
    last_at: Generated<Date>;
    office_id: string | null;
    kind: string;
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
    count: Generated<number>;
    entry_key: string | null;
    details: OptionalJson;
    /** Of the last time, for a row that counts. */
    last_address: string | null;
    last_request_id: string | null;
  };
  /** How far and how fast the couriers of an office drive, by hour band and class of straight distance. */
  travel_cells: {
    company_id: string;
    office_id: string;
    band: number;
    distance_class: number;
    /** The last working day that was added, the same in all cells of an office. */
    day: string;
    legs: number;
    straight: number;
    along: number;
    seconds: number;
  };
  users: {
    id: string;
    office_id: string;
    username: string;
    name: string;
    charge: string;
    /** Module codes in the given order, including unknown ones. */
    permissions: string[];
    password_hash: string | null;
    created_at: Generated<Date>;
    /** Only active users sign in. */
    state: Generated<string>;
    /** Counts the changes that people made, except to the modules alone. */
    version: Generated<number>;
    /** When name and username were replaced on request. */
    erased_at: Date | null;
    /** Chosen by somebody else: it must be changed at the first sign-in. */
    must_change_password: Generated<boolean>;
    /** Null for a password set by an earlier release. */
    password_changed_at: Date | null;
    /** Whether every sign-in is in `sign_ins`: false for accounts of releases that did not record them. */
    sign_ins_complete: Generated<boolean>;
    break_glass_until: Date | null;
  };
  views: {
    id: Generated<number>;
    company_id: string;
    office_id: string;
    person: string;
    username: string;
    user_name: string;
    name: string;
    folded_name: string;
    filter: Json;
    sort: string | null;
    version: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  /** Always empty: test writes are rolled back. */
  write_tests: {
    filler: Uint8Array;
  };
  /** The version of a zone after a change. */
  zone_versions: {
    zone_id: number;
    version: number;
    company_id: string;
    office_id: string;
    name: string;
    color: string;
    corners: Json;
    what: string;
    at: Date;
    username: string;
    user_name: string;
  };
  zones: {
    id: Generated<number>;
    company_id: string;
    office_id: string;
    name: string;
    folded_name: string;
    color: string;
    corners: Json;
    /** The corners as PostgreSQL's polygon, for conditions. */
    area: string;
    version: Generated<number>;
    /** Set for a removed zone, which can be restored. */
    removed_at: Date | null;
  };
}
