import { type ReactNode } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { serverNow } from '#shared/http/server-clock.ts';
import { workingDayIn } from '#shared/format/working-day.ts';
import { useAddressParams } from '#features/orders/state/use-address-params.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { writeReplay } from '../rules/replay-address.ts';

interface Props {
  /** Shows the trail of this courier; without one, the whole day. */
  courierId?: string;
  icon?: ReactNode;
  size?: 'md' | 'sm';
  children: ReactNode;
}

/** @returns a function that opens today's working day on the map, as it has been so far. @param courierId see `Props`. */
export function useReplay(courierId?: string): () => void {
  const { timeZone } = useOffice();
  const [, change] = useAddressParams();
  return () =>
    change(
      (params) =>
        writeReplay({ day: workingDayIn(timeZone, serverNow()), time: null, courierId: courierId ?? null }, params),
      { push: true },
    );
}

/** The button of `useReplay`. */
export function ReplayLink({ courierId, icon, size = 'md', children }: Props) {
  return (
    <Button size={size} icon={icon} onClick={useReplay(courierId)}>
      {children}
    </Button>
  );
}
