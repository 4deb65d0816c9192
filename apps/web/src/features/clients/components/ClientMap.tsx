import { MapView } from '../../../shared/map/MapView.tsx';
import { Pin } from '../../../shared/map/pin/Pin.tsx';

interface Props {
  at: [lat: number, lng: number];
  name: string;
}

/** Shows the district within its city. */
const ZOOM = 12;

export default function ClientMap({ at, name }: Props) {
  return (
    <MapView center={at} zoom={ZOOM} wheel={false} label={`Ubicación de ${name}`}>
      <Pin at={at} label={name} />
    </MapView>
  );
}
