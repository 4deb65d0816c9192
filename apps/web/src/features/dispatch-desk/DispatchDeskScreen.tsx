import { useQuery } from '@tanstack/react-query';
import ServerOff from 'lucide-react/icons/server-off';
import { Suspense, useState } from 'react';
import { useReportPresence } from '#shared/live/use-report-presence.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { LoadingTools } from '#features/orders/components/LoadingTools.tsx';
import { OtherViewLink } from '#features/orders/components/OtherViewLink.tsx';
import { OrdersMapPane } from '#features/orders/components/OrdersMapPane.tsx';
import panel from '#features/orders/OrderSidePanel.module.css';
import { OrdersPane } from '#features/orders/OrdersPane.tsx';
import { OrdersTools } from '#features/orders/OrdersTools.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import {
  useDispatchOffice,
  useOrderFilter,
  useOrderWindow,
  useSelection,
} from '#features/orders/state/use-orders-state.ts';
import { ReviewsButton } from '#features/reviews/ReviewsButton.tsx';
import { ViewsMenu } from '#features/views/components/ViewsMenu.tsx';
import { DeskActions } from './DeskActions.tsx';
import { DeskFrame } from './DeskFrame.tsx';
import { CouriersSide } from './components/CouriersSide.tsx';
import { DeskMenu } from './components/DeskMenu.tsx';
import { FilesMenu } from './components/FilesMenu.tsx';
import { OrderActions, SelectionActions } from './components/SelectionActions.tsx';
import { OrderSidePanel } from './lazy-windows.ts';
import { useDialogHandler } from './state/dialogs.ts';

/** The «Asig. Orden» screen: an office's orders and their assignment to couriers. */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  // Wait for the configuration: without a dispatch service, no requests are sent.
  if (isPending) return <LoadingTools hasMany />;
  if (config?.sections.operations === false) {
    return (
      <EmptyState icon={<ServerOff size={22} />} title="Aquí no hay servicio de despacho">
        Las órdenes y los repartidores vienen de ese servicio, y este servidor no tiene ninguno configurado. Avise a
        quien lo administra.
      </EmptyState>
    );
  }
  return (
    <OrdersState loading={<LoadingTools hasMany />}>
      <OrdersListState>
        <ReportPresence />
        <DeskActions>
          <OrdersTools>
            <FilesMenu />
          </OrdersTools>
          <DeskFrame
            orders={
              <OrdersPane
                tools={
                  <>
                    <ViewsMenu />
                    <OtherViewLink to="map" />
                    <DeskMenu />
                  </>
                }
                alerts={
                  <>
                    <ToLocate />
                    <PendingReviews />
                  </>
                }
              />
            }
            bar={
              <SelectionBar>
                <SelectionActions />
              </SelectionBar>
            }
            couriers={<CouriersSide />}
            map={<OrdersMapPane />}
            beside={<OpenOrder />}
          />
        </DeskActions>
      </OrdersListState>
    </OrdersState>
  );
}

/** The panel of an order, from when one is first opened: it then keeps the drafts of notes. */
function OpenOrder() {
  const isOpen = useOrderWindow().window !== null;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense fallback={<aside className={panel['side']} aria-busy="true" aria-label="Abriendo la orden" />}>
        <OrderSidePanel Actions={OrderActions} />
      </Suspense>
    )
  );
}

/** The counter of «Por revisar», which opens it. */
function PendingReviews() {
  const { officeId } = useDispatchOffice();
  const opens = useDialogHandler();
  return <ReviewsButton officeId={officeId} onOpen={opens({ kind: 'reviews' })} />;
}

/** Opens «Por ubicar», while the list shows what it handles. */
function ToLocate() {
  const { filter } = useOrderFilter();
  const opens = useDialogHandler();
  if (!filter.flags.is.includes('por_ubicar')) return null;
  return (
    <Button size="sm" onClick={opens({ kind: 'waiting' })}>
      Ubicarlas
    </Button>
  );
}

/** Reports to other users which orders this user has selected or opened. */
function ReportPresence() {
  const { officeId } = useDispatchOffice();
  const { window } = useOrderWindow();
  const { ids } = useSelection();
  useReportPresence(officeId, 'asignando', [...ids]);
  useReportPresence(
    officeId,
    window?.kind === 'edit' ? 'editando' : 'viendo',
    window && window.kind !== 'new' ? [window.id] : [],
  );
  return null;
}
