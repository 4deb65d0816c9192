import { expect, test } from '../support/test.ts';

/** The pages of staff, couriers and guests. */
const PAGES = ['/', '/r/', '/c/'];

const TEXT = /su navegador es demasiado antiguo\. Use Chrome o Edge \d+/;

for (const path of PAGES)
  test(`${path} says what to do in a browser that is too old`, async ({ page, watched }) => {
    watched.expectConsole(/This browser is too old/);
    await page.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'toSorted');
    });
    await page.goto(path);
    await expect(page.getByText(TEXT)).toBeVisible();
    await expect(page.locator('#root *')).toHaveCount(1);
  });

test('says what to do after a while if the script does not even start', async ({ page, watched }) => {
  watched.expectConsole(/Unexpected token/);
  await page.route(/\/assets\/index-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class { static { } } ]' }),
  );
  await page.goto('/');
  await expect(page.getByText(TEXT)).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && animation.animationName === 'old-browser') animation.finish();
  });
  await expect(page.getByText(TEXT)).toBeVisible();
});
