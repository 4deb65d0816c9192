import { type StreetTiles } from '@despacho/contracts';
import { useEffect } from 'react';
import { Pane, useMap } from 'react-leaflet';
import { addressOf } from '../../http/address.ts';
import { readStreetColors } from './street-colors.ts';
import { StreetLayer } from './street-tiles.ts';
import styles from '../MapView.module.css';

interface Props {
  streets: StreetTiles;
  /** HTML. */
  attribution: string;
}

async function load(z: number, x: number, y: number, signal?: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(`${addressOf('/tiles')}/${z}/${x}/${y}`, { signal: signal ?? null });
  if (!answer.ok) throw new Error(`tile: ${answer.status}`);
  return answer.arrayBuffer();
}

const PANE = 'streets';

/** Streets over the outlines, in the colours of the theme. */
export function Streets(props: Props) {
  return (
    <Pane name={PANE} className={styles['streets'] ?? ''}>
      <Layer {...props} />
    </Pane>
  );
}

function Layer({ streets, attribution }: Props) {
  const map = useMap();
  useEffect(() => {
    const colors = () => readStreetColors(map.getContainer());
    const layer = new StreetLayer({ streets, load, colors, attribution, pane: PANE }).addTo(map);
    const themes = new MutationObserver(() => layer.repaint());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const reload = (): void => {
      layer.redraw();
    };
    addEventListener('online', reload);
    return () => {
      removeEventListener('online', reload);
      themes.disconnect();
      layer.remove();
    };
  }, [map, streets, attribution]);
  return null;
}
