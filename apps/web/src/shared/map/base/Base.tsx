import { type PublicConfig, type StreetTiles } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { TileLayer } from 'react-leaflet';
import { addressOf } from '../../http/address.ts';
import { configQuery } from '../../queries/config-query.ts';
import { preloadModule, useLazyModule } from '../../hooks/use-lazy-module.ts';

/** Credit that the licence of OpenStreetMap requires (ODbL), with its link, and the credit for the schema. */
const OPENSTREETMAP =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> · <a href="https://protomaps.com" target="_blank" rel="noopener">Protomaps</a>';

const loadOutlines = () => import('./VectorBase.tsx');
const loadStreets = () => import('./Streets.tsx');

/** Whether the base layer consists of images, which need no code. */
const hasImages = ({ sections, streets }: PublicConfig): boolean => sections.tiles && !streets;

/** Begins to load the code of the base layer, for a screen whose map is not rendered yet. */
export function preloadBase(config: PublicConfig): void {
  if (hasImages(config)) return;
  preloadModule(loadOutlines);
  if (config.streets) preloadModule(loadStreets);
}

/** The base layer: bundled outlines, with streets over them; or configured images. All come from the gateway. */
export function Base() {
  const { data: config, isError } = useQuery(configQuery);
  if (!config && !isError) return null;
  const { streets, attribution } = config ?? {};
  if (config && hasImages(config))
    return <TileLayer url={`${addressOf('/tiles')}/{z}/{x}/{y}`} attribution={escapeText(attribution ?? '')} />;
  return (
    <>
      <Outlines streets={streets ?? undefined} />
      {streets && (
        <Streets
          streets={streets}
          attribution={typeof attribution === 'string' ? escapeText(attribution) : OPENSTREETMAP}
        />
      )}
    </>
  );
}

/** Loaded only without images. Until they load, the map still shows its marks. */
function Outlines(props: { streets?: StreetTiles | undefined }) {
  const part = useLazyModule(loadOutlines);
  return part ? <part.VectorBase {...props} /> : null;
}

function Streets(props: { streets: StreetTiles; attribution: string }) {
  const part = useLazyModule(loadStreets);
  return part ? <part.Streets {...props} /> : null;
}

/** Leaflet renders the attribution as HTML; the setting is plain text. */
function escapeText(text: string): string {
  const span = document.createElement('span');
  span.textContent = text;
  return span.innerHTML;
}
