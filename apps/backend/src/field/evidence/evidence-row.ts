import { type Evidence, type EvidenceOfOrder } from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type EvidenceTable, type FieldVisitsTable } from '#platform/database/schema.ts';
import { courierOf } from '#orders/order/order-row.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';

/** A photo with the names its row refers to, and the state of its visit. */
export type EvidenceRow = Selectable<EvidenceTable> & {
  courier_name: string | null;
  same_code: string | null;
  alike_code: string | null;
  visit_state: FieldVisitsTable['state'] | null;
};

/** The photos of an office, with the names they refer to and the states of their visits. */
export const evidenceOf = (db: Database, office: OfficeKey) =>
  db
    .selectFrom('evidence')
    .leftJoin('couriers', 'couriers.id', 'evidence.courier_id')
    .leftJoin('order_details as same', 'same.id', 'evidence.same_as')
    .leftJoin('order_details as alike', (join) =>
      join.onRef('alike.office_id', '=', 'evidence.office_id').onRef('alike.id', '=', 'evidence.alike'),
    )
    .leftJoin('field_visits', (join) =>
      join
        .onRef('field_visits.visit', '=', 'evidence.visit')
        .onRef('field_visits.office_id', '=', 'evidence.office_id'),
    )
    .selectAll('evidence')
    .select([
      'couriers.name as courier_name',
      'same.code as same_code',
      'alike.code as alike_code',
      'field_visits.state as visit_state',
    ])
    .where(inOffice(office, 'evidence'));

/** All but the last three characters replaced. */
export const masked = (document: string): string => document.replace(/.(?=.{3})/gsu, '•');

export const toEvidence = (row: EvidenceRow): Evidence => ({
  id: String(row.id),
  kind: row.kind,
  attempt: row.attempt,
  visit: row.visit,
  visitState: row.visit_state,
  courier: courierOf(row),
  receiver: row.receiver && {
    name: row.receiver.name,
    document: row.receiver.document === null ? null : masked(row.receiver.document),
    relation: row.receiver.relation,
  },
  takenAt: row.at.toISOString(),
  arrivedAt: row.arrived_at.toISOString(),
  place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng, accuracy: row.accuracy },
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  sha256: row.sha256,
  sameAs: row.same_code === null ? null : { code: row.same_code },
  ...(row.checked_at && {
    checks: {
      faults: row.faults,
      distance: row.distance,
      alike: row.alike_code === null ? null : { code: row.alike_code },
      settled: row.settled_at !== null,
    },
  }),
  by: { username: row.by_username, user: row.by_user },
});

/** Columns of the order that a photo is shown with. */
interface OrderFacts {
  order_code: string;
  order_state: EvidenceOfOrder['order']['state'];
  client_id: string | null;
  client_name: string;
  recipient: string;
  address: string;
  ubigeo: string;
}

export const toEvidenceOfOrder = (row: EvidenceRow & OrderFacts): EvidenceOfOrder => ({
  ...toEvidence(row),
  order: {
    id: String(row.order_id),
    code: row.order_code,
    state: row.order_state,
    client: { id: row.client_id, name: row.client_name },
    recipient: row.recipient,
    address: row.address,
    district: { ubigeo: row.ubigeo, name: DISTRICTS.of(row.ubigeo)?.name ?? row.ubigeo },
  },
});
