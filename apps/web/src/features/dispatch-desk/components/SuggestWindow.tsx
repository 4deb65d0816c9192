import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { confirm } from '../../../shared/dialogs/confirm.ts';
import { orderCount } from '../../../shared/format/order-count.ts';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeletons } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { couriersQuery } from '../../couriers/api/couriers-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { suggestionQuery } from '../api/suggestion-query.ts';
import { isChanged, type PlanLine, planOf } from '../rules/plan.ts';
import { type OrdersDialogProps, useOpenDialog } from '../state/dialogs.ts';
import { PlanForm } from './PlanForm.tsx';
import styles from './PlanForm.module.css';

const confirmDiscarding = (): Promise<boolean> =>
  confirm({
    title: '¿Descartar este reparto?',
    text: 'Se pierde lo que cambió. Ninguna orden se ha asignado.',
    confirmLabel: 'Descartar',
    cancelLabel: 'Seguir editando',
    danger: true,
  });

/** Dialog with an assignment proposal. Nothing is saved until confirmed. */
export function SuggestWindow({ orders, onClose }: OrdersDialogProps) {
  const { officeId } = useDispatchOffice();
  const suggestion = useQuery(suggestionQuery(officeId, orders));
  const couriers = useQuery(couriersQuery(officeId));
  const openDialog = useOpenDialog();
  const [choice, setChoice] = useState<readonly PlanLine[] | null>(null);
  const [edited, setEdited] = useState<readonly PlanLine[] | null>(null);
  const proposed = useMemo(() => suggestion.data && planOf(suggestion.data, orders), [suggestion.data, orders]);
  const lines = edited ?? proposed;
  /** Asks first if changes to the proposal would be lost. */
  const leaveBy = (leave: () => void): void => {
    if (!lines || !isChanged(lines)) leave();
    else
      void confirmDiscarding().then((agreed) => {
        if (agreed) leave();
      });
  };
  const close = (): void => {
    leaveBy(onClose);
  };
  const failed = suggestion.error ?? (couriers.data ? null : couriers.error);
  return (
    <Window
      wide="map"
      title={`Reparto sugerido de ${orderCount(orders.length)}`}
      lead="Por zona, turno, capacidad y horario. Cambie lo que quiera: nada se guarda hasta que lo confirme."
      onDismiss={() => {
        // Esc leaves the choice of a courier first.
        if (choice) setChoice(null);
        else close();
      }}
    >
      {lines && couriers.data && (
        <PlanForm
          lines={lines}
          onChange={setEdited}
          couriers={couriers.data}
          choice={choice}
          onChoice={setChoice}
          onSent={onClose}
          onCancel={close}
          onCouriers={() =>
            leaveBy(() => {
              openDialog({ kind: 'couriers' });
            })
          }
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
      {!failed && !(lines && couriers.data) && (
        <Skeletons label="Preparando el reparto" count={3} height={72} className={styles['waiting']} />
      )}
    </Window>
  );
}
