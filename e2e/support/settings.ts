import { DEMO_MAP } from '@despacho/tooling/map/demo-map';

/*
 * Settings that several specs share: each object here and in `clock.ts` and `outages.ts` costs a gateway, a browser and
 * a worker of Playwright.
 */

/** A gateway that shows streets. Nobody but the specs of sessions signs in there as Ana, Luis or Rosa. */
export const STREETS: NodeJS.ProcessEnv = {
  TILES_FILE: DEMO_MAP,
  TILES_ATTRIBUTION: 'Calles de demostración',
};

/** Without a dispatch service and the storage service. */
export const DOCUMENTED_HOSTS: NodeJS.ProcessEnv = {
  OPERATIONS_URL: '',
  OPERATIONS_KEY: '',
  STORAGE_URL: '',
  STORAGE_USER: '',
  STORAGE_PASSWORD: '',
};
