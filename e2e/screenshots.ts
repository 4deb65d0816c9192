import process from 'node:process';
import { type BrowserContextOptions } from '@playwright/test';
import { ROOT } from '@despacho/tooling/root';
import { withProduct } from './support/look.ts';
import { DESK_OVERLAYS } from './support/desk-windows.ts';
import { SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { signIn } from './support/sign-in.ts';
import { OVERLAYS } from './support/windows.ts';

/* Takes every screen in three widths and two themes, for looking at. An argument narrows it down: `-- clients`. */

const OUT = `${ROOT}e2e/.output/screenshots`;

/** Windows as they stand on desks, and a telephone, which is touched. */
const DEVICES: readonly (BrowserContextOptions & { sizes: readonly (readonly [number, number])[] })[] = [
  {
    sizes: [
      [1440, 900],
      [1024, 768],
    ],
  },
  { sizes: [[390, 760]], hasTouch: true, isMobile: true },
];

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const wanted = process.argv[2] ?? '';

/** Screens, and what comes up over them. */
const pictures = [...SCREENS.map((screen) => ({ ...screen, open: undefined })), ...OVERLAYS, ...DESK_OVERLAYS];

const missed: string[] = [];

await withProduct(async (open) => {
  // Another device, so that there is more than one session to show.
  const elsewhere = await open({ userAgent: PHONE });
  await signIn(elsewhere, 'ana');
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { sizes, ...device } of DEVICES) {
      const page = await open({ colorScheme, userAgent: DESK, ...device });
      let present: string | null = null;
      for (const { name, path, who, open: show } of pictures.filter((picture) => picture.name.includes(wanted))) {
        if (who && who !== present) await signIn(page, who);
        present = who;
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ media: null });
          try {
            await page.goto(path);
            await settled(page);
            await show?.(page);
          } catch (error) {
            // One picture less, which is said, and all others as ever.
            missed.push(`${name} ${colorScheme} ${width}: ${String(error).split('\n')[0] ?? ''}`);
            continue;
          }
          // Transitions, and the first frame of the map.
          await page.waitForTimeout(500);
          await page.screenshot({ path: `${OUT}/${name}-${colorScheme}-${width}.png` });
        }
      }
    }
  }
});
console.log(`Screenshots are in ${OUT}`);
if (missed.length > 0) {
  console.error(`Not taken:\n${missed.join('\n')}`);
  process.exitCode = 1;
}
