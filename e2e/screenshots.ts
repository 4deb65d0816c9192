import process from 'node:process';
import { type BrowserContextOptions, type Page } from '@playwright/test';
import { ROOT } from '@despacho/tooling/root';
import { asItIs } from './support/screen-checks/spacing.ts';
import { type OpenPage, withEmptyProduct, withProduct } from './support/look.ts';
import { reset, SCENES, type Shot } from './support/scenes/all.ts';
import { createStaff, EMPTY_OFFICE, enterAs } from './support/scenes/empty-office.ts';
import { isPage } from './support/scenes/scene.ts';
import { settled } from './support/settled.ts';
import { signIn } from './support/sign-in.ts';

/*
 * Takes a screenshot of every screen in four widths and two themes, and fails if one has a fault (`textFaults`). Arguments
 * select parts of names, widths and themes (`-- desk-import clients 390 dark`).
 */

const OUT = `${ROOT}e2e/.output/screenshots`;

/** Common desktop sizes, and a phone with touch. */
const DEVICES: readonly (BrowserContextOptions & { sizes: readonly (readonly [number, number])[] })[] = [
  {
    sizes: [
      [1440, 900],
      [1366, 768],
      [1024, 768],
    ],
  },
  { sizes: [[390, 760]], hasTouch: true, isMobile: true },
];
const THEMES = ['light', 'dark'] as const;

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Time limit in milliseconds, so that one broken scene does not hold up the others. */
const WAIT = 20_000;

const asked = process.argv.slice(2);
/** @returns the requested ones; all of them if none was requested. */
function wanted<T>(all: readonly T[], isAsked: (one: T, word: string) => boolean): readonly T[] {
  const some = all.filter((one) => asked.some((word) => isAsked(one, word)));
  return some.length > 0 ? some : all;
}

const themes = wanted(THEMES, (theme, word) => theme === word);
const devices = DEVICES.map(({ sizes, ...device }) => ({
  ...device,
  sizes: wanted(
    DEVICES.flatMap((each) => each.sizes),
    ([width], word) => String(width) === word,
  ).filter((size) => sizes.includes(size)),
})).filter(({ sizes }) => sizes.length > 0);

/** The services have the time of this script, see `working-day.ts`. */
const { CLOCK_MOVED_MS } = process.env;
const CLOCK = {
  CLOCK_MOVED_MS,
  NODE_OPTIONS: `--import=${new URL('support/moved-clock.ts', import.meta.url).href}`,
};

/** Enough for lists that are longer than their cards. */
const ORDERS = '4000';

const missed: string[] = [];
/** Faults of legibility and use, see `textFaults`. */
const faults: string[] = [];

const chosen: readonly { name: string }[] = wanted<{ name: string }>([...SCENES, ...EMPTY_OFFICE], ({ name }, word) =>
  name.includes(word),
);
const isChosen = (shot: { name: string }): boolean => chosen.some(({ name }) => name === shot.name);

/** Takes each picture at every requested width and theme. @param enterAs signs in as another user. */
async function takeAll<Who>(
  open: OpenPage,
  shots: readonly Shot<Who>[],
  enterAs: (page: Page, who: Who) => Promise<void>,
): Promise<void> {
  for (const colorScheme of themes) {
    for (const { sizes, ...device } of devices) {
      const page = await open({ colorScheme, userAgent: DESK, ...device });
      page.context().setDefaultTimeout(WAIT);
      let present: Who | null = null;
      for (const { name, path, who, open: show } of shots) {
        if (who && who !== present) await enterAs(page, who);
        present = who;
        for (const [width, height] of sizes) {
          const picture = `${name}-${colorScheme}-${width}`;
          try {
            await reset(page);
            await page.setViewportSize({ width, height });
            await page.goto(path);
            await settled(page);
            const other = await show?.(page);
            const shown = isPage(other) ? other : page;
            // Time for transitions and the first frame of the map.
            await shown.waitForTimeout(500);
            await shown.screenshot({ path: `${OUT}/${picture}.png` });
            if (name.endsWith('-printed')) await shown.pdf({ path: `${OUT}/${picture}.pdf`, format: 'A4' });
            else
              for (const fault of await asItIs(shown)) {
                faults.push(`${picture}: ${fault}`);
                console.error(faults.at(-1));
              }
          } catch (error) {
            // Report the missing screenshot and go on.
            missed.push(`${picture}: ${String(error).split('\n')[0] ?? ''}`);
          }
        }
      }
      await page.context().close();
    }
    console.log(`${colorScheme}: done`);
  }
}

const pictures = SCENES.filter(isChosen);
if (pictures.length > 0)
  await withProduct(
    async (open) => {
      // Another device, so that the session list shows more than one.
      const elsewhere = await open({ userAgent: PHONE });
      await signIn(elsewhere, 'ana');
      await takeAll(open, pictures, signIn);
    },
    { ...CLOCK, DEMO_ORDERS: ORDERS },
    CLOCK,
  );
const empty = EMPTY_OFFICE.filter(isChosen);
if (empty.length > 0)
  await withEmptyProduct(async (open, backend) => {
    await createStaff(backend);
    await takeAll(open, empty, enterAs);
  }, CLOCK);
console.log(`Screenshots are in ${OUT}`);
if (missed.length > 0) console.error(`Not taken:\n${missed.join('\n')}`);
if (faults.length > 0) console.error(`Faults:\n${faults.join('\n')}`);
if (missed.length + faults.length > 0) process.exitCode = 1;
