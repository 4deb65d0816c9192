import { ChunkFailure } from './chunk-failure.ts';
import { loadPart } from './load-part.ts';
import { checkRelease } from './outdated-page.ts';
import { pause } from './retry.ts';

/** Milliseconds before the second and third try to load a part of the application. */
const PAUSES = [400, 1500];

/**
 * Retries inside, because the router calls a lazy route once and keeps a failure.
 * @param load the `import()` of a screen.
 */
export function chunk<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (const wait of PAUSES) {
      try {
        return await loadPart(load);
      } catch {
        await pause(wait);
      }
    }
    return loadPart(load).catch(async (cause: unknown) => {
      await checkRelease();
      throw new ChunkFailure('Part of the application did not arrive', { cause });
    });
  };
}
