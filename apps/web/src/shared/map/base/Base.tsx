import { useQuery } from '@tanstack/react-query';
import { TileLayer } from 'react-leaflet';
import { addressOf } from '../../http/address.ts';
import { configQuery } from '../../queries/config-query.ts';
import { useLazyModule } from '../../hooks/use-lazy-module.ts';

/** The base layer: configured tiles, fetched through the gateway, or bundled outlines. */
export function Base() {
  const { data: config, isError } = useQuery(configQuery);
  if (config?.sections.tiles)
    return <TileLayer url={`${addressOf('/tiles')}/{z}/{x}/{y}`} attribution={escapeText(config.attribution ?? '')} />;
  if (!config && !isError) return null;
  return <Outlines />;
}

const loadOutlines = () => import('./VectorBase.tsx');

/** Loaded only without tiles. Until they load, the map still shows its marks. */
function Outlines() {
  const part = useLazyModule(loadOutlines);
  return part ? <part.VectorBase /> : null;
}

/** Leaflet renders the attribution as HTML; the setting is plain text. */
function escapeText(text: string): string {
  const span = document.createElement('span');
  span.textContent = text;
  return span.innerHTML;
}
