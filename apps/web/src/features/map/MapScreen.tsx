import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { MapView } from '#shared/map/MapView.tsx';
import { officeView } from '#shared/map/office-view.ts';
import { ZonesLayer } from '#shared/map/zones/ZonesLayer.tsx';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { LoadingTools } from '#features/orders/components/LoadingTools.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useOffice } from '#features/session/state/use-office.ts';
import { useMayUse } from '#features/session/state/session.ts';
import { MapDesk } from './components/MapDesk.tsx';
import styles from './MapScreen.module.css';
import { shownMap } from './rules/shown-map.ts';

/** Couriers and open orders on the office's map; only the map without permission or without a dispatch service. */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  const shown = shownMap(useMayUse(), config?.sections.operations !== false);
  // Wait for the configuration: without a dispatch service, no requests are sent.
  if (isPending) return shown === 'orders' ? <LoadingTools /> : null;
  if (shown === 'orders')
    return (
      <OrdersState loading={<LoadingTools />}>
        <MapDesk />
      </OrdersState>
    );
  return (
    <BareMap hasZones={shown === 'no-access'}>
      <strong>Solo el territorio.</strong>{' '}
      {shown === 'no-access'
        ? 'Los repartidores y las órdenes los ve quien tiene también la sección Asig. Orden(B).'
        : 'Los repartidores y las órdenes vienen del servicio de despacho, y este servidor no tiene ninguno configurado.'}
    </BareMap>
  );
}

function BareMap({ children, hasZones }: { children: ReactNode; hasZones: boolean }) {
  const { officeId, offices } = useOffice();
  const { data: zones } = useQuery({ ...zonesQuery(officeId), enabled: hasZones });
  const office = offices?.find(({ id }) => id === officeId);
  return (
    <div className={styles['bare']}>
      <MapView {...officeView(office?.name ?? officeId)} label="Mapa de la oficina">
        {zones && <ZonesLayer zones={zones} />}
      </MapView>
      <p className={styles['note']}>{children}</p>
    </div>
  );
}
