import { emptyFilter, ORDER_STATES, type OrderState, OPEN_STATES } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { MarkShape } from '#shared/map/orders/MarkShape.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { openOrders, sameFilter } from '#features/orders/rules/orders-address.ts';
import { useDispatchOffice, useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { DistrictChoice } from './DistrictChoice.tsx';
import styles from './MapFilters.module.css';

/** States still to be delivered, and failed deliveries. */
const STATES: readonly OrderState[] = [...OPEN_STATES, 'no_entregada'];

const ALL = '';

/**
 * Filters for the orders on the map, stored in the URL.
 * @param present codes of the districts with orders on the map.
 */
export function MapFilters({ present }: { present: readonly string[] }) {
  const { officeId } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const { data: couriers } = useQuery(courierNamesQuery(officeId));
  const near = useNearProvince(officeId);
  const { data: zones = [] } = useQuery(zonesQuery(officeId));
  const zone = filter.zones.is[0] ?? ALL;
  const isRemoved = zone !== ALL && zones.every(({ id }) => id !== zone);
  const chosen = filter.states.is.length === 0 ? STATES : filter.states.is;

  const toggle = (state: OrderState): void => {
    const next = chosen.includes(state) ? chosen.filter((each) => each !== state) : [...chosen, state];
    // At least one state stays selected: with none the map would be empty.
    if (next.length > 0)
      setFilter((now) => ({ ...now, states: { is: STATES.filter((each) => next.includes(each)), not: [] } }));
  };
  const working = (couriers ?? []).filter(({ state }) => state !== 'retirado');
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
          options={[{ value: ALL, label: 'Todos' }, ...working.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => setFilter((now) => ({ ...now, couriers: { is: id === ALL ? [] : [id], not: [] } }))}
        />
        <DistrictChoice
          value={filter.districts.is[0]}
          present={present}
          near={near}
          onChange={(ubigeo) =>
            setFilter((now) => ({ ...now, districts: { is: ubigeo === undefined ? [] : [ubigeo], not: [] } }))
          }
        />
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
    </div>
  );
}
