import manifest from '#package.json' with { type: 'json' };
import { ownsDirectory } from '#upstream/owns-directory.ts';
import { type Answer, type Call } from '../policy.ts';

/** Configuration that a page reads before sign-in. */
export function readPublicConfig({
  services,
}: Call<'config.read', 'config' | 'operations' | 'archive'>): Promise<Answer<'config.read'>> {
  const { config, operations, archive } = services;
  return Promise.resolve({
    provider: config.PROVIDER_NAME,
    version: manifest.version,
    sections: {
      operations: operations !== undefined,
      directory: ownsDirectory(config),
      tiles: config.TILES_URL !== undefined || archive !== undefined,
      storage: config.STORAGE_URL !== undefined,
    },
    streets: archive?.range ?? null,
    attribution: config.TILES_ATTRIBUTION ?? null,
  });
}
