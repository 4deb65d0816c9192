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
  load: LoadDay;
  lines: readonly PlanLine[];
  /** The couriers' parts, each with its colour. */
  parts: readonly PlanPart[];
  /** Shows only this part, with the stops that the courier already has. */
  part: PlanPart | undefined;
  /** Shows only these orders, for which a courier is being chosen. */
  chosen: readonly PlanLine[] | null;
  onPick: (id: string) => void;
}

/** The plan on a map: all of it, or the orders in question highlighted. */
export function PlanMap({ load, lines, parts, part, chosen, onPick }: Props) {
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
    () => [...(inQuestion ?? lines).map((line) => plannedOrder(line, parts)), ...current],
    [inQuestion, lines, parts, current],
  );
  const plain = useOrderMarks(orders);
  const marks = useMemo(() => {
    const colors = new Map(
      parts.flatMap(({ color, lines: some }) => some.map(({ order }) => [order.id, color] as const)),
    );
    return plain.map((mark) => ({ ...mark, color: colors.get(mark.id) }));
  }, [plain, parts]);
  const selected = useMemo(() => new Set(inQuestion?.map(({ order }) => order.id)), [inQuestion]);
  const planned = courier && part?.route;
  const route = useMemo(() => {
    const byId = new Map(marks.map((mark) => [mark.id, mark]));
    return (planned?.stops ?? []).flatMap(({ orders: some }, place) => {
      const mark = some.map(({ id }) => byId.get(id)).find((each) => each !== undefined);
      return mark ? [{ mark, number: place + 1, isDone: false }] : [];
    });
  }, [marks, planned]);
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
      route={route}
      selected={selected}
      hovered={hovered}
      question={chosen ? `chosen ${[...selected].join(',')}` : `part ${courier?.id ?? ''} ${current.length}`}
      note={courier && noteOf(part?.lines.length ?? 0, courier.load.orders)}
      onPick={({ id }) => onPick(id)}
    />
  );
}

/** The order after the plan: a mark names its courier. */
const plannedOrder = ({ order, courierId }: PlanLine, parts: readonly PlanPart[]): Order => {
  const courier = parts.find((each) => each.courier.id === courierId)?.courier;
  return courier ? { ...order, courier: { id: courier.id, name: courier.name } } : order;
};

const noteOf = (added: number, before: number): string =>
  before === 0
    ? `${orderCount(added)} de este reparto`
    : `${orderCount(added)} de este reparto y ${before} que ya lleva`;
