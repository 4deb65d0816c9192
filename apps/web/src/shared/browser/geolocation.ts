import { within } from './within.ts';

const LIMIT_MS = 2000;

/** @returns the Geolocation object; undefined over plain http, although the types require it. */
export const geolocation = (): Geolocation | undefined => navigator.geolocation;

/** Reads the permission without requesting it: opening a list must not show a prompt. */
export const mayLocate = (): Promise<boolean> =>
  within(LIMIT_MS, async () => (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted', false);
