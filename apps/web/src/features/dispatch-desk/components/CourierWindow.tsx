import { type Courier, MAX_RANKED, type Order } from '@despacho/contracts/dispatch';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useToday } from '#shared/hooks/use-today.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { rankingQuery } from '../api/ranking-query.ts';
import { ordersByDay } from '../rules/orders-by-day.ts';
import { CourierChoice } from './CourierChoice.tsx';

/** Milliseconds that the list waits for the costs by which it is sorted. Later ones are shown, but move nobody. */
const PATIENCE_MS = 600;

interface Props {
  title: string;
  lead: string;
  label?: string;
  /** Orders the chosen courier would receive. */
  orders: readonly Order[];
  /** The day to show if there are no orders yet. */
  day?: string;
  /** Id of a courier to exclude. */
  without?: string;
  /** Whether it shows what a few orders would cost each courier, and lists the best first. */
  isRanked?: boolean;
  /** Buttons beside «Cancelar». */
  tools?: ReactNode;
  onChoose: (courier: Courier) => void;
  onClose: () => void;
}

/** Dialog to choose a courier; the choice closes it. */
export function CourierWindow(props: Props) {
  const { title, lead, label = 'Repartidor', orders, day, without, isRanked = false, tools, onChoose, onClose } = props;
  const { officeId, timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const byDay = orders.length > 0 ? ordersByDay(orders, today) : [[day ?? today, orders] as const];
  const queries = useQueries({ queries: byDay.map(([each]) => couriersOn(officeId, { day: each, today })) });
  const days = byDay.flatMap(([each, ofDay], index) => {
    const couriers = queries[index]?.data?.filter(({ id }) => id !== without);
    return couriers ? [{ day: each, orders: ofDay, couriers }] : [];
  });
  const [only] = byDay;
  const ranking = useQuery({
    ...rankingQuery(officeId, only?.[0] ?? today, orders),
    enabled: isRanked && byDay.length === 1 && orders.length > 0 && orders.length <= MAX_RANKED,
  });
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const failed = queries.find(({ isLoadingError }) => isLoadingError);
  const isComplete = days.length === byDay.length && !(ranking.isLoading && isPatient);
  return (
    <Window title={title} lead={lead} onDismiss={onClose}>
      {isComplete && (
        <CourierChoice
          label={label}
          days={days}
          ranking={ranking.data}
          today={today}
          onChoose={(courier) => {
            onClose();
            onChoose(courier);
          }}
        />
      )}
      {!isComplete && !failed && <Skeleton height={340} />}
      {failed && <QueryError query={failed} />}
      <WindowFoot>
        {tools}
        <Button onClick={onClose}>Cancelar</Button>
      </WindowFoot>
    </Window>
  );
}
