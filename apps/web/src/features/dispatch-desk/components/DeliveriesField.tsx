import { COLLECTION_MEANS, COLLECTION_MEANS_CODES, type Order } from '@despacho/contracts/dispatch';
import { type RefObject } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { deliveredBy, type Entries, routeTotals } from '../rules/route-closing.ts';
import { ClosingTable } from './ClosingTable.tsx';
import { ClosingTotals } from './ClosingTotals.tsx';
import styles from './RouteClosing.module.css';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  label: string;
  orders: readonly Order[];
  entries: Entries;
  /** The errors by order id. */
  problems: ReadonlyMap<string, string>;
  /** What an empty time of the visit means. */
  emptyTime?: string;
  /** @param changed the order that changed; undefined for all. */
  onChange: (entries: Entries, changed?: string) => void;
}

/** How each of several delivered orders was paid, with the totals. */
export function DeliveriesField({ ref, label, orders, entries, problems, emptyTime, onChange }: Props) {
  return (
    <>
      <div role="group" aria-label="Todas conformes" className={styles['all']}>
        <span>Todas conformes:</span>
        {COLLECTION_MEANS_CODES.map((means) => (
          <Button
            key={means}
            size="sm"
            onClick={() => onChange(new Map(orders.map((order) => [order.id, deliveredBy(order, means)])))}
          >
            {COLLECTION_MEANS[means]}
          </Button>
        ))}
      </div>
      <div className={styles['many']}>
        <ClosingTable
          ref={ref}
          label={label}
          stops={orders}
          entries={entries}
          reasons={[]}
          problems={problems}
          onlyDelivered
          emptyTime={emptyTime}
          onChange={onChange}
        />
      </div>
      <ClosingTotals totals={routeTotals(orders, entries)} onlyPaid />
    </>
  );
}
