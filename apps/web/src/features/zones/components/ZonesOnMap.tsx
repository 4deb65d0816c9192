import { Suspense, useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { fitTo } from '#shared/map/orders/fit-bounds.ts';
import { ZonesLayer } from '#shared/map/zones/ZonesLayer.tsx';
import { DraftLayer } from '../lazy-editor.ts';
import { type MapZones } from '../state/use-map-zones.ts';

/** The zones as layers of a map, and the one that is edited in their place. */
export function ZonesOnMap({ zones: { zones, draft, setDraft, isShown, target } }: { zones: MapZones }) {
  const map = useMap();
  useEffect(() => {
    if (target)
      fitTo(
        map,
        target.map(([lat, lng]) => ({ lat, lng })),
      );
  }, [map, target]);
  return (
    <>
      {isShown && <ZonesLayer zones={draft?.zone ? zones.filter(({ id }) => id !== draft.zone?.id) : zones} />}
      {draft && (
        <Suspense>
          <DraftLayer draft={draft} onChange={setDraft} />
        </Suspense>
      )}
    </>
  );
}
