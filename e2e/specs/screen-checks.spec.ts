import process from 'node:process';
import { type Page } from '@playwright/test';
import { focus, lookAtFocus, recordFocus } from '../support/screen-checks/focus.ts';
import { forcedColourFaults } from '../support/screen-checks/forced-colours.ts';
import { printFaults } from '../support/screen-checks/print.ts';
import { reflow } from '../support/screen-checks/reflow.ts';
import { reset, SCENES, type Shot } from '../support/scenes/all.ts';
import { asItIs, withLargeText, withTextSpacing } from '../support/screen-checks/spacing.ts';
import { titles } from '../support/screen-checks/titles.ts';
import { isPage } from '../support/scenes/scene.ts';
import { MANAGEMENT, type Screen, SCREENS } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { expect, openSession, test } from '../support/test.ts';

/*
 * Checks beyond axe, on every screen and window. `FULL=1` visits every scene with every check; `CHECKS=focus,titles` and
 * `SCENES=assing,desk-assign` choose some.
 */

const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 760 },
  /** 1280 × 1024 at 400 %. */
  zoomed: { width: 320, height: 256 },
};
type Size = keyof typeof SIZES;

/** A check of a page. It may move the focus and scroll, and changes nothing else. */
interface Check {
  name: string;
  /** @returns the faults, a sentence each. */
  find: (page: Page, scene: Shot) => Promise<string[]>;
  sizes: readonly Size[];
  /** Costs more than an ordinary run has. */
  isLong?: true;
}

const CHECKS: readonly Check[] = [
  { name: 'focus', find: focus, sizes: ['desktop', 'phone', 'zoomed'] },
  { name: 'reflow', find: reflow, sizes: ['zoomed'] },
  { name: 'titles', find: titles, sizes: ['desktop'], isLong: true },
  { name: 'forced-colours', find: forcedColourFaults, sizes: ['desktop', 'phone'], isLong: true },
  { name: 'text', find: (page) => asItIs(page), sizes: ['desktop', 'phone'], isLong: true },
  { name: 'spacing', find: withTextSpacing, sizes: ['desktop', 'phone'], isLong: true },
  { name: 'large-text', find: withLargeText, sizes: ['desktop', 'phone'], isLong: true },
];
/** The last one: it leaves the page without its own `print`. */
const PRINT: Check = { name: 'print', find: printFaults, sizes: ['desktop'], isLong: true };

/**
 * Scenes that represent others with the same frame, form or list. The others cost more than an ordinary run has: only
 * `FULL=1` visits them.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  login: ['ended-logout'],
  assing: ['desk-narrowed', 'desk-nothing-found', 'desk-loading', 'desk-failed', 'desk-offline'],
  map: ['zones', 'replay'],
  images: ['missing-photos'],
  clients: ['office-clients'],
  client: ['office-client'],
  permissions: ['person-end-sessions'],
  'records-unfolded': ['office-records', 'office-records-none', 'records-folded'],
  'office-people': ['office-people-none'],
  'office-settings': ['office-settings-down'],
  'office-reset-link': ['office-reset-link-wrong', 'office-company-invitation'],
  'window-idle': ['window-limit', 'window-sign-in-early'],
  'actions-menu': ['office-office-acts', 'desk-files-menu', 'desk-views-menu', 'desk-courier-menu', 'desk-side-menu'],
  'question-end-session': ['office-person-disable', 'office-client-desactivar'],
  'office-person': [
    'office-person-leave',
    'office-person-link',
    'office-person-new',
    'office-person-taken',
    'office-person-unused',
    'office-profiles',
    'office-office-new',
    'ended-office-busy',
  ],
  'office-person-history': ['office-client-historia'],
  'office-people-many': ['office-people-many-text', 'office-clients-import-lines', 'office-couriers-import'],
  'office-client-editar': ['office-client-new', 'office-client-notes', 'office-client-unir-un-duplicado'],
  'desk-couriers': ['office-couriers', 'desk-stops'],
  'desk-courier-form': ['office-courier-edit', 'office-courier-record', 'office-attendance'],
  'desk-settings': ['desk-views-save', 'ended-views'],
  'desk-history-none': ['desk-missed-window'],
  'desk-import': ['office-clients-import', 'desk-import-unreadable', 'desk-import-done', 'desk-export'],
  'desk-import-columns': ['office-clients-import-columns'],
  'desk-import-broken': ['desk-import-good', 'desk-import-doubtful', 'desk-import-questions'],
  'desk-new-order': ['desk-new-order-errors', 'desk-pin-guess', 'desk-pin-moved', 'desk-conflict'],
  'desk-assign': ['desk-move-load'],
  dashboard: ['dashboard-loading'],
  money: ['money-short'],
  'desk-correct': ['desk-correct-many', 'desk-cancel', 'desk-close-paid', 'desk-close-reason'],
  'desk-close-route': ['desk-sheet'],
  'desk-receipt-refused': ['desk-receipt', 'desk-missed'],
};
const others = new Set(Object.values(OTHERS).flat());

/** Scenes that are not for the screen, and one that needs a courier with cash, as the larger office of the pictures has. */
const NOT_SHOWN = ['desk-sheet-printed', 'money-short'];

/** Opened again at each size: panes that a phone shows alone, and the menu of a row that is out of view after that. */
const REOPENED = ['desk-couriers-pane', 'desk-map-pane', 'office-office-acts'];

/** Scenes are visited one after another, in as many tests as keep the workers busy. */
const TESTS = 2;

