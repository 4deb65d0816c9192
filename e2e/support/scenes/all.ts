import { type Page } from '@playwright/test';
import { type Person } from '../people.ts';
import { SCREENS } from '../screens.ts';
import { FILES } from './desk-files.ts';
import { ORDERS } from './desk-orders.ts';
import { PANES } from './desk-panes.ts';
import { STATES } from './desk-states.ts';
import { ENDINGS } from './endings.ts';
import { MORE_WINDOWS } from './more-windows.ts';
import { OFFICE_LIFE } from './office-life.ts';
import { RECORDS } from './records.ts';
import { SESSION_WINDOWS } from './session-windows.ts';

/** A screen, window or state of the demonstration's office. */
export interface Shot<Who = Person> {
  name: string;
  path: string;
  /** Null keeps the user of the previous one. */
  who: Who | null;
  /** @returns the page to look at, if it is another one. */
  open?: ((page: Page) => Promise<unknown>) | undefined;
}

/** Removes what a scene changed: held responses, other pages, the print medium. */
export async function reset(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.emulateMedia({ media: null });
  for (const other of page.context().pages()) if (other !== page) await other.close();
}

/** Screens, their dialogs and their other states. */
export const SCENES: readonly Shot[] = [
  ...SCREENS,
  ...SESSION_WINDOWS,
  ...OFFICE_LIFE,
  ...RECORDS,
  ...ENDINGS,
  ...MORE_WINDOWS,
  ...PANES,
  ...FILES,
  // Before the orders: a receipt stays for the rest of the session and would cover these.
  ...STATES,
  ...ORDERS,
];
