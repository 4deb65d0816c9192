import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { TILE_ANSWER } from '../policy.ts';

/** A tile column or row; level 22 has 4,194,304 of each. */
const place = z.string().check(z.regex(/^(0|[1-9]\d{0,6})$/));

/** Position of a tile: level `z` (0 to 22) is a square of 2^z by 2^z tiles. */
export const tilePlace = z
  .strictObject({ z: z.string().check(z.regex(/^(\d|1\d|2[0-2])$/)), x: place, y: place })
  .check(
    z.refine((tile) => Number(tile.x) < 2 ** Number(tile.z), { path: ['x'] }),
    z.refine((tile) => Number(tile.y) < 2 ** Number(tile.z), { path: ['y'] }),
  );

export type TilePlace = z.infer<typeof tilePlace>;

/** Media type of a vector tile. */
export const VECTOR_TILE = 'application/vnd.mapbox-vector-tile';

const TILE_TYPES = ['image/png', 'image/jpeg', 'image/webp', VECTOR_TILE];

export const tileOperations = {
  'tiles.read': operation('GET', '/tiles/:z/:x/:y', {
    summary: 'Una imagen o un vector del mapa base; 404 o 204 donde no hay nada',
    policy: { access: 'session', answerBytes: TILE_ANSWER, keepsAlive: false },
    params: tilePlace,
    response: { stream: 'image/*', file: TILE_TYPES },
  }),
  'tiles.field': operation('GET', '/api/field/tiles/:z/:x/:y', {
    summary: 'Lo mismo para el teléfono de un repartidor, solo alrededor de sus paradas del día; lo demás es 404',
    policy: { access: 'courier', answerBytes: TILE_ANSWER },
    params: tilePlace,
    response: { stream: 'image/*', file: TILE_TYPES },
  }),
};
