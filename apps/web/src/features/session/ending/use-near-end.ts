import { useEffect, useState } from 'react';
import { type NearEnd, watchEnding } from './watch-ending.ts';

/** @returns the end of the session and the remaining time once it is near. */
export function useNearEnd(): NearEnd | undefined {
  const [near, setNear] = useState<NearEnd>();
  useEffect(() => watchEnding(setNear), []);
  return near;
}
