import process from 'node:process';
import { ROOT } from '@despacho/tooling/root';
import { withProduct } from './support/look.ts';
import { SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { signIn } from './support/sign-in.ts';

/* Takes every screen in three widths and two themes, for looking at. An argument narrows it down: `-- clients`. */

const OUT = `${ROOT}e2e/.output/screenshots`;
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 760],
] as const;

const wanted = process.argv[2] ?? '';

await withProduct(async (open) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open({ colorScheme });
    let present: string | null = null;
    for (const { name, path, who } of SCREENS.filter((screen) => screen.name.includes(wanted))) {
      if (who && who !== present) await signIn(page, who);
      present = who;
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await settled(page);
        // Transitions, and the first frame of the map.
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${OUT}/${name}-${colorScheme}-${width}.png` });
      }
    }
  }
});
console.log(`Screenshots are in ${OUT}`);
