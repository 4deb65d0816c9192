import { collectedOf, type CourierMoney } from '@despacho/contracts/dispatch';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type KeyboardEvent, useRef } from 'react';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { formatSoles } from '../../../shared/format/format-soles.ts';
import { indexAfterKey } from '../../../shared/hooks/use-roving-focus.ts';
import { cashOf, differenceOf } from '../rules/money-list.ts';
import { lineOf, signedSoles } from '../rules/money-text.ts';
import styles from '../Settlement.module.css';
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

/** The couriers of the day. One tab stop: the arrows select, Enter moves to the count. */
export function CourierTable({ couriers, selected, timeZone, cashLimit, onSelect, onEnter }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const at = couriers.findIndex(({ courier }) => courier.id === selected);
  const stop = at === -1 ? 0 : at;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = indexAfterKey(event.key, stop, couriers.length, { page: PAGE });
    const courier = couriers[next ?? -1];
    if (next === null || !courier) return;
    event.preventDefault();
    onSelect(courier.courier.id);
    body.current?.rows[next]?.querySelector('button')?.focus();
  };
  return (
    <table className={styles['table']} aria-label="Repartidores del día">
      <thead>
        <tr>
          <th scope="col">Repartidor</th>
          <th scope="col" className={styles['wide']}>
            Visitas
          </th>
          <th scope="col" className={styles['wide']}>
            Cobrado
          </th>
          <th scope="col">En efectivo</th>
          <th scope="col" className={styles['received']}>
            Recibido
          </th>
          <th scope="col" className={styles['mid']}>
            Diferencia
          </th>
          <th scope="col">Estado</th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {couriers.map((money, place) => {
          const { courier, delivered, failed, open, collected, received, carried } = money;
          const difference = differenceOf(money);
          const isOver = cashLimit !== null && carried > cashLimit;
          return (
            <tr key={courier.id} data-selected={courier.id === selected || undefined}>
              <th scope="row">
                <button
                  type="button"
                  tabIndex={place === stop ? 0 : -1}
                  aria-pressed={courier.id === selected}
                  onClick={() => {
                    onSelect(courier.id);
                    onEnter();
                  }}
                >
                  <span className={styles['name']}>{courier.name}</span>
                  <span className={styles['line']}>
                    {isOver && (
                      <span className={styles['over']}>
                        <TriangleAlert size={13} aria-hidden="true" /> Lleva {formatSoles(carried)}, sobre el tope
                        ·{' '}
                      </span>
                    )}
                    {lineOf(money, timeZone, isOver ? null : cashLimit)}
                  </span>
                </button>
              </th>
              <td className={styles['wide']}>
                {formatNumber(delivered + failed)} de {formatNumber(delivered + failed + open)}
              </td>
              <td className={styles['wide']}>{formatSoles(collectedOf(collected))}</td>
              <td>{formatSoles(cashOf(collected))}</td>
              <td className={styles['received']}>{received === 0 ? '–' : formatSoles(received)}</td>
              <td className={styles['mid']} data-missing={difference < 0 || undefined}>
                {difference === 0 ? '–' : signedSoles(difference)}
              </td>
              <td>
                <MoneyMark state={money.state} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
