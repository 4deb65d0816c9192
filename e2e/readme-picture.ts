import { ROOT } from '@despacho/tooling/root';
import { withProduct } from './support/look.ts';
import { settled } from './support/settled.ts';
import { signIn } from './support/sign-in.ts';

/* Takes the screenshot at the top of README.md: permissions with an unsaved change. */

const OUT = `${ROOT}docs/images/permissions.png`;
const CHANGES = [
  ['Carmen Valderrama', 1],
  ['Carmen Valderrama', 7],
  ['Luis Quispe', 3],
] as const;

await withProduct(async (open) => {
  const page = await open({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  await signIn(page, 'ana');
  await page.goto('/permissions');
  await settled(page);
  for (const [person, column] of CHANGES)
    await page
      .getByRole('row', { name: new RegExp(person) })
      .getByRole('checkbox')
      .nth(column)
      .click();
  await page.mouse.move(700, 10);
  await page.waitForTimeout(500);
  await page.screenshot({ path: OUT });
});
console.log(OUT);
