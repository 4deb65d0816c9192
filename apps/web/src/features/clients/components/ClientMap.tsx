import { MapView } from '#shared/map/MapView.tsx';
import { Pin } from '#shared/map/pin/Pin.tsx';

/** Shows the district within its city. */
const ZOOM = 12;

export default function ClientMap({ at, name }: { at: [lat: number, lng: number]; name: string }) {
  return (
    <MapView center={at} zoom={ZOOM} wheel={false} label={`Ubicación de ${name}`}>
      <Pin at={at} label={name} />
    </MapView>
  );
}
