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

/** Opens today's working day on the map, as it has been so far. */
export function ReplayLink({ courierId, icon, size = 'md', children }: Props) {
  const { timeZone } = useOffice();
  const [, change] = useAddressParams();
  return (
    <Button
      size={size}
      icon={icon}
      onClick={() =>
        change(
          (params) =>
            writeReplay({ day: workingDayIn(timeZone, serverNow()), time: null, courierId: courierId ?? null }, params),
          { push: true },
        )
      }
    >
      {children}
    </Button>
  );
}
