import { DOOR_ACCURACY } from '@despacho/contracts/dispatch';
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

/** How long «La puerta es aquí» waits for a fix that is exact enough. */
const EXACT_MS = 10_000;

/** @returns where the phone is now, within `DOOR_ACCURACY`; otherwise why that is unknown, for the courier. */
export const exactPlace = (): Promise<Place | string> =>
  new Promise((resolve) => {
    const places = geolocation();
    let why = 'El teléfono no encuentra dónde está. Salga a la calle e inténtelo otra vez.';
    const end = (result: Place | string): void => {
      clearTimeout(timer);
      if (watch !== undefined) places?.clearWatch(watch);
      resolve(result);
    };
    const timer = setTimeout(() => end(why), EXACT_MS);
    const refuse = (): void => end('Sin permiso de ubicación. Actívelo en los ajustes del navegador.');
    const watch = places?.watchPosition(
      (position) => {
        const place = remember(position);
        if (place.accuracy <= DOOR_ACCURACY) end(place);
        why = `La ubicación no es exacta (${Math.ceil(place.accuracy)} m). Salga a la calle e inténtelo otra vez.`;
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) refuse();
      },
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    if (!places) refuse();
  });
