import { type Vehicle } from '@despacho/contracts/dispatch';
import Bike from 'lucide-react/icons/bike';
import Car from 'lucide-react/icons/car';
import Footprints from 'lucide-react/icons/footprints';
import Motorbike from 'lucide-react/icons/motorbike';
import Truck from 'lucide-react/icons/truck';
import Van from 'lucide-react/icons/van';

const ICONS = {
  moto: Motorbike,
  auto: Car,
  furgoneta: Van,
  camion: Truck,
  bicicleta: Bike,
  a_pie: Footprints,
} as const satisfies Record<Vehicle, typeof Car>;

/** Decorative icon of a vehicle; its name is next to it. */
export function VehicleIcon({ vehicle, size = 16 }: { vehicle: Vehicle; size?: number }) {
  const Icon = ICONS[vehicle];
  return <Icon size={size} aria-hidden="true" />;
}
