import { emptyFilter, ORDER_FLAG_CODES, ORDER_FLAGS, type OrderFlag } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ColumnsMenu } from '#shared/ui/Menu/ColumnsMenu.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { countsQuery, SELDOM } from '../api/orders-queries.ts';
import { isRuledOut, stanceOf, withFlag } from '../rules/choices.ts';
import { countText, uncountedText } from '../rules/count-text.ts';
import { COLUMN_KEYS, type ColumnKey, COLUMNS } from '../rules/columns.ts';
import { PHONE } from '../rules/phone.ts';
import { type Preset, PRESETS } from '../rules/presets.ts';
import { useDispatchOffice, useOrderFilter, useOrders } from '../state/use-orders-state.ts';
import { type OrdersTab } from '../state/use-orders-tab.ts';
import { ChosenFilters, ClearFilters } from './ChosenFilters.tsx';
import styles from './FilterBar.module.css';
import { MoreFilters } from './MoreFilters.tsx';
import { StanceGroup } from './StanceGroup.tsx';

interface Props {
  tab: OrdersTab;
  columns: readonly ColumnKey[];
  /** Null if the columns cannot be chosen. */
  onColumns: ((columns: readonly ColumnKey[] | null) => void) | null;
  /** Shown next to the filters. */
  tools?: ReactNode;
  /** Shown before the flags. */
  alerts?: ReactNode;
}

const PRESET_OPTIONS = Object.entries(PRESETS).map(([value, label]) => ({ value, label }));

const NAMED_COLUMNS = COLUMN_KEYS.map((key) => ({ key, label: COLUMNS[key].label }));

/** Filters of the table: presets, flags with counts, and all others. */
export function FilterBar({ tab, columns, onColumns, tools, alerts }: Props) {
  const isPhone = useMediaQuery(PHONE);
  const { officeId } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const { total: listed, isOver, earlier } = useOrders();
  const total = listed === undefined || isOver || earlier?.isOpen !== false ? listed : listed + earlier.count;
  const { preset, released, setReleased } = tab;
  const counted = useQuery(countsQuery(officeId, filter));
  // Counts of flags that the selected states rule out are read without those states, since pressing the flag clears
  // them; after the counts of the list, which the first rows wait for.
  const isWideWanted = counted.data !== undefined && ORDER_FLAG_CODES.some((flag) => isRuledOut(filter.states, flag));
  const widened = { ...filter, states: emptyFilter().states };
  const wideCounts = useQuery({ ...countsQuery(officeId, widened), meta: SELDOM, enabled: isWideWanted }).data?.flags;
  const countOf = (flag: OrderFlag): number | undefined => {
    if (!isRuledOut(filter.states, flag)) return counted.data?.flags?.[flag];
    // Thousands of earlier deliveries are irrelevant to the shown list.
    return flag === 'sin_evidencia' ? undefined : wideCounts?.[flag];
  };
  // Segments would be cut at the edge of a phone.
  const presets = isPhone ? (
    <Select
      bare
      label="Qué órdenes"
      value={preset ?? ''}
      options={preset === null ? [{ value: '', label: 'Otras' }, ...PRESET_OPTIONS] : PRESET_OPTIONS}
      onChange={(value) => value !== '' && tab.choose(value as Preset)}
    />
  ) : (
    <Segmented label="Qué órdenes" options={PRESETS} value={preset} onChange={tab.choose} />
  );
  const chips = (
    <StanceGroup
      label="Avisos"
      className={styles['chips']}
      options={ORDER_FLAG_CODES.map((value) => ({ value, label: ORDER_FLAGS[value], count: countOf(value) }))}
      stanceOf={(flag) => stanceOf(filter.flags, flag)}
      onChange={(flag, stance) => {
        setFilter((now) => withFlag({ filter: now, released }, flag, stance).filter);
        setReleased(withFlag({ filter, released }, flag, stance).released);
      }}
    />
  );
  const count = (
    <>
      <p role="status" className={onColumns || counted.isError ? styles['count'] : 'visually-hidden'}>
        {counted.isError ? uncountedText(total, isOver) : countText(total, isOver)}
      </p>
      {counted.isError && (
        <Button size="sm" loading={counted.isFetching} onClick={() => void counted.refetch()}>
          Reintentar
        </Button>
      )}
    </>
  );
  const columnsMenu = onColumns && (
    <ColumnsMenu
      compact
      columns={NAMED_COLUMNS}
      shown={columns}
      fixed="codigo"
      onChange={onColumns}
      onFit={() => onColumns(null)}
    />
  );
  // A separate row if there is space: next to the tabs or the flags most of it would be hidden.
  const chosen = <ChosenFilters preset={preset} />;
  const clear = <ClearFilters preset={preset} onClear={tab.clear} />;
  return (
    <div className={styles['bar']} role="search" aria-label="Filtros de órdenes">
      {isPhone ? (
        <>
          <div className={styles['folded']}>
            {!counted.isError && count}
            <MoreFilters compact />
            <div className={styles['strip']}>
              {alerts}
              {presets}
              {chips}
              {chosen}
              {clear}
              {columnsMenu}
              {tools}
            </div>
          </div>
          {counted.isError && <div className={styles['uncounted']}>{count}</div>}
        </>
      ) : (
        <>
          <div className={styles['line']}>
            {presets}
            {count}
            <div className={styles['space']}>{onColumns && clear}</div>
            <MoreFilters compact={!onColumns} />
            {columnsMenu}
            {tools}
          </div>
          {onColumns && chosen}
          <div className={styles['strip']}>
            {alerts}
            {chips}
            {!onColumns && chosen}
            {!onColumns && clear}
          </div>
        </>
      )}
    </div>
  );
}
