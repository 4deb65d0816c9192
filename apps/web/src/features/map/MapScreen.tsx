import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { chunk } from '#shared/http/chunk.ts';
import { preloadBase } from '#shared/map/base/Base.tsx';
import { MapView } from '#shared/map/MapView.tsx';
import { officeView } from '#shared/map/office-view.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { LoadingTools } from '#features/orders/components/LoadingTools.tsx';
import { DeskActions } from '#features/dispatch-desk/DeskActions.tsx';
import { MapOrdersState } from '#features/orders/state/MapOrdersState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useOffice } from '#features/session/state/use-office.ts';
import { useMayUse } from '#features/session/state/session.ts';
import { CouriersDesk } from './components/CouriersDesk.tsx';
import { MapDesk } from './components/MapDesk.tsx';
import styles from './MapScreen.module.css';
import { readReplay } from './rules/replay-address.ts';
import { shownMap } from './rules/shown-map.ts';

const ReplayScreen = lazy(chunk(() => import('./replay/ReplayScreen.tsx')));

/** Couriers and open orders on the office's map, without U01 only couriers; only the map without a dispatch service. */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  const shown = shownMap(useMayUse(), config?.sections.operations !== false);
  useEffect(() => {
    if (config) preloadBase(config);
  }, [config]);
  const [params] = useSearchParams();
  const replay = readReplay(params);
  // Wait for the configuration: without a dispatch service, no requests are sent.
  if (isPending) return shown === 'orders' ? <LoadingTools /> : null;
  if (replay && shown !== 'no-service')
    return (
      <Suspense
        fallback={
          <>
            <LoadingTools />
            <span hidden data-past="" />
          </>
        }
      >
        <ReplayScreen address={replay} />
      </Suspense>
    );
  if (shown === 'orders')
    return (
      <OrdersState loading={<LoadingTools />}>
        <MapOrdersState>
          <DeskActions place="map">
            <MapDesk />
          </DeskActions>
        </MapOrdersState>
      </OrdersState>
    );
  if (shown === 'couriers') return <CouriersDesk />;
  return (
    <BareMap>
      <strong>Solo el territorio.</strong> Los repartidores y las órdenes vienen del servicio de despacho, y este
      servidor no tiene ninguno configurado.
    </BareMap>
  );
}

function BareMap({ children }: { children: ReactNode }) {
  const { officeId, offices } = useOffice();
  const office = offices?.find(({ id }) => id === officeId);
  return (
    <div className={styles['bare']}>
      <MapView {...officeView(office?.name ?? officeId)} label="Mapa de la oficina" />
      <p className={styles['note']}>{children}</p>
    </div>
  );
}
