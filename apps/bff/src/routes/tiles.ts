import { OPERATION_ACCESS } from '@despacho/contracts';
import { SMALL_BODY, TILE_ANSWER } from './limits.ts';
import { type Routes } from './policy.ts';
import { sendTile } from './send-tile.ts';

export const tileRoutes: Routes<'tiles.read'> = {
  'tiles.read': {
    access: OPERATION_ACCESS['tiles.read'],
    limits: { request: SMALL_BODY, answer: TILE_ANSWER },
    ownRate: true,
    // A map that is left open asks for tiles by itself.
    keepsAlive: false,
    to: { upstream: 'tiles', credentials: 'none', send: sendTile },
  },
};
