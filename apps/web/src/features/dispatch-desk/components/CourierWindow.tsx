import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useToday } from '#shared/hooks/use-today.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { ordersByDay } from '../rules/orders-by-day.ts';
import { CourierChoice } from './CourierChoice.tsx';

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
  /** Buttons beside «Cancelar». */
  tools?: ReactNode;
  onChoose: (courier: Courier) => void;
  onClose: () => void;
}

/** Dialog to choose a courier; the choice closes it. */
export function CourierWindow(props: Props) {
  const { title, lead, label = 'Repartidor', orders, day, without, tools, onChoose, onClose } = props;
  const { officeId, timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const byDay = orders.length > 0 ? ordersByDay(orders, today) : [[day ?? today, orders] as const];
  const queries = useQueries({ queries: byDay.map(([each]) => couriersOn(officeId, { day: each, today })) });
  const days = byDay.flatMap(([each, ofDay], index) => {
    const couriers = queries[index]?.data?.filter(({ id }) => id !== without);
    return couriers ? [{ day: each, orders: ofDay, couriers }] : [];
  });
  const failed = queries.find(({ isLoadingError }) => isLoadingError);
  const isComplete = days.length === byDay.length;
  return (
    <Window title={title} lead={lead} onDismiss={onClose}>
      {isComplete && (
        <CourierChoice
          label={label}
          days={days}
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
