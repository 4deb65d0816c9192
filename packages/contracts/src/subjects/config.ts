import * as z from 'zod/mini';
import { operation } from '../operation.ts';

/** What a page needs before sign-in. The same for everybody. */
export const publicConfig = z.strictObject({
  provider: z.string(),
  version: z.string(),
  /** Whether the dispatch sections, map tiles and the storage call are configured. */
  sections: z.strictObject({ operations: z.boolean(), tiles: z.boolean(), storage: z.boolean() }),
  /** Attribution of the map tiles, as text; null without tiles. */
  attribution: z.nullable(z.string()),
});

export type PublicConfig = z.infer<typeof publicConfig>;

export const configOperations = {
  'config.read': operation({
    summary: 'Configuración pública',
    method: 'GET',
    path: '/api/config',
    policy: { access: 'everyone', keepsAlive: false },
    params: null,
    query: null,
    body: null,
    response: publicConfig,
  }),
};
