import { useEffect, useState } from 'react';
import { fetchUntilLoaded } from './fetch-until-loaded.ts';

/**
 * @param load an `import()` of an optional module; pass the same function each time.
 * @returns the module, undefined until it has loaded. A failed load is retried when the connection returns.
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
