import { useEffect, useState } from 'react';
import { type UpcomingEnd, watchSessionEnd } from './watch-session-end.ts';

/** @returns the end of the session and the remaining time once it is near. */
export function useUpcomingEnd(): UpcomingEnd | undefined {
  const [near, setUpcoming] = useState<UpcomingEnd>();
  useEffect(() => watchSessionEnd(setUpcoming), []);
  return near;
}
