import {
  type Choice,
  emptyFilter,
  type MapCourier,
  OPEN_STATES,
  ORDER_STATES,
  type OrderFilter,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps } from 'react';
import type { ChosenFilters } from '#features/orders/components/ChosenFilters.tsx';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { MarkShape } from '#shared/map/orders/MarkShape.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import { openOrders, sameFilter } from '#features/orders/rules/orders-address.ts';
import { useDispatchOffice, useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import styles from './MapFilters.module.css';

/** States still to be delivered, and failed deliveries. */
const STATES: readonly OrderState[] = [...OPEN_STATES, 'no_entregada'];

const ALL = '';

/** After the list, because a searchable select needs much code. */
const loadDistricts = afterFirstRows(() => import('./DistrictChoice.tsx'));

const loadChosen = () => import('#features/orders/components/ChosenFilters.tsx');

/** Only for a filter that the fields of the map do not show. */
function LazyChosen(props: ComponentProps<typeof ChosenFilters>) {
  const part = useLazyModule(loadChosen);
  return part && <part.ChosenFilters {...props} />;
}

type Field = 'states' | 'couriers' | 'districts' | 'zones';

const isOne = ({ is, not }: Choice): boolean => is.length <= 1 && not.length === 0;

/** @returns the parts of a filter that the fields of the map show completely. */
const shownAbove = ({ states, couriers, districts, zones }: OrderFilter): Field[] => [
  ...(states.not.length === 0 && states.is.every((state) => STATES.includes(state)) ? (['states'] as const) : []),
  ...(isOne(couriers) ? (['couriers'] as const) : []),
  ...(isOne(districts) ? (['districts'] as const) : []),
  ...(isOne(zones) ? (['zones'] as const) : []),
];

/**
 * Filters for the orders on the map, stored in the URL.
 * @param couriers those who are not retired.
 * @param present codes of the districts with orders on the map.
 */
export function MapFilters({ couriers, present }: { couriers: readonly MapCourier[]; present: readonly string[] }) {
  const { officeId } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const near = useNearProvince(officeId);
  const { data: zones = [] } = useQuery(zonesQuery(officeId));
  const zone = filter.zones.is[0] ?? ALL;
  const isRemoved = zone !== ALL && zones.every(({ id }) => id !== zone);
  const chosen = filter.states.is.length === 0 ? STATES : filter.states.is;

  const above = shownAbove(filter);
  const rest = { ...filter, ...Object.fromEntries(above.map((field) => [field, emptyFilter()[field]])) };

  const toggle = (state: OrderState): void => {
    const next = chosen.includes(state) ? chosen.filter((each) => each !== state) : [...chosen, state];
    // At least one state stays selected: with none the map would be empty.
    if (next.length > 0)
      setFilter((now) => ({ ...now, states: { is: STATES.filter((each) => next.includes(each)), not: [] } }));
  };
  const districts = useLazyModule(loadDistricts);
  return (
    <div className={styles['filters']} role="group" aria-label="Filtros del mapa">
      <div className={styles['states']}>
        {STATES.map((state) => (
          <button
            key={state}
            type="button"
            className={styles['chip']}
            aria-pressed={chosen.includes(state)}
            onClick={() => toggle(state)}
          >
            <MarkShape state={state} />
            {ORDER_STATES[state]}
          </button>
        ))}
      </div>
      <div className={styles['choices']}>
        <Select
          label="Repartidor"
          value={filter.couriers.is[0] ?? ALL}
          options={[{ value: ALL, label: 'Todos' }, ...couriers.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => setFilter((now) => ({ ...now, couriers: { is: id === ALL ? [] : [id], not: [] } }))}
        />
        {districts ? (
          <districts.DistrictChoice
            value={filter.districts.is[0]}
            present={present}
            near={near}
            onChange={(ubigeo) =>
              setFilter((now) => ({ ...now, districts: { is: ubigeo === undefined ? [] : [ubigeo], not: [] } }))
            }
          />
        ) : (
          <Skeleton width={140} height="var(--control)" />
        )}
        {(zones.length > 0 || zone !== ALL) && (
          <Select
            label="Zona"
            value={zone}
            options={[
              { value: ALL, label: 'Todas' },
              ...zones.map(({ id, name }) => ({ value: id, label: name })),
              ...(isRemoved ? [{ value: zone, label: 'Quitada' }] : []),
            ]}
            onChange={(id) => setFilter((now) => ({ ...now, zones: { is: id === ALL ? [] : [id], not: [] } }))}
          />
        )}
        {!sameFilter(filter, openOrders()) && (
          <Button variant="ghost" size="sm" onClick={() => setFilter({ ...emptyFilter(), ...openOrders() })}>
            Quitar filtros
          </Button>
        )}
      </div>
      {/* Filters of the table that the fields above cannot show. */}
      {!sameFilter(rest, emptyFilter()) && <LazyChosen preset={null} except={above} hasSearch />}
    </div>
  );
}
