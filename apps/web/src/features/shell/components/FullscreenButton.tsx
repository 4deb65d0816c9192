import Expand from 'lucide-react/icons/expand';
import Shrink from 'lucide-react/icons/shrink';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { remeasure } from '../state/remeasure.ts';

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Fullscreen button of the map; none on phones without the API. Leaving the map exits fullscreen. */
export function FullscreenButton({ compact }: { compact: boolean }) {
  const isFullscreen = useSyncExternalStore(onChange, () => document.fullscreenElement !== null);
  useEffect(() => remeasure(), [isFullscreen]);
  useEffect(
    () => () => {
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    },
    [],
  );
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    // A rejection needs no message: the page visibly stays as it is.
    const change = isFullscreen ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
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
