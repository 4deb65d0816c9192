import { Suspense, useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { fold } from '#shared/fields/fold.ts';
import { fitTo } from '#shared/map/orders/fit-bounds.ts';
import { ZonesLayer } from '#shared/map/zones/ZonesLayer.tsx';
import { DraftLayer } from '../lazy-editor.ts';
import { type MapZones } from '../state/use-map-zones.ts';

/** The zones as layers of a map, and the one that is edited in their place. */
export function ZonesOnMap({ zones: { zones, draft, setDraft, preview, isShown, target } }: { zones: MapZones }) {
  const map = useMap();
  useEffect(() => {
    if (target)
      fitTo(
        map,
        target.map(([lat, lng]) => ({ lat, lng })),
      );
  }, [map, target]);
  const stored = isShown ? zones.filter(({ id }) => id !== draft?.zone?.id) : [];
  // The stored shape of a zone that a file would change is not drawn below the new one.
  const names = new Set(preview.map(({ name }) => fold(name)));
  const drawn = [...stored.filter(({ name }) => !names.has(fold(name))), ...preview];
  return (
    <>
      {(isShown || preview.length > 0) && <ZonesLayer zones={drawn} />}
      {draft && (
        <Suspense>
          <DraftLayer draft={draft} onChange={setDraft} />
        </Suspense>
      )}
    </>
  );
}
