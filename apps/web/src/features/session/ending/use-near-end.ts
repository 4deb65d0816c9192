import { useEffect, useState } from 'react';
import { type NearEnd, watchEnding } from './watch-ending.ts';

/** @returns the end of the session once it is near, with what is left of it. */
export function useNearEnd(): NearEnd | undefined {
  const [near, setNear] = useState<NearEnd>();
  useEffect(() => watchEnding(setNear), []);
  return near;
}
