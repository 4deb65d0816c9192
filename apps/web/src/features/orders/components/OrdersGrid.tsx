import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useHref } from 'react-router-dom';
import { hoverOrder } from '../state/hovered-order.ts';
import { confirm } from '#shared/dialogs/confirm.ts';
import { queryWords } from '#shared/fields/search.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { ACTION_KEYS, focusPlace } from '#shared/hooks/shortcut.ts';
import { paths } from '#shared/paths.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { useOutage } from '#shared/ui/ErrorState/outages.ts';
import { classes } from '#shared/styles/classes.ts';
import { useCoarsePointer } from '#shared/hooks/use-coarse-pointer.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { useSession } from '#features/session/state/session.ts';
import { type ColumnKey, minWidth, rem, tracksOf } from '../rules/columns.ts';
import { focusRow } from '../focus-table.ts';
import { gridKey } from '../rules/grid-keys.ts';
import { neighbourOf } from '../rules/neighbour.ts';
import { orderPath } from '../rules/orders-path.ts';
import { useLoadToEnd } from '../state/use-load-to-end.ts';
import {
  useDispatchOffice,
  useOrderFilter,
  useOrders,
  useOrderWindow,
  useSelection,
} from '../state/use-orders-state.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { printedRows, useIsPrinted, useLoadToPrint } from '#shared/state/printing.ts';
import { PrintedRows } from '#shared/ui/SkippedRows/PrintedRows.tsx';
import { workingDayIn } from '#shared/format/working-day.ts';
import { countText } from '../rules/count-text.ts';
import { MAX_SELECTED } from '../rules/selection.ts';
import { DaysRow, EarlierRow } from './EarlierRow.tsx';
import { GridHeader } from './GridHeader.tsx';
import { OrderRow } from './OrderRow.tsx';
import styles from './OrdersGrid.module.css';

/** Heights in px at the usual font size, as in the style sheet. They are the same for every row, so that rows need no measuring. */
const ROW = 36;
const ROW_COARSE = 48;
const CARD = 68;
const HEAD = 40;
const HEAD_COARSE = 44;

/** Extra rows rendered beyond the visible ones, and how many rows before the end the next page is loaded. */
const OVERSCAN = 12;
const AHEAD = 40;

interface Props {
  columns: readonly ColumnKey[];
  isCard: boolean;
}

const byNumber = (one: number, other: number): number => one - other;

const idAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'] : undefined;

