import { useEffect, useState } from 'react';
import { fetchUntilLoaded } from './fetch-until-loaded.ts';

/**
 * @param load an `import()` of something the screen can do without; the same function each time.
 * @returns what it brought, undefined until it has come. What does not arrive is asked for again when the connection is back.
 */
export function useLazyModule<T extends object>(load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<T>();
  useEffect(() => {
    const end = new AbortController();
    void fetchUntilLoaded(load, end.signal).then((came) => {
      if (came) setPart(came);
    });
    return () => {
      end.abort();
    };
  }, [load]);
  return part;
}
