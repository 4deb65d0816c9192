import * as z from 'zod/mini';
import { operation } from '../operation.ts';

/** What a page needs to know before anyone signs in. Holds nothing that differs between people. */
export const publicConfig = z.strictObject({
  provider: z.string(),
  version: z.string(),
  /** Whether the sections of the dispatch service can work here, and whether map tiles and the storage call are configured. */
  sections: z.strictObject({ operations: z.boolean(), tiles: z.boolean(), storage: z.boolean() }),
  /** Whom the tiles are owed to, as text; null where there are none. */
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
