import { type Request } from '@playwright/test';
import { reported } from '../support/reported.ts';
import { expect, signInByForm, test } from '../support/test.ts';
import { reportViolations, watch } from '../support/watch.ts';

test('S33 C2: X-XSRF-TOKEN goes only with unsafe requests to the page’s origin', async ({ context, page, app }) => {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  await signInByForm(page, 'ana', '/permissions?oficina=AREQUIPA');
  const box = page
    .getByRole('row')
    .nth(6)
    .getByRole('checkbox', { name: /^Imágenes, / });
  await box.click();
  await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
  await expect(page.getByRole('row').nth(6)).toContainText('Guardado');
  await page.goto('/auth/logout');
  await expect(page).toHaveURL('/auth/login');
  await reported(page);

  const sent = await Promise.all(
    requests.map(async (request) => {
      const headers = await request.allHeaders();
      const cookie = /XSRF-TOKEN=([^;]+)/.exec(headers['cookie'] ?? '')?.[1];
      return { method: request.method(), url: request.url(), token: headers['x-xsrf-token'], cookie };
    }),
  );
  const unsafe = sent.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const paths = unsafe.map(({ url }) => new URL(url).pathname.replace(/\d+$/, ':id'));
  expect(paths).toEqual(['/api/auth/login', '/api/permission/:id', '/api/auth/logout']);
  for (const { url, token, cookie } of unsafe) {
    expect(token, url).toBeTruthy();
    expect(decodeURIComponent(cookie ?? ''), url).toBe(token);
    expect(new URL(url).origin).toBe(app.url);
  }
  const safe = sent.filter(({ method }) => method === 'GET');
  expect(safe.length).toBeGreaterThan(20);
  expect(safe.filter(({ token }) => token !== undefined)).toEqual([]);
});

test('C1: the monitor of every test reports foreign requests, CSP violations and errors', async ({ browser, app }) => {
  const context = await browser.newContext();
  await reportViolations(context);
  const watched = watch(context, app.url);
  const page = await context.newPage();
  await page.goto(`${app.url}/auth/login`);
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  expect(watched.complaints()).toEqual([]);

  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p><img src="https://otro.example/x.png">');
    console.error('algo');
    setTimeout(() => {
      throw new Error('nadie me esperaba');
    });
    void fetch('https://otro.example/datos').catch(() => undefined);
  });
  await page.goto(app.faults.url).catch(() => undefined);
  const complaints = () => watched.complaints().join('\n');
  for (const part of [
    /CSP violation: style-src/,
    /CSP violation: img-src/,
    /CSP violation: connect-src/,
    /algo/,
    /nadie me esperaba/,
  ])
    await expect.poll(complaints).toMatch(part);
  await expect.poll(complaints).toContain(`request to another origin: ${app.faults.url}`);
  await context.close();
});