/** The orders as a virtualised grid. */
export function OrdersGrid({ columns, isCard }: Props) {
  const list = useOrders();
  const { orders, total, isOver, hasMore, earlier } = list;
  const { sort, setSort, filter } = useOrderFilter();
  const { window: shown, open } = useOrderWindow();
  const { officeId, timeZone } = useDispatchOffice();
  const me = useSession();
  const selection = useSelection();
  const now = useServerTime();
  const base = useHref(paths.root).replace(/\/$/, '');
  const isCoarse = useCoarsePointer();
  const isPrinted = useIsPrinted();
  useLoadToPrint({ ...list, count: orders.length });
  const words = useMemo(() => queryWords(filter.search ?? ''), [filter.search]);

  const [activeId, setActiveId] = useState<string>();
  const [known, setKnown] = useState(orders);
  if (known !== orders) {
    setKnown(orders);
    // If another user's change removed the active row, continue at its neighbour.
    if (activeId !== undefined && !orders.some(({ id }) => id === activeId))
      setActiveId(neighbourOf(activeId, known, orders));
  }
  // The row of the order in the panel is the active one, so that the focus returns to it.
  const openId = shown && shown.kind !== 'new' ? shown.id : undefined;
  const [followed, setFollowed] = useState<string>();
  if (openId !== followed) {
    setFollowed(openId);
    if (openId !== undefined && orders.some(({ id }) => id === openId)) setActiveId(openId);
  }
  const found = orders.findIndex(({ id }) => id === activeId);
  const activeAt = Math.max(0, found);

  const scroller = useRef<HTMLDivElement>(null);
  const outage = useOutage(list.error, list.refetch, scroller);
  const earlierButton = useRef<HTMLButtonElement>(null);
  const scale = useTextScale();
  const rowHeight = (isCard ? CARD : isCoarse ? ROW_COARSE : ROW) * scale;
  const headHeight = (isCoarse ? HEAD_COARSE : HEAD) * scale;
  // The rows about days are as high as the header.
  const earlierHeight = earlier ? headHeight : 0;
  const today = workingDayIn(timeZone, now);
  /** Where earlier days end, while they are shown. */
  const todayAt = earlier?.isOpen === true ? orders.findIndex(({ date }) => date >= today) : -1;
  // This rule is about the React Compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: orders.length,
    getScrollElement: () => scroller.current,
    useAnimationFrameWithResizeObserver: true,
    estimateSize: (index) => (index === todayAt ? rowHeight + headHeight : rowHeight),
    getItemKey: (index) => orders[index]?.id ?? index,
    overscan: OVERSCAN,
    // Keep the row in the tab order rendered, even when scrolled out of view.
    rangeExtractor: (range) =>
      isPrinted
        ? printedRows(range)
        : found < 0
          ? defaultRangeExtractor(range)
          : [...new Set([...defaultRangeExtractor(range), found])].sort(byNumber),
    // The area under the sticky header does not count as visible.
    scrollMargin: headHeight + earlierHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: selection.ids.size > 0 ? 2 * rowHeight : 8,
  });
  const items = virtual.getVirtualItems();
  const { measure } = virtual;
  useLayoutEffect(measure, [measure, rowHeight, todayAt]);

  const wanted = useRef<string>(undefined);
  const hadFocus = useRef(false);

  // Focuses the target row once it is rendered, or the replacement of a focused row that was removed.
  useLayoutEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    const id = wanted.current ?? (isLost ? activeId : undefined);
    if (id === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-order-id="${id}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  const question = JSON.stringify([filter, sort]);
  const goTo = (at: number, extend: boolean): void => {
    const [active, target] = [orders[activeAt], orders[at]];
    if (!active || !target) return;
    if (extend) {
      if (selection.ids.size === 0) selection.toggle(active);
      selection.extendTo(target);
    }
    virtual.scrollToIndex(at);
    wanted.current = target.id;
    setActiveId(target.id);
  };
  const lastInSight = virtual.range?.endIndex ?? -1;
  const { start: loadToEnd, stop: stayHere } = useLoadToEnd({
    list,
    question,
    isNearEnd: hasMore && lastInSight >= orders.length - AHEAD,
    onArrive: (extend) => goTo(orders.length - 1, extend),
  });

  const showOpened = useEffectEvent(() => {
    const at = orders.findIndex(({ id }) => id === openId);
    if (at >= 0) virtual.scrollToIndex(at);
  });
  useEffect(() => {
    showOpened();
  }, [openId]);

  // A new filter or sorting starts at the top.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [question]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnRow = idAt(event.target) !== undefined;
    if (earlier && event.key === 'ArrowUp' && isOnRow && activeAt === 0 && !event.shiftKey) {
      event.preventDefault();
      earlierButton.current?.focus();
      return;
    }
    if (event.key === 'ArrowDown' && event.target === earlierButton.current) {
      event.preventDefault();
      scroller.current?.querySelector<HTMLElement>('[data-order-id]')?.focus();
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const asked = !isOnRow ? null : gridKey(event, activeAt, orders.length, page);
    const active = orders[activeAt];
    if (!asked || !active) return;
    event.preventDefault();
    if (asked.does === 'toggle') selection.toggle(active);
    if (asked.does === 'extend') selection.extendTo(active);
    if (asked.does === 'all') void selection.addAll();
    if (asked.does === 'open') open({ kind: 'detail', id: active.id });
    if (asked.does !== 'move') return;
    goTo(asked.to, asked.extend);
    if (event.key === 'End') loadToEnd(asked.extend);
    else stayHere();
  };

  // Ctrl+A outside the table, such as after a click on a chip. Text fields and dialogs keep the browser's meaning.
  const onPageKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { typing, floating } = focusPlace(event.target);
    if (event.defaultPrevented || typing || floating) return;
    if (gridKey(event, 0, orders.length, 1)?.does !== 'all') return;
    event.preventDefault();
    void selection.addAll();
    // The keys for the selected orders work in the table.
    focusRow();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      onPageKey(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  /** Selects the whole result. Asks on a touch screen, where the box is easily hit instead of the first row's. */
  const addAll = async (): Promise<void> => {
    const count = Math.min(total ?? MAX_SELECTED, MAX_SELECTED);
    const isSure =
      !isCoarse ||
      count === 1 ||
      (await confirm({
        title: `¿Seleccionar ${(total ?? 0) > count ? 'las primeras' : 'las'} ${formatNumber(count)} órdenes?`,
        text: 'También las que no se ven en la pantalla.',
        confirmLabel: 'Seleccionar todas',
      }));
    if (isSure) await selection.addAll();
  };

  const onClick = (event: MouseEvent): void => {
    const id = idAt(event.target);
    const order = orders.find((each) => each.id === id);
    if (!order || !(event.target instanceof Element) || event.defaultPrevented) return;
    if (event.target.closest('[data-opens]')) {
      // Leave modified clicks to the browser, such as opening a new tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open({ kind: 'detail', id: order.id });
    } else if (event.shiftKey) selection.extendTo(order);
    else selection.toggle(order);
  };

  /** The header is the first row. */
  const rowIndexAt = (index: number): number =>
    index + 2 + (earlier ? 1 : 0) + (todayAt >= 0 && index >= todayAt ? 1 : 0);
  const chosen = orders.filter(({ id }) => selection.ids.has(id)).length;
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      data-outdated={list.isOutdated || undefined}
      onPointerDown={stayHere}
      onWheel={stayHere}
    >
      <div
        role="grid"
        {...ACTION_KEYS}
        aria-label="Órdenes"
        aria-multiselectable="true"
        aria-rowcount={total === undefined || isOver ? -1 : total + rowIndexAt(orders.length - 1) - orders.length}
        aria-colcount={isCard ? undefined : 1 + columns.length}
        aria-busy={list.isOutdated || undefined}
        className={styles['grid']}
        style={
          isCard ? undefined : ({ minWidth: rem(minWidth(columns)), '--tracks': tracksOf(columns) } as CSSProperties)
        }
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseDown={(event) => {
          const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-order-id]') : null;
          if (!event.shiftKey || !row) return;
          // Prevents Shift from selecting text, which also prevents the focus; set it manually.
          event.preventDefault();
          row.focus({ preventScroll: true });
        }}
        onMouseOver={(event) => hoverOrder(idAt(event.target) ?? null)}
        onMouseLeave={() => hoverOrder(null)}
        onFocus={(event: FocusEvent) => {
          const id = idAt(event.target);
          hadFocus.current = id !== undefined;
          if (id !== undefined) setActiveId(id);
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // No blur event fires when a focused row is removed.
          hadFocus.current = false;
          // The focus must not be taken back after pages have loaded.
          if (!currentTarget.contains(relatedTarget)) stayHere();
        }}
      >
        <div role="rowgroup" className={styles['headGroup']} data-card={isCard || undefined}>
          <GridHeader
            columns={columns}
            isCard={isCard}
            sort={sort}
            onSort={setSort}
            chosen={chosen === 0 ? 'none' : chosen === orders.length && !hasMore ? 'all' : 'some'}
            count={countText(total, isOver)}
            isBusy={selection.isAddingAll}
            onAll={() => {
              if (chosen === orders.length) selection.clear();
              else void addAll();
            }}
          />
        </div>
        {earlier && <EarlierRow earlier={earlier} buttonRef={earlierButton} />}
        <div role="rowgroup" data-rows="" className={styles['body']} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const order = orders[index];
            const top = start - headHeight - earlierHeight;
            return (
              order && (
                <Fragment key={key}>
                  {index === todayAt && <DaysRow top={top} rowIndex={rowIndexAt(index) - 1} />}
                  <OrderRow
                    order={order}
                    rowIndex={rowIndexAt(index)}
                    top={index === todayAt ? top + headHeight : top}
                    href={base + orderPath({ id: order.id, officeId }, me)}
                    columns={columns}
                    isCard={isCard}
                    isChosen={selection.ids.has(order.id)}
                    isActive={index === activeAt}
                    isOpen={order.id === openId}
                    words={words}
                    now={now}
                    timeZone={timeZone}
                  />
                </Fragment>
              )
            );
          })}
        </div>
      </div>
      <div className={classes(styles['foot'], selection.ids.size > 0 && styles['footBelowBar'])}>
        {list.isLoadingMore && <span role="status">Cargando más órdenes…</span>}
        {list.error !== null && (
          <span role={outage.reports ? 'alert' : undefined}>
            No se pudo actualizar la lista. {outage.reports && failureText(list.error)}{' '}
            <Button size="sm" loading={list.isFetching} onClick={outage.reports ? outage.retryAll : list.refetch}>
              Reintentar
            </Button>
          </span>
        )}
        {orders.length === 0 && list.error === null && (
          <span>{earlier?.areOpen === false ? 'Ninguna orden desde hoy' : 'Nada por hacer desde hoy'}</span>
        )}
        <PrintedRows count={orders.length} hasMore={hasMore} />
        {!hasMore && list.error === null && orders.length > 20 && <span>Fin de la lista</span>}
      </div>
    </div>
  );
}
