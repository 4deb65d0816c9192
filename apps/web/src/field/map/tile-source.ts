import { type PublicConfig } from '@despacho/contracts';
import { type MapArea } from '@despacho/contracts/dispatch';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { readConfig, readTile } from '../field-calls.ts';
import { type TileSource } from './street-layer.ts';

/** What this installation's tiles are, as last read: without a signal the stored tiles are still drawn. */
const KEY = 'despacho.reparto.mapa';

/** Credit that the licence of OpenStreetMap requires (ODbL), and the credit for the schema. */
const OPENSTREETMAP = '© OpenStreetMap · Protomaps';

type Known = Pick<PublicConfig, 'streets' | 'attribution'> & { tiles: boolean };

async function readKnown(): Promise<Known | undefined> {
  try {
    const { streets, attribution, sections } = await readConfig();
    const known: Known = { streets, attribution, tiles: sections.tiles };
    writeStored(JSON.stringify(known), KEY);
    return known;
  } catch {
    try {
      return (JSON.parse(readStored(KEY) ?? 'null') as Known | null) ?? undefined;
    } catch {
      // Another version, or somebody else, wrote it.
      return undefined;
    }
  }
}

/** @returns the tiles in an area and their credit; undefined if there are none, or they were never read. */
export async function tileSource(area: MapArea): Promise<{ source: TileSource; credit: string } | undefined> {
  const known = await readKnown();
  if (!known?.tiles) return undefined;
  const { streets, attribution } = known;
  return { source: { area, streets, load: readTile }, credit: attribution ?? (streets ? OPENSTREETMAP : '') };
}
