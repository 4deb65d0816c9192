import { type Point } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import { geolocation, mayLocate } from '#shared/browser/geolocation.ts';

const EVERY_MS = 60_000;

/** @returns where the phone is, about every minute while the page is visible; null if that is unknown or not allowed. */
export function usePlace(): Point | null {
  const [place, setPlace] = useState<Point | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !(await mayLocate())) return;
      geolocation()?.getCurrentPosition(
        ({ coords }) => {
          if (isCurrent) setPlace({ lat: coords.latitude, lng: coords.longitude });
        },
        () => undefined,
        { maximumAge: EVERY_MS, timeout: EVERY_MS },
      );
    };
    const readAgain = (): void => void read();
    readAgain();
    const clock = setInterval(readAgain, EVERY_MS);
    document.addEventListener('visibilitychange', readAgain);
    return () => {
      isCurrent = false;
      clearInterval(clock);
      document.removeEventListener('visibilitychange', readAgain);
    };
  }, []);
  return place;
}
