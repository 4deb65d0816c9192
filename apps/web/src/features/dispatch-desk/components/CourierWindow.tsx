import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { QueryError } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { couriersQuery } from '../../couriers/api/couriers-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { CourierChoice } from './CourierChoice.tsx';

interface Props {
  title: string;
  lead: string;
  label?: string;
  /** Orders the chosen courier would receive. */
  orders: readonly Order[];
  /** Id of a courier to exclude. */
  without?: string;
  onChoose: (courier: Courier) => void;
  onClose: () => void;
}

/** Dialog to choose a courier; the choice closes it. */
export function CourierWindow({ title, lead, label = 'Repartidor', orders, without, onChoose, onClose }: Props) {
  const { officeId } = useDispatchOffice();
  const query = useQuery(couriersQuery(officeId));
  return (
    <Window title={title} lead={lead} onDismiss={onClose}>
      {query.data && (
        <CourierChoice
          label={label}
          couriers={query.data.filter(({ id }) => id !== without)}
          orders={orders}
          onChoose={(courier) => {
            onClose();
            onChoose(courier);
          }}
        />
      )}
      {query.isPending && <Skeleton height={340} />}
      {query.isLoadingError && <QueryError query={query} />}
      <WindowFoot>
        <Button onClick={onClose}>Cancelar</Button>
      </WindowFoot>
    </Window>
  );
}
