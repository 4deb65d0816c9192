import { COLLECTION_MEANS, COLLECTION_MEANS_CODES, type Order } from '@despacho/contracts/dispatch';
import { Button } from '#shared/ui/Button/Button.tsx';
import { deliveredBy, routeTotals } from '../rules/closing.ts';
import { type EntriesTable } from '../state/use-entries.ts';
import { ClosingTable } from './ClosingTable.tsx';
import { ClosingTotals } from './ClosingTotals.tsx';
import styles from './RouteClosing.module.css';

interface Props extends EntriesTable {
  label: string;
  orders: readonly Order[];
  /** What an empty time of the visit means. */
  emptyTime?: string | undefined;
}

/** How each of several delivered orders was paid, with the totals. */
export function DeliveriesField({ label, orders, emptyTime, ...table }: Props) {
  return (
    <>
      <div role="group" aria-label="Todas conformes" className={styles['all']}>
        <span>Todas conformes:</span>
        {COLLECTION_MEANS_CODES.map((means) => (
          <Button
            key={means}
            size="sm"
            onClick={() => table.onChange(new Map(orders.map((order) => [order.id, deliveredBy(order, means)])))}
          >
            {COLLECTION_MEANS[means]}
          </Button>
        ))}
      </div>
      <div className={styles['many']}>
        <ClosingTable {...table} label={label} stops={orders} reasons={[]} onlyDelivered emptyTime={emptyTime} />
      </div>
      <ClosingTotals totals={routeTotals(orders, table.entries)} onlyPaid />
    </>
  );
}
