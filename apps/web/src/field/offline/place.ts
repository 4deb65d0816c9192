import { geolocation } from '#shared/browser/geolocation.ts';
import { type Place } from './types.ts';

/** Maximum age of a fix that is used as the courier's current place. */
const FRESH_MS = 60_000;

/** How long a closing waits for a fix. Afterwards it is stored without one. */
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
  const places = geolocation();
  if (!places) return () => undefined;
  const watch = places.watchPosition(remember, () => undefined, OPTIONS);
  return () => places.clearWatch(watch);
}

/** @returns where the phone is; null without a fix within three seconds, or without permission. */
export function currentPlace(): Promise<Place | null> {
  if (last && Date.now() - last.at < FRESH_MS) return Promise.resolve(last.place);
  const places = geolocation();
  if (!places) return Promise.resolve(null);
  return new Promise((resolve) => {
    const giveUp = setTimeout(resolve, WAIT_MS, null);
    const answer = (place: Place | null): void => {
      clearTimeout(giveUp);
      resolve(place);
    };
    places.getCurrentPosition(
      (position) => answer(remember(position)),
      () => answer(null),
      OPTIONS,
    );
  });
}
