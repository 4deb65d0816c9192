import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { TileLayer } from 'react-leaflet';
import { addressOf } from '../shared/http/address.ts';
import { configQuery } from '../shared/queries/config-query.ts';

/** Loaded only where there are no tiles: it brings the outlines with it. */
const VectorBase = lazy(() => import('./VectorBase.tsx').then(({ VectorBase: component }) => ({ default: component })));

/** What lies under everything: the configured tiles, through our own gateway, or outlines of our own. */
export function Base() {
  const { data: config, isError } = useQuery(configQuery);
  if (config?.sections.tiles)
    return <TileLayer url={`${addressOf('/tiles')}/{z}/{x}/{y}`} attribution={escapeText(config.attribution ?? '')} />;
  if (!config && !isError) return null;
  return (
    <Suspense fallback={null}>
      <VectorBase />
    </Suspense>
  );
}

/** Leaflet takes an attribution as HTML; ours is configured as text. */
function escapeText(text: string): string {
  const span = document.createElement('span');
  span.textContent = text;
  return span.innerHTML;
}
