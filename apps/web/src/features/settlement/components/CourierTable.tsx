import { collectedOf, type CourierMoney } from '@despacho/contracts/dispatch';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type KeyboardEvent, useRef } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { indexAfterKey } from '#shared/hooks/use-roving-focus.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { cashOf, differenceOf, officeTotals } from '../rules/money-list.ts';
import { lineOf, signedSoles } from '../rules/money-text.ts';
import styles from './CourierTable.module.css';
import { MoneyMark } from './MoneyMark.tsx';

interface Props {
  couriers: readonly CourierMoney[];
  selected: string | undefined;
  timeZone: string;
  cashLimit: number | null;
  onSelect: (courierId: string) => void;
  /** Enter on a courier: start counting. */
  onEnter: () => void;
}

/** Couriers per Page Up or Down. */
const PAGE = 8;

const COLUMNS = [
  { key: 'courier', title: 'Repartidor' },
  { key: 'visits', title: 'Visitas', className: styles['wide'] },
  { key: 'collected', title: 'Cobrado', className: styles['wide'] },
  { key: 'cash', title: 'En efectivo' },
  { key: 'received', title: 'Recibido', className: styles['received'] },
  { key: 'difference', title: 'Diferencia', className: styles['wide'] },
  { key: 'state', title: 'Estado' },
] as const;

/** The couriers of the day. One tab stop: the arrows select, Enter moves to the count. */
export function CourierTable({ couriers, selected, timeZone, cashLimit, onSelect, onEnter }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const at = couriers.findIndex(({ courier }) => courier.id === selected);
  const stop = at === -1 ? 0 : at;
  const stopId = couriers[stop]?.courier.id;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = indexAfterKey(event.key, stop, couriers.length, { page: PAGE });
    const courier = couriers[next ?? -1];
    if (next === null || !courier) return;
    event.preventDefault();
    onSelect(courier.courier.id);
    body.current?.rows[next]?.querySelector('button')?.focus();
  };
  const totals = officeTotals(couriers);
  /** The sum of the couriers that are listed, in the form of one. */
  const sums: CourierMoney | undefined = couriers[0] && {
    ...couriers[0],
    courier: { id: '', name: 'Total' },
    collected: totals.collected,
    received: totals.received,
    differences: couriers.flatMap(({ differences }) => differences),
    delivered: totals.visited,
    failed: 0,
    open: totals.toVisit - totals.visited,
  };
  const cellsOf = (money: CourierMoney) => {
    const { courier, delivered, failed, open, collected, received, carried } = money;
    const difference = differenceOf(money);
    const isOver = cashLimit !== null && carried > cashLimit;
    return {
      courier: () =>
        money === sums ? (
          'Total'
        ) : (
          <button
            type="button"
            tabIndex={courier.id === stopId ? 0 : -1}
            aria-pressed={courier.id === selected}
            onClick={() => {
              onSelect(courier.id);
              onEnter();
            }}
          >
            <span className={styles['name']}>{courier.name}</span>
            <span className="small">
              {isOver && (
                <span className={styles['over']}>
                  <TriangleAlert size={13} aria-hidden="true" /> Lleva {formatSoles(carried)}, sobre el tope ·{' '}
                </span>
              )}
              {lineOf(money, timeZone, isOver ? null : cashLimit)}
            </span>
          </button>
        ),
      visits: () => `${formatNumber(delivered + failed)} de ${formatNumber(delivered + failed + open)}`,
      collected: () => formatSoles(collectedOf(collected)),
      cash: () => formatSoles(cashOf(collected)),
      received: () => (received === 0 ? '–' : formatSoles(received)),
      difference: () =>
        difference === 0 ? '–' : <span data-missing={difference < 0 || undefined}>{signedSoles(difference)}</span>,
      state: () => (money === sums ? null : <MoneyMark state={money.state} />),
    };
  };
  return (
    <DataGrid
      className={styles['table']}
      aria-label="Repartidores del día"
      columns={COLUMNS.map((column) => ({ ...column, cell: (money: CourierMoney) => cellsOf(money)[column.key]() }))}
      rows={couriers}
      {...(sums && couriers.length > 1 && { foot: sums })}
      keyOf={({ courier }) => courier.id}
      rowProps={({ courier }) => ({ 'data-selected': courier.id === selected || undefined })}
      bodyProps={{ ref: body, onKeyDown }}
    />
  );
}
