import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '@despacho/tooling/machine/programs';
import { ROOT } from '@despacho/tooling/root';
import { PEOPLE } from './support/people.ts';
import { SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { findBackend, startBackend, startGateway } from './support/stack.ts';

/* Takes every screen in three widths and two themes, for looking at. An argument narrows it down: `-- clients`. */

const OUT = `${ROOT}e2e/.output/screenshots`;
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 760],
] as const;

const wanted = process.argv[2] ?? '';

async function signedIn(page: Page, who: keyof typeof PEOPLE): Promise<void> {
  const { sucursal, username, password } = PEOPLE[who];
  await page.goto('/auth/login');
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/dashboard');
}

await mkdir(OUT, { recursive: true });
const backend = await startBackend();
const { url, secrets } = findBackend();
const gateway = await startGateway(url, secrets);
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});

try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ baseURL: gateway.url, colorScheme, locale: 'es-PE' });
    const page = await context.newPage();
    let present: string | null = null;
    for (const { name, path, who } of SCREENS.filter((screen) => screen.name.includes(wanted))) {
      if (who && who !== present) await signedIn(page, who);
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
    await context.close();
  }
} finally {
  await browser.close();
  await gateway.service.stop();
  await backend.stop();
}
console.log(`Screenshots are in ${OUT}`);