const chosen = (variable: string): string[] | undefined => process.env[variable]?.split(',');
const [chosenChecks, chosenScenes] = [chosen('CHECKS'), chosen('SCENES')];
const isFull = process.env['FULL'] === '1';
const visited = SCENES.filter(
  ({ name }) => !NOT_SHOWN.includes(name) && (chosenScenes ? chosenScenes.includes(name) : isFull || !others.has(name)),
);
const isAsked = ({ name, isLong }: Check): boolean => (chosenChecks ? chosenChecks.includes(name) : isFull || !isLong);

const OPEN = 'dialog[open], [role=menu], [role=alertdialog], [aria-modal=true], [data-base-ui-portal]';

/**
 * Opens the address of a scene. Keeps the page if it is there, with nothing open in it.
 * @param loaded the address of the scene before; null to load the page.
 */
async function load(page: Page, path: string, loaded: { path: string; url: string } | null): Promise<void> {
  await page.setViewportSize(SIZES.desktop);
  for (let presses = 0; loaded && presses < 3; presses += 1) await page.keyboard.press('Escape');
  const isThere = loaded?.path === path && page.url() === loaded.url;
  if (isThere && (await page.locator(OPEN).filter({ visible: true }).count()) === 0) return;
  await page.goto(path);
  await settled(page);
}

/** Checks an open scene at every size. @returns the faults found. */
async function inspect(page: Page, shown: Page, scene: Shot): Promise<string[]> {
  const faults: string[] = [];
  const { name, open } = scene;
  for (const [size, viewport] of Object.entries(SIZES)) {
    await shown.setViewportSize(viewport);
    // Components adapt to the size in the next frame.
    await shown.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    if (REOPENED.includes(name)) {
      await page.keyboard.press('Escape');
      await open?.(page);
    }
    for (const check of CHECKS.filter((each) => isAsked(each) && each.sizes.includes(size as Size)))
      for (const fault of await check.find(shown, scene)) faults.push(`${check.name}, ${size}, ${name}: ${fault}`);
  }
  if (!isAsked(PRINT)) return faults;
  if ((await shown.getByRole('menu').count()) > 0) await shown.keyboard.press('Escape');
  await shown.setViewportSize(SIZES.desktop);
  for (const fault of await PRINT.find(shown, scene)) faults.push(`${PRINT.name}, ${name}: ${fault}`);
  return faults;
}

/** Visits scenes. @returns the faults found, and the scenes that could not be opened. */
async function visit(page: Page, scenes: readonly Shot[]): Promise<string[]> {
  const faults: string[] = [];
  let present: string | null = null;
  let loaded: { path: string; url: string } | null = null;
  for (const scene of scenes) {
    const { name, path, who, open } = scene;
    if (who !== present) {
      loaded = null;
      present = who;
      // Twice, so that there is another session to end.
      for (let session = 0; who && session < 2; session += 1) {
        await page.context().clearCookies();
        await openSession(page, who);
      }
    }
    try {
      await reset(page);
      await load(page, path, loaded);
      const url = page.url();
      const other = await open?.(page);
      const shown = isPage(other) ? other : page;
      faults.push(...(await inspect(page, shown, scene)));
      loaded = shown === page && !isAsked(PRINT) ? { path, url } : null;
    } catch (error) {
      // Continues, so that one scene does not hide faults of the others.
      faults.push(`${name}: ${String(error)}`);
      loaded = null;
    }
  }
  return faults;
}

for (let part = 0; part < TESTS; part += 1) {
  const from = Math.ceil((visited.length * part) / TESTS);
  const scenes = visited.slice(from, Math.ceil((visited.length * (part + 1)) / TESTS));
  test(`every screen and window passes the checks, part ${part + 1}`, async ({ page, watched }) => {
    test.setTimeout(isFull ? 7_200_000 : 900_000);
    // Scenes that show failures.
    watched.expectConsole(/status of [45]\d\d|net::ERR_FAILED|^Http failure response/);
    expect(await visit(page, scenes)).toEqual([]);
  });
}

test('a real Tab key reaches the same stops, with the same result', async ({ page }) => {
  await openSession(page, 'ana');
  await page.setViewportSize(SIZES.zoomed);
  await page.goto('/sesiones');
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
  const passed = await recordFocus(page);
  expect(await focus(page)).toEqual([]);
  // At last the focus returns to the first, which a Tab key reaches only by way of the browser's own controls.
  const byScript = (await passed()).slice(0, -1);
  expect(byScript.length).toBeGreaterThan(5);
  for (const stop of byScript.slice(1)) {
    await page.keyboard.press('Tab');
    expect(await lookAtFocus(page)).toEqual([]);
    expect(await passed()).toEqual([stop]);
  }
});

test('every screen and every scene is visited', () => {
  test.skip(chosenScenes !== undefined, 'some scenes were chosen');
  const names = SCENES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(OTHERS), ...others, ...NOT_SHOWN, ...REOPENED]));
  // Scenes that represent others are visited.
  expect(Object.keys(OTHERS).filter((name) => others.has(name))).toEqual([]);
  // `accessibility.spec.ts` compares these lists with the routes.
  const paths = visited.map(({ path }) => new URL(path, 'http://host').pathname);
  const screens: readonly Screen[] = [...SCREENS, ...MANAGEMENT];
  expect(screens.filter(({ path }) => !paths.includes(new URL(path, 'http://host').pathname))).toEqual([]);
});
