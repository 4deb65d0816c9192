import { emptyFilter, ORDER_FLAG_CODES, ORDER_FLAGS, type OrderFlag } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { dayIn } from '../../../shared/format/format-day.ts';
import { countsQuery } from '../api/orders-queries.ts';
import { isRuledOut, stanceOf, withFlag } from '../rules/choices.ts';
import { countText } from '../rules/count-text.ts';
import { type ColumnKey } from '../rules/columns.ts';
import { presetOf, PRESETS, type Preset, withPreset } from '../rules/presets.ts';
import { useDispatchOffice, useOrderFilter, useOrders } from '../state/use-orders-state.ts';
import { useServerTime } from '../state/use-server-time.ts';
import { ChosenFilters } from './ChosenFilters.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import styles from './FilterBar.module.css';
import { MoreFilters } from './MoreFilters.tsx';
import { StanceChip } from './StanceChip.tsx';

interface Props {
  columns: readonly ColumnKey[];
  /** Null where there are no columns to choose. */
  onColumns: ((columns: readonly ColumnKey[] | null) => void) | null;
}

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
        <div role="group" aria-label="Qué órdenes" className={styles['presets']}>
          {(Object.entries(PRESETS) as [Preset, string][]).map(([each, name]) => (
            <button
              key={each}
              type="button"
              className={styles['preset']}
              aria-pressed={preset === each}
              onClick={() => {
                setFilter((now) => withPreset(now, each, today));
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <p role="status" className={onColumns ? styles['count'] : 'visually-hidden'}>
          {countText(total)}
        </p>
        <span className={styles['space']} />
        <MoreFilters />
        {onColumns && <ColumnsMenu columns={columns} onChange={onColumns} />}
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
