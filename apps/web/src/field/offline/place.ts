import { type Place } from './types.ts';

/** Maximum age of a fix that is used as the courier's current place. */
const FRESH_MS = 60_000;

/** How long a closing waits for a fix. It is stored without one after that. */
const WAIT_MS = 3000;

let last: { place: Place; at: number } | undefined;

const remember = ({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): Place => {
  const place = { lat: latitude, lng: longitude, accuracy };
  last = { place, at: Date.now() };
  return place;
};

const OPTIONS = { enableHighAccuracy: true, maximumAge: 15_000 } as const;

/** Follows the place while a form is open, so that closing need not wait for a fix. @returns stops following. */
export function followPlace(): () => void {
  // Absent outside of secure contexts, although the types require it.
  if (!('geolocation' in navigator)) return () => undefined;
  const watch = navigator.geolocation.watchPosition(remember, () => undefined, OPTIONS);
  return () => navigator.geolocation.clearWatch(watch);
}

/** @returns where the phone is; null without a fix within three seconds, or without permission. */
export function currentPlace(): Promise<Place | null> {
  if (last && Date.now() - last.at < FRESH_MS) return Promise.resolve(last.place);
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    const giveUp = setTimeout(resolve, WAIT_MS, null);
    const answer = (place: Place | null): void => {
      clearTimeout(giveUp);
      resolve(place);
    };
    navigator.geolocation.getCurrentPosition(
      (position) => answer(remember(position)),
      () => answer(null),
      OPTIONS,
    );
  });
}
