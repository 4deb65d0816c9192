import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { couriersQuery } from '../../couriers/api/couriers-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { CourierChoice } from './CourierChoice.tsx';

interface Props {
  label: string;
  orders: readonly Order[];
  /** Id of a courier to exclude. */
  without?: string;
  onChoose: (courier: Courier) => void;
  onCancel: () => void;
}

/** Content of a dialog to choose a courier. */
export function ChooseCourier({ label, orders, without, onChoose, onCancel }: Props) {
  const { officeId } = useDispatchOffice();
  const query = useQuery(couriersQuery(officeId));
  return (
    <>
      {query.data && (
        <CourierChoice
          label={label}
          couriers={query.data.filter(({ id }) => id !== without)}
          orders={orders}
          onChoose={onChoose}
        />
      )}
      {query.isPending && <Skeleton height={340} />}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      <WindowFoot>
        <Button onClick={onCancel}>Cancelar</Button>
      </WindowFoot>
    </>
  );
}
