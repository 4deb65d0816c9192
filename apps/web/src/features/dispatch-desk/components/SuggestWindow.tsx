import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderCount } from '../../../shared/format/order-count.ts';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { couriersQuery } from '../../couriers/api/couriers-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { suggestionQuery } from '../api/suggestion-query.ts';
import { type UseActions } from '../state/use-actions.ts';
import { type PlanChoice, PlanForm } from './PlanForm.tsx';
import styles from './PlanForm.module.css';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

/** Dialog with an assignment proposal. Nothing is saved until confirmed. */
export function SuggestWindow({ orders, actions, onClose }: Props) {
  const { officeId } = useDispatchOffice();
  const suggestion = useQuery(suggestionQuery(officeId, orders));
  const couriers = useQuery(couriersQuery(officeId));
  const [choice, setChoice] = useState<PlanChoice | null>(null);
  const failed = suggestion.error ?? (couriers.data ? null : couriers.error);
  return (
    <Window
      wide="map"
      title={`Reparto sugerido de ${orderCount(orders.length)}`}
      lead="Por zona, turno, capacidad y horario. Cambie lo que quiera: nada se guarda hasta que lo confirme."
      focus="form button"
      onDismiss={() => {
        // Esc leaves the choice of a courier first.
        if (choice) setChoice(null);
        else onClose();
      }}
    >
      {suggestion.data && couriers.data && (
        <PlanForm
          suggestion={suggestion.data}
          orders={orders}
          couriers={couriers.data}
          choice={choice}
          onChoice={setChoice}
          actions={actions}
          onClose={onClose}
        />
      )}
      {failed && (
        <ErrorState
          error={failed}
          onRetry={() => {
            void suggestion.refetch();
            void couriers.refetch();
          }}
          busy={suggestion.isFetching || couriers.isFetching}
        />
      )}
      {!failed && !(suggestion.data && couriers.data) && (
        <div role="status" aria-busy="true" aria-label="Preparando el reparto" className={styles['waiting']}>
          <Skeleton height={72} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </div>
      )}
    </Window>
  );
}
