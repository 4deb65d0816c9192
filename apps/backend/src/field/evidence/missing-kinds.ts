import { type EvidenceKind } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';

/**
 * A query for what the last visit of an order lacks, in the order of the demand.
 * @param proof the demanded kinds, an array of texts. The query names the order's row `progress`.
 */
export const missingKinds = (proof: RawBuilder<unknown>): RawBuilder<EvidenceKind[]> => sql`array(
  select kind from unnest(${proof}) with ordinality as demanded (kind, place)
  where not exists (
    select from evidence
    where evidence.office_id = progress.office_id and evidence.order_id = progress.order_id
      and evidence.attempt = progress.attempt and evidence.kind = demanded.kind
  ) order by place
)`;
