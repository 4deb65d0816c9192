import { type Review } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import { type ReactNode, useState } from 'react';
import { dayIn } from '#shared/format/format-day.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { useToday } from '#shared/hooks/use-today.ts';
import { daysQuery } from './api/days-query.ts';
import { DayItem } from './components/DayItem.tsx';
import styles from './Days.module.css';
import { dayStatus, inHandlingOrder } from './rules/day-status.ts';

interface Props {
  officeId: string;
  timeZone: string;
  /** The courier whose day is open at first, and in view. */
  courierId?: string | undefined;
  /** Pending visits of the office, which the totals do not include. */
  reviews: readonly Review[];
  /** Opens the closing of a courier's route. */
  onCloseRoute: (courierId: string) => void;
  /** Opens «Por revisar». */
  onReview: () => void;
  /** Receipt of the change after which the window opened. */
  receipt?: ReactNode;
  onClose: () => void;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Scrolls the list, but not the window, to one of its items. */
function reveal(item: HTMLLIElement | null): void {
  const list = item?.parentElement;
  if (list) list.scrollTop = item.offsetTop - list.offsetTop;
}

/** «Cierre del día»: who has handed in the day, with what, and who has confirmed it. */
export function DaysWindow({
  officeId,
  timeZone,
  courierId,
  reviews,
  onCloseRoute,
  onReview,
  receipt,
  onClose,
}: Props) {
  const today = useToday(timeZone);
  const [typed, setTyped] = useState(today);
  // The day of a courier who sets out after midnight begins then.
  const last = dayIn(timeZone, serverNow());
  const day = DATE.test(typed) && typed <= last ? typed : today;
  const query = useQuery(daysQuery(officeId, day));
  const [openId, setOpenId] = useState(courierId);
  const days = inHandlingOrder(query.data?.couriers ?? []);
  const confirmed = days.filter((each) => dayStatus(each) === 'confirmed').length;
  return (
    <Window
      wide
      title="Cierre del día"
      lead="Qué trae cada repartidor. El dinero se recibe y el día se confirma en Liquidación: desde entonces sus entregas y cobros quedan fijos."
      hasClose
      onDismiss={onClose}
    >
      {receipt}
      <div className={styles['bar']}>
        <DateField small label="Día" value={typed} today={today} max={last} onChange={setTyped} />
        {days.length > 0 && (
          <p className="small" role="status">
            {confirmed} de {days.length} confirmados
          </p>
        )}
      </div>
      <QueryStates query={query} label="Cargando el día" count={2} height={56} className={styles['list']} />
      {query.data && days.length === 0 && (
        <EmptyState icon={<CalendarCheck size={22} />} title="Nadie salió a ruta ese día">
          Aquí aparece cada repartidor con órdenes o visitas del día. Para verlo, asígnele una orden de ese día.
        </EmptyState>
      )}
      {days.length > 0 && (
        <ul className={styles['list']} aria-label="Repartidores del día">
          {days.map((each) => (
            <DayItem
              key={each.courier.id}
              ref={each.courier.id === courierId ? reveal : undefined}
              officeId={officeId}
              timeZone={timeZone}
              day={day}
              value={each}
              isToday={day >= today}
              isOpen={each.courier.id === openId}
              onToggle={() => setOpenId(each.courier.id === openId ? undefined : each.courier.id)}
              reviews={reviews.filter(
                (review) => review.state === 'pendiente' && review.courier.id === each.courier.id && review.day === day,
              )}
              onCloseRoute={onCloseRoute}
              onReview={onReview}
            />
          ))}
        </ul>
      )}
    </Window>
  );
}
