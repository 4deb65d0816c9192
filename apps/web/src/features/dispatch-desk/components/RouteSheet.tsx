import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import { createPortal } from 'react-dom';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { couriersQuery } from '../../couriers/api/couriers-query.ts';
import { reasonsQuery } from '../../orders/api/reasons-query.ts';
import { stopsQuery } from '../../orders/api/stops-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import styles from './RouteSheet.module.css';
import { SheetPage } from './SheetPage.tsx';

/** A courier's route sheet, previewed as printed. */
export function RouteSheet({ courierId, onBack }: { courierId: string; onBack: () => void }) {
  const { officeId } = useDispatchOffice();
  const couriers = useQuery(couriersQuery(officeId));
  const stops = useQuery(stopsQuery(officeId, courierId));
  // The sheet is useful without them, so it does not wait.
  const reasons = useQuery(reasonsQuery(officeId)).data;
  const courier = couriers.data?.find(({ id }) => id === courierId);
  const failed = couriers.error ?? stops.error;
  const back = (
    <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
      Volver a las órdenes
    </Button>
  );
  if (courier && stops.data)
    return (
      <div className={styles['view']}>
        <div className={styles['tools']}>
          {back}
          <Button
            variant="primary"
            icon={<Printer size={18} aria-hidden="true" />}
            onClick={() => {
              print();
            }}
          >
            Imprimir
          </Button>
        </div>
        <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Vista de la hoja">
          <SheetPage courier={courier} stops={stops.data} reasons={reasons} />
        </div>
        {/* Printed alone, over as many pages as needed. */}
        {createPortal(
          <div className={styles['paper']} aria-hidden="true">
            <SheetPage courier={courier} stops={stops.data} reasons={reasons} />
          </div>,
          document.body,
        )}
      </div>
    );
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void couriers.refetch();
          void stops.refetch();
        }}
        busy={couriers.isFetching || stops.isFetching}
      />
    );
  if (couriers.data && !courier)
    return (
      <EmptyState title="Ese repartidor no está en esta oficina" action={back}>
        Puede que la dirección esté mal escrita, o que sea de otra oficina.
      </EmptyState>
    );
  return (
    <div role="status" aria-busy="true" aria-label="Preparando la hoja de ruta" className={styles['view']}>
      <Skeleton height={420} />
    </div>
  );
}
