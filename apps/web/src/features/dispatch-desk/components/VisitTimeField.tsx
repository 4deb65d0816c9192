import { type Order } from '@despacho/contracts/dispatch';
import { dayIn } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { TimeField } from '#shared/ui/TimeField/TimeField.tsx';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { visitAt } from '../rules/visit-time.ts';

interface Props {
  value: string;
  order: Pick<Order, 'date'> | undefined;
  error?: string | undefined;
  /** The meaning of an empty field. */
  empty?: string | undefined;
  onChange: (time: string) => void;
}

/** The time of a visit that was not just now. */
export function VisitTimeField({
  value,
  order,
  error,
  empty = 'Si la deja vacía, vale la hora actual',
  onChange,
}: Props) {
  const { timeZone } = useDispatchOffice();
  const now = serverNow();
  const read = order && value.trim() !== '' ? visitAt(value, order, { now, timeZone }) : undefined;
  const meant = (at: string): string => {
    const isYesterday = dayIn(timeZone, Date.parse(at)) < dayIn(timeZone, now);
    return `${isYesterday ? 'Ayer' : 'Hoy'} a las ${formatTime(at, timeZone)}`;
  };
  return (
    <TimeField
      label="Hora de la visita"
      value={value}
      error={error}
      hint={read === undefined ? empty : 'at' in read ? meant(read.at) : read.error}
      onChange={onChange}
    />
  );
}
