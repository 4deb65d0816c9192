import Hexagon from 'lucide-react/icons/hexagon';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type MapZones } from '../state/use-map-zones.ts';

/** Opens and closes the list of zones. Nothing for people without zones to see or draw. */
export function ZonesButton({ zones: { isUsed, isOpen, draft, open, close } }: { zones: MapZones }) {
  if (!isUsed) return null;
  return (
    <Button
      icon={<Hexagon size={18} aria-hidden="true" />}
      aria-expanded={isOpen}
      // A draft is left by its own buttons, which ask.
      disabled={draft !== null}
      onClick={isOpen ? close : open}
    >
      Zonas
    </Button>
  );
}
