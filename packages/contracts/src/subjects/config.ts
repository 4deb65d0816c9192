import * as z from 'zod/mini';
import { operation } from '../operation.ts';

/** Vector tiles of the map: their zoom levels, and the area in degrees. */
const streetTiles = z.strictObject({
  minZoom: z.number(),
  maxZoom: z.number(),
  bounds: z.strictObject({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
});

export type StreetTiles = z.infer<typeof streetTiles>;

/** The configuration that a page needs before sign-in. The same for everybody. */
const publicConfig = z.strictObject({
  provider: z.string(),
  version: z.string(),
  /**
   * Whether the dispatch sections, map tiles and the storage call are configured. `directory`: whether our own dispatch
   * service keeps people and clients, so that they can be edited here.
   */
  sections: z.strictObject({
    operations: z.boolean(),
    directory: z.boolean(),
    tiles: z.boolean(),
    storage: z.boolean(),
  }),
  /** Present if the map tiles are vector tiles. */
  streets: z.nullable(streetTiles),
  /** Attribution of the map tiles, as text. Null without tiles, and for vector tiles of OpenStreetMap by Protomaps. */
  attribution: z.nullable(z.string()),
});

export type PublicConfig = z.infer<typeof publicConfig>;

export const configOperations = {
  'config.read': operation('GET', '/api/config', {
    summary: 'Configuración pública',
    policy: { access: 'everyone', keepsAlive: false },
    response: publicConfig,
  }),
};
