import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { orderCount } from '#shared/format/order-count.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { createStore } from '#shared/state/store.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { type LoadDay, stopsQuery } from '#features/orders/api/stops-query.ts';
import { useOrderMarks } from '#features/orders/state/use-order-marks.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { type PlanLine, type PlanPart } from '../rules/plan.ts';

/** Loaded lazily, because it imports Leaflet. */
const loadMap = () => import('#shared/map/orders/OrdersMap.tsx');

const NONE: readonly Order[] = [];

interface Props {
  /** The day of the plan. */
  load: LoadDay;
  lines: readonly PlanLine[];
  /** Shows only this part, with the stops that the courier already has. */
  part: PlanPart | undefined;
  /** Shows only these orders, for which a courier is being chosen. */
  chosen: readonly PlanLine[] | null;
  onPick: (id: string) => void;
}

/** The plan on a map: all of it, or the orders in question highlighted. */
export function PlanMap({ load, lines, part, chosen, onPick }: Props) {
  const { officeId } = useDispatchOffice();
  const [hovered] = useState(() => createStore<string | null>(null));
  const courier = chosen ? undefined : part?.courier;
  const stops = useQuery({
    ...stopsQuery(officeId, courier?.id ?? '', load),
    enabled: courier !== undefined && courier.load.orders > 0,
  });
  const current = (courier && stops.data) ?? NONE;
  const inQuestion = chosen ?? part?.lines;
  const orders = useMemo(
    () => [...(inQuestion ?? lines).map(({ order }) => order), ...current],
    [inQuestion, lines, current],
  );
  const marks = useOrderMarks(orders);
  const selected = useMemo(() => new Set(inQuestion?.map(({ order }) => order.id)), [inQuestion]);
  const map = useLazyModule(loadMap);
  if (!map)
    return (
      <div role="status" aria-busy="true" aria-label="Cargando el mapa" style={{ height: '100%' }}>
        <Skeleton height="100%" />
      </div>
    );
  return (
    <map.OrdersMap
      label="Mapa del reparto. Las mismas órdenes están en la lista."
      marks={marks}
      selected={selected}
      hovered={hovered}
      question={chosen ? `chosen ${[...selected].join(',')}` : `part ${courier?.id ?? ''} ${current.length}`}
      note={courier && noteOf(part?.lines.length ?? 0, courier.load.orders)}
      onPick={({ id }) => onPick(id)}
    />
  );
}

const noteOf = (added: number, before: number): string =>
  before === 0
    ? `${orderCount(added)} de este reparto`
    : `${orderCount(added)} de este reparto y ${before} que ya lleva`;
