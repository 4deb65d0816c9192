import { collectedOf, type Order } from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import Check from 'lucide-react/icons/check';
import { memo, type ReactNode } from 'react';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { useIsHovered } from '../state/hovered-order.ts';
import { ChangeNote } from '#shared/live/ChangeNote.tsx';
import { useChangedRow } from '#shared/live/use-changed-row.ts';
import { PresenceNote } from '#shared/live/PresenceNote.tsx';
import { classes } from '#shared/styles/classes.ts';
import { type ColumnKey } from '../rules/columns.ts';
import { paymentsText } from '../rules/payment-text.ts';
import { DueText } from './DueText.tsx';
import parts from './GridParts.module.css';
import styles from './OrderRow.module.css';
import { OrderSigns } from './OrderSigns.tsx';
import { StateMark } from './StateMark.tsx';

interface Props {
  order: Order;
  /** For assistive technology: counts from 1, with the header and the rows about days. */
  rowIndex: number;
  /** Distance from the first row, in px. */
  top: number;
  href: string;
  columns: readonly ColumnKey[];
  /** A card with two lines instead of columns. */
  isCard: boolean;
  isChosen: boolean;
  /** In the tab order. */
  isActive: boolean;
  isOpen: boolean;
  words: readonly string[];
  now: number;
  timeZone: string;
}

/** One order. The grid handles its clicks. */
export const OrderRow = memo(function OrderRow(props: Props) {
  const { order, rowIndex, top, isCard, isChosen, isActive, isOpen } = props;
  const changed = useChangedRow(order.id);
  const isHovered = useIsHovered(order.id);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isChosen}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      data-order-id={order.id}
      data-hovered={isHovered || undefined}
      className={classes(parts['tracks'], styles['row'], isCard && styles['card'], changed)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={parts['check']}>
        <span className={parts['box']} data-on={isChosen || undefined} aria-hidden="true">
          {isChosen && <Check size={13} strokeWidth={3} />}
        </span>
      </div>
      {isCard ? <CardCells {...props} /> : <ColumnCells {...props} />}
    </div>
  );
});

function ColumnCells(props: Props) {
  return props.columns.map((column) => (
    <div
      key={column}
      role={column === 'codigo' ? 'rowheader' : 'gridcell'}
      className={classes(parts['cell'], parts[column], styles[column])}
      title={wholeOf(column, props)}
    >
      {cellOf(column, props)}
    </div>
  ));
}

/** @returns the full text of a column that may be truncated, for its tooltip. */
function wholeOf(column: ColumnKey, { order }: Props): string | undefined {
  if (column === 'cliente') return order.client.name;
  if (column === 'direccion') return order.place.address;
  if (column === 'distrito') return districtOf(order.place.ubigeo)?.name;
  return column === 'repartidor' ? order.courier?.name : undefined;
}

function CardCells(props: Props) {
  return (
    <>
      <div role="gridcell" className={styles['cardMain']}>
        <span className={styles['cardName']}>{cellOf('destinatario', props)}</span>
        {props.order.courier && <span className={styles['cardCourier']}>{props.order.courier.name}</span>}
        <StateMark state={props.order.state} />
      </div>
      <div role="gridcell" className={styles['cardMore']}>
        {cellOf('codigo', props)}
        <span className={styles['cardText']}>
          {cellOf('distrito', props)} · {cellOf('vence', props)}
        </span>
        <OrderSigns order={props.order} hasCollect />
      </div>
    </>
  );
}

function cellOf(column: ColumnKey, { order, href, words, now, timeZone, columns, isCard }: Props): ReactNode {
  switch (column) {
    case 'codigo':
      return (
        <a href={href} tabIndex={-1} className={styles['code']} data-opens="">
          <Highlight text={order.code} words={words} />
        </a>
      );
    case 'vence':
      return <DueText order={order} now={now} timeZone={timeZone} />;
    case 'estado':
      return <StateMark state={order.state} />;
    case 'destinatario':
      return (
        <span className={styles['name']}>
          <span className={styles['nameLines']}>
            <span title={order.recipient.name}>
              <Highlight text={order.recipient.name} words={words} />
            </span>
            <ChangeNote orderId={order.id} />
          </span>
          <PresenceNote orderId={order.id} as="avatars" />
          {/* Without a column of flags, show them here. */}
          {!isCard && !columns.includes('marcas') && (
            <OrderSigns order={order} isBrief hasCollect={!columns.includes('cobro')} />
          )}
        </span>
      );
    case 'cliente':
      return <Highlight text={order.client.name} words={words} />;
    case 'telefono':
      return order.recipient.phone === null ? null : formatPhone(order.recipient.phone);
    case 'direccion':
      return <Highlight text={order.place.address} words={words} />;
    case 'distrito':
      return <Highlight text={districtOf(order.place.ubigeo)?.name ?? order.place.ubigeo} words={words} />;
    case 'bultos':
      return formatNumber(order.packages);
    case 'peso':
      return formatWeight(order.weightGrams);
    case 'repartidor':
      return order.courier?.name ?? <span className="muted">Sin asignar</span>;
    case 'cobro':
      return order.collect && <Collect collect={order.collect} />;
    case 'marcas':
      return <OrderSigns order={order} />;
  }
}

function Collect({ collect: { due, payments } }: { collect: NonNullable<Order['collect']> }) {
  if (payments.length === 0) return formatSoles(due);
  return (
    <span className={styles['paid']} title={`Cobrado: ${paymentsText(payments)}`}>
      <Check size={13} aria-hidden="true" />
      <span className="visually-hidden">Cobrado </span>
      {formatSoles(collectedOf(payments))}
    </span>
  );
}
