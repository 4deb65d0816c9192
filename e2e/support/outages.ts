import { expect, type ConsoleMessage, type Locator, type Page } from '@playwright/test';
import { type Fault } from './faults.ts';

/** An upstream fault and the expected reaction of the browser. */
export interface Outage {
  name: string;
  /** `stopped`: nothing listens. */
  fault: Fault | 'stopped';
  /** Response of the gateway. */
  status: number;
  /** Title in the failing part of the screen. */
  title: string;
  /** Text of the pop-up, for the two statuses that have one. */
  popUp?: string;
}

/** Longer than the limit that a spec sets (see `SHORT_LIMIT`). */
const SLOW_MS = 4000;

/** An upstream limit short enough for three slow tries within a test. */
export const SHORT_LIMIT = { UPSTREAM_TIMEOUT_MS: '2500' };

const REFUSED = { status: 403, title: 'El servicio no permite esta operación' };
const BROKEN = { status: 502, title: 'El servicio envió una respuesta no válida' };
const AWAY = { status: 502, title: 'No se pudo conectar con el servicio' };
const FAILED = { status: 500, title: 'El servicio tuvo un error' };
const LATE = { status: 504, title: 'El servicio tardó demasiado', popUp: 'Gateway Timeout' };

/** Faults of a data call. The credentials call works, so that nobody is signed out. */
export const OUTAGES: readonly Outage[] = [
  { name: '400', fault: { kind: 'status', status: 400 }, status: 400, title: 'El servicio rechazó los datos' },
  { name: '401 to a living token', fault: { kind: 'status', status: 401 }, ...REFUSED },
  { name: '403', fault: { kind: 'status', status: 403 }, ...REFUSED },
  {
    name: '404',
    fault: { kind: 'status', status: 404 },
    status: 404,
    title: 'No encontrado',
    popUp: 'No encontrado',
  },
  { name: '500 in HTML', fault: { kind: 'status', status: 500, html: true }, ...FAILED },
  {
    name: '503',
    fault: { kind: 'status', status: 503 },
    status: 503,
    title: 'El servicio no está disponible',
  },
  { name: '504', fault: { kind: 'status', status: 504 }, ...LATE },
  { name: 'garbage', fault: { kind: 'garbage' }, ...BROKEN },
  { name: 'an answer cut half way', fault: { kind: 'cut' }, ...BROKEN },
  { name: 'a connection that drops', fault: { kind: 'down' }, ...AWAY },
  { name: 'a stopped backend', fault: 'stopped', ...AWAY },
  { name: 'a slow answer', fault: { kind: 'slow', ms: SLOW_MS }, ...LATE },
];

const named = (...names: string[]): Outage[] => OUTAGES.filter(({ name }) => names.includes(name));

/**
 * One for each reaction of a page: a pop-up or none, a line in the console or none, retries or none. The tests of the
 * gateway have the response to each fault.
 */
export const REACTIONS = named('400', '403', '404', '503', 'a stopped backend', '504');

/** Outages of the credentials call, which the gateway reports as unavailable or as too slow. */
export const PROBE_OUTAGES = named('503', '504', 'garbage', 'a stopped backend');

/** Number of tries of a read: two retries if the failure may be temporary. A write is tried once. */
export const triesOf = ({ status }: Outage): number => ([502, 503, 504].includes(status) ? 3 : 1);

/** Whether the error catalogue logs it to the console: every status it does not name. */
export const isLogged = ({ status }: Outage): boolean => ![400, 404, 500, 504].includes(status);

/** The pop-up of the error catalogue. */
export const popUpOf = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Oops...' });

/**
 * Expects the pop-up of a failure that `act` causes (none if no text is given), and waits until it has closed. It stays
 * for three seconds only, so it is watched from before `act`.
 */
export async function expectPopUp(page: Page, text: string | undefined, act: () => Promise<unknown>): Promise<void> {
  const popUp = popUpOf(page);
  const shown = text === undefined ? undefined : popUp.filter({ hasText: text }).waitFor();
  await Promise.all([shown, act()]);
  await expect(popUp).toHaveCount(0);
}

/** Collects the failure messages that the product logs to the console. */
export function failureTexts(page: Page): string[] {
  const texts: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' && message.text().startsWith('Http failure response')) texts.push(message.text());
  });
  return texts;
}

/** Marks the page, so that `expectSamePage` detects a reload. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.setAttribute('data-e2e-mark', '');
  });
}

export async function expectSamePage(page: Page): Promise<void> {
  await expect(page.locator('html[data-e2e-mark]'), 'the page has not been loaded again').toHaveCount(1);
}
