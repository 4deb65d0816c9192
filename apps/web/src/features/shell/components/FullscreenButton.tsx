import Expand from 'lucide-react/icons/expand';
import Shrink from 'lucide-react/icons/shrink';
import { useEffect } from 'react';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { useFullscreen } from '../state/use-fullscreen.ts';

/** Fullscreen button of the map. Leaving the map exits fullscreen. */
export function FullscreenButton({ compact }: { compact: boolean }) {
  const { isPossible, isFullscreen, toggle } = useFullscreen();
  useEffect(
    () => () => {
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    },
    [],
  );
  if (!isPossible) return null;
  const label = isFullscreen ? 'Salir de pantalla completa' : 'Pantalla completa';
  const Drawing = isFullscreen ? Shrink : Expand;
  if (compact) {
    return (
      <IconButton label={label} variant="plain" icon={<Drawing size={20} aria-hidden="true" />} onClick={toggle} />
    );
  }
  return (
    <Button icon={<Drawing size={18} aria-hidden="true" />} onClick={toggle}>
      {label}
    </Button>
  );
}
