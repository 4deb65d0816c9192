import { emptyFilter, ORDER_FLAG_CODES, ORDER_FLAGS, type OrderFlag } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { dayIn } from '../../../shared/format/format-day.ts';
import { ColumnsMenu } from '../../../shared/ui/ColumnsMenu.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { countsQuery } from '../api/orders-queries.ts';
import { isRuledOut, stanceOf, withFlag } from '../rules/choices.ts';
import { countText } from '../rules/count-text.ts';
import { COLUMN_KEYS, type ColumnKey, COLUMNS } from '../rules/columns.ts';
import { presetOf, PRESETS, withPreset } from '../rules/presets.ts';
import { useDispatchOffice, useOrderFilter, useOrders } from '../state/use-orders-state.ts';
import { useServerTime } from '../state/use-server-time.ts';
import { ChosenFilters } from './ChosenFilters.tsx';
import styles from './FilterBar.module.css';
import { MoreFilters } from './MoreFilters.tsx';
import { StanceChip } from './StanceChip.tsx';

interface Props {
  columns: readonly ColumnKey[];
  /** Null where there are no columns to choose. */
  onColumns: ((columns: readonly ColumnKey[] | null) => void) | null;
}

const NAMED_COLUMNS = COLUMN_KEYS.map((key) => ({ key, label: COLUMNS[key].label }));

/** Which orders the table shows: where one looks, the chips with what they would leave, and all other filters. */
export function FilterBar({ columns, onColumns }: Props) {
  const { officeId, timeZone } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const { total } = useOrders();
  const today = dayIn(timeZone, useServerTime());
  const preset = presetOf(filter, today);
  const counts = useQuery(countsQuery(officeId, filter)).data?.flags;
  // What the chosen states leave nothing of is counted as a press would show it: without them.
  const isAnyRuledOut = ORDER_FLAG_CODES.some((flag) => isRuledOut(filter.states, flag));
  const widened = { ...filter, states: emptyFilter().states };
  const wideCounts = useQuery({ ...countsQuery(officeId, widened), enabled: isAnyRuledOut }).data?.flags;
  const countOf = (flag: OrderFlag): number | undefined =>
    (isRuledOut(filter.states, flag) ? wideCounts : counts)?.[flag];
  return (
    <div className={styles['bar']} role="search" aria-label="Filtros de órdenes">
      <div className={styles['line']}>
        <Segmented
          label="Qué órdenes"
          options={PRESETS}
          value={preset}
          onChange={(each) => {
            setFilter((now) => withPreset(now, each, today));
          }}
        />
        <p role="status" className={onColumns ? styles['count'] : 'visually-hidden'}>
          {countText(total)}
        </p>
        <span className={styles['space']} />
        <MoreFilters />
        {onColumns && (
          <ColumnsMenu
            columns={NAMED_COLUMNS}
            shown={columns}
            fixed="codigo"
            onChange={onColumns}
            onFit={() => {
              onColumns(null);
            }}
          />
        )}
      </div>
      <div role="group" aria-label="Avisos" className={styles['chips']}>
        {ORDER_FLAG_CODES.map((flag) => (
          <StanceChip
            key={flag}
            label={ORDER_FLAGS[flag]}
            count={countOf(flag)}
            stance={stanceOf(filter.flags, flag)}
            onChange={(stance) => {
              setFilter((now) => withFlag(now, flag, stance));
            }}
          />
        ))}
      </div>
      <ChosenFilters preset={preset} />
    </div>
  );
}
