import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Paper } from '#shared/ui/Paper/Paper.tsx';
import { reasonsQuery } from '#features/orders/api/reasons-query.ts';
import { useArrivals } from '#features/orders/state/use-arrivals.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { CourierRoute } from './CourierRoute.tsx';
import styles from './RouteSheet.module.css';
import { SheetPage } from './SheetPage.tsx';

/** A courier's route sheet, previewed as printed. */
export function RouteSheet({ courierId, onBack }: { courierId: string; onBack: () => void }) {
  const { officeId } = useDispatchOffice();
  const load = useDeskDay();
  // The sheet is useful without them, so it does not wait.
  const reasons = useQuery(reasonsQuery(officeId)).data;
  const arrivals = useArrivals(officeId, { repartidor: courierId, dia: load.day }, courierId);
  return (
    <CourierRoute
      courierId={courierId}
      load={load}
      title="Hoja de ruta"
      waiting="Preparando la hoja de ruta"
      className={styles['view']}
      onBack={onBack}
    >
      {({ courier, stops, back }) => (
        <div className={styles['view']}>
          <div className={styles['tools']}>
            {back}
            <Button variant="primary" icon={<Printer size={18} aria-hidden="true" />} onClick={() => print()}>
              Imprimir
            </Button>
          </div>
          <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Vista de la hoja">
            <SheetPage courier={courier} day={load.day} stops={stops} reasons={reasons} arrivals={arrivals} />
          </div>
          <Paper>
            <SheetPage courier={courier} day={load.day} stops={stops} reasons={reasons} arrivals={arrivals} />
          </Paper>
        </div>
      )}
    </CourierRoute>
  );
}
