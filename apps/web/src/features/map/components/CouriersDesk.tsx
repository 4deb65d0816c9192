import History from 'lucide-react/icons/history';
import { useMemo, useState } from 'react';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { useOffice } from '#features/session/state/use-office.ts';
import { positions } from '#shared/live/positions-store.ts';
import { officeView } from '#shared/map/office-view.ts';
import { OrdersMap } from '#shared/map/orders/OrdersMap.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { createStore } from '#shared/state/store.ts';
import { useCommands } from '#shared/hooks/use-commands.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { courierCount } from '../rules/courier-rounds.ts';
import { useMapCouriers } from '../state/use-couriers-scene.ts';
import { MapFrame } from './MapFrame.tsx';
import { MapSearch } from './MapSearch.tsx';
import { ReplayLink, useReplay } from './ReplayLink.tsx';
import list from './SideList.module.css';
import { CouriersList } from './SideList.tsx';
import { useChosenCourier } from './use-chosen-courier.tsx';

const NONE = { marks: [], selected: new Set<string>() } as const;

/** The map for people with module M01 alone: couriers and their positions. Read-only, without orders. */
export function CouriersDesk() {
  const office = useOffice();
  useReportFirstRows(true);
  const { officeId, offices } = office;
  const { couriers, present, silence } = useMapCouriers(officeId);
  const [chosenId, setChosenId] = useState<string>();
  const replay = useReplay();
  useCommands(() => ({ courier: { run: setChosenId }, replay: { run: replay } }));
  const [hovered] = useState(() => createStore<string | null>(null));
  // Where they are when chosen, or first seen: the map is fitted once, and does not follow.
  const fitted = useMemo(
    () =>
      (chosenId === undefined ? present.map(({ id }) => id) : [chosenId]).flatMap(
        (id) => positions.get().get(id) ?? [],
      ),
    [chosenId, present],
  );
  const { scene, courier, layer, panelInList, panelOnMap, covered } = useChosenCourier({
    officeId,
    couriers,
    drawn: present,
    chosenId,
    silence,
    onClose: () => setChosenId(undefined),
  });
  return (
    <>
      <TopBarSlot>
        <OfficePicker office={office} />
        <ReplayLink icon={<History size={18} aria-hidden="true" />}>Repetir el día</ReplayLink>
      </TopBarSlot>
      <MapFrame
        label="Repartidores del mapa"
        summary={courierCount(courier ? 1 : present.length)}
        list={
          <>
            <MapSearch officeId={officeId} timeZone={office.timeZone} couriers={couriers} onCourier={setChosenId} />
            {panelInList}
            <div className={list['lists']}>
              <CouriersList
                couriers={present}
                note={`${formatNumber(present.length)} con posición`}
                silence={silence}
                chosenId={chosenId}
                onCourier={setChosenId}
              />
              {present.length === 0 && (
                <p className={list['none']}>Nadie envía su posición. Los repartidores aparecen al salir a ruta.</p>
              )}
            </div>
          </>
        }
      >
        <OrdersMap
          key={officeId}
          {...officeView(offices?.find(({ id }) => id === officeId)?.name ?? officeId)}
          {...NONE}
          label="Mapa de la oficina. Lo mismo está en la lista."
          couriers={scene}
          fitted={fitted}
          covered={covered}
          hovered={hovered}
          question={chosenId ?? (present.length > 0 ? 'all' : null)}
          onPick={() => undefined}
          onPickCourier={setChosenId}
        >
          {layer}
        </OrdersMap>
        {panelOnMap}
      </MapFrame>
    </>
  );
}
