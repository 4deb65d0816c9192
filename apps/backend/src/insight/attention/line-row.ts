import { mayUse } from '@despacho/contracts';
import {
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionCause,
  type AttentionKind,
  type AttentionLine,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type AttentionLinesTable, type StoredCause } from '#platform/database/schema.ts';
import { isOpenRequest } from '#fleet/phones/open-request.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';

/** What a person may see of the lines. */
export interface Sight {
  /** M01. */
  positions: boolean;
  /** D05. */
  amounts: boolean;
  /** U01: recipients of orders, telephones, what the checks of its photos found, and expiring documents of couriers. */
  details: boolean;
}

/** @param modules of the person. */
export const sightOf = (modules: readonly string[]): Sight => ({
  positions: mayUse(['M01'], modules),
  amounts: mayUse(['D05'], modules),
  details: mayUse(['U01'], modules),
});

/** Whether a person may see causes of a kind. */
export function isVisible(kind: AttentionKind, sight: Sight): boolean {
  const { sight: needed } = ATTENTION_KINDS[kind];
  return needed === undefined || sight[needed];
}

/** The condition that a person may see at least one cause of a line. */
export const visibleTo = (sight: Sight): RawBuilder<boolean> => {
  const hidden = ATTENTION_KIND_CODES.filter((kind) => !isVisible(kind, sight));
  return hidden.length === 0 ? sql`true` : sql`not (line.kinds <@ ${hidden}::text[])`;
};

type Row = Selectable<AttentionLinesTable> & {
  code: string | null;
  client_name: string | null;
  ubigeo: string | null;
  state: OrderState | null;
  courier_id: number | null;
  courier_name: string | null;
  courier_phone: string | null;
  asked_at: Date | null;
};

/** @returns the lines of an office that `rest` selects, with their orders and couriers as they are now. */
export async function readLines(db: Database, office: OfficeKey, now: Date, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { officeId } = office;
  const { rows } = await sql<Row>`
    select chosen.*, details.code, details.client_name, details.ubigeo, progress.state,
      asked.asked_at, couriers.id as courier_id, couriers.name as courier_name, couriers.phone as courier_phone
    from (
      select *, row_number() over () as place
      from (select * from attention_lines as line where ${inOffice(office, 'line')} and ${rest}) as sorted
    ) as chosen
    left join lateral (
      select code, client_name, ubigeo from order_details
      where chosen.subject = 'orden' and office_id = ${officeId} and id = chosen.subject_id offset 0
    ) as details on true
    left join lateral (
      select state, courier_id from order_progress
      where chosen.subject = 'orden' and office_id = ${officeId} and order_id = chosen.subject_id offset 0
    ) as progress on true
    left join photo_requests as asked on chosen.subject = 'orden' and asked.office_id = ${officeId}
      and asked.order_id = chosen.subject_id and ${isOpenRequest(now)}
    left join couriers on couriers.office_id = ${officeId}
      and couriers.id = case when chosen.subject = 'repartidor' then chosen.subject_id else progress.courier_id end
    order by place`.execute(db);
  return rows;
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

function toCause({ since, due, amounts, faults, ...facts }: StoredCause, sight: Sight): AttentionCause {
  return {
    ...facts,
    since: instant(since),
    ...(due !== undefined && { due: instant(due) }),
    ...(amounts !== undefined && sight.amounts && { amounts }),
    ...(faults !== undefined && sight.details && { faults }),
  };
}

/** @returns the line in the contract's form, as far as the person may see it. */
export function toLine(row: Row, sight: Sight): AttentionLine {
  const { taken_at: takenAt, taken_username, taken_user, snoozed_until: until, snoozed_username, snoozed_user } = row;
  const causes = row.causes.filter(({ kind }) => isVisible(kind, sight)).map((cause) => toCause(cause, sight));
  const district = DISTRICTS.of(row.ubigeo ?? '')?.name ?? null;
  return {
    id: String(row.id),
    version: row.version,
    since: causes[0]?.since ?? row.since.toISOString(),
    causes,
    order:
      row.subject === 'orden'
        ? {
            id: String(row.subject_id),
            code: row.code ?? '',
            isAssigned: row.state !== 'pendiente',
            client: sight.details ? row.client_name : null,
            district: sight.details ? district : null,
            ...(row.asked_at && { asked: row.asked_at.toISOString() }),
          }
        : null,
    courier:
      row.courier_id === null
        ? null
        : {
            id: String(row.courier_id),
            name: row.courier_name ?? '',
            phone: sight.details ? row.courier_phone : null,
          },
    taken: takenAt && { at: takenAt.toISOString(), by: { username: taken_username ?? '', user: taken_user ?? '' } },
    snoozed: until && {
      until: until.toISOString(),
      by: { username: snoozed_username ?? '', user: snoozed_user ?? '' },
    },
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}
