import { useQuery } from '@tanstack/react-query';
import { TileLayer } from 'react-leaflet';
import { addressOf } from '../../http/address.ts';
import { configQuery } from '../../queries/config-query.ts';
import { useLazyModule } from '../../hooks/use-lazy-module.ts';

/** What lies under everything: the configured tiles, through our own gateway, or outlines of our own. */
export function Base() {
  const { data: config, isError } = useQuery(configQuery);
  if (config?.sections.tiles)
    return <TileLayer url={`${addressOf('/tiles')}/{z}/{x}/{y}`} attribution={escapeText(config.attribution ?? '')} />;
  if (!config && !isError) return null;
  return <Outlines />;
}

const loadOutlines = () => import('./VectorBase.tsx');

/** Loaded only where there are no tiles. A map without them still shows what is on it. */
function Outlines() {
  const part = useLazyModule(loadOutlines);
  return part ? <part.VectorBase /> : null;
}

/** Leaflet takes an attribution as HTML; ours is configured as text. */
function escapeText(text: string): string {
  const span = document.createElement('span');
  span.textContent = text;
  return span.innerHTML;
}
