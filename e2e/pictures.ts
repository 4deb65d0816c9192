import { type MoneyDay } from '@despacho/contracts/dispatch';
import { ROOT } from '@despacho/tooling/root';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { type Locator, type Page } from '@playwright/test';
import { startCompanyProvider } from './support/company-provider.ts';
import { Desk, rows } from './support/desk.ts';
import { type OpenPage, withProduct } from './support/look.ts';
import { expect } from './support/patient-expect.ts';
import { PEOPLE } from './support/people.ts';
import { openCourierMenu } from './support/scenes/desk-actions.ts';
import { addFactor } from './support/scenes/session-windows.ts';
import { settled } from './support/settled.ts';
import { signIn, submitLogin } from './support/sign-in.ts';

/* Takes the pictures of README.md and of the guides, with the demonstration's data. */

/** The company of the office LIMA in the demonstration. */
const DEMO_RUC = '20601483727';
const OUT = `${ROOT}docs/images`;
const DESKTOP = { colorScheme: 'light', viewport: { width: 1440, height: 900 } } as const;
/** Orders that «Por atender» lists, with the windows that they missed or have not been assigned for. */
const LATE = { window: { from: '00:00', to: '00:01' } };

async function take(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await settled(page);
  await part.screenshot({ path: `${OUT}/${name}.png`, animations: 'disabled' });
  console.log(`${OUT}/${name}.png`);
}

/** Permissions with an unsaved change. */
async function permissions(page: Page): Promise<void> {
  await page.goto('/permissions');
  await settled(page);
  for (const [person, column] of [
    ['Carmen Valderrama', 1],
    ['Carmen Valderrama', 7],
    ['Luis Quispe', 3],
  ] as const)
    await page
      .getByRole('row', { name: new RegExp(person) })
      .getByRole('checkbox')
      .nth(column)
      .click();
  await page.mouse.move(700, 10);
  await take(page, 'permissions');
}

/** A link that was just created, and its page on a guest's phone. */
async function shared(page: Page, desk: Desk, open: OpenPage): Promise<void> {
  const { photos } = await desk.read<{ photos: { order: { id: string } }[] }>('evidence');
  await page.goto(`/assing?ver=${photos[0]?.order.id ?? ''}`);
  await page.getByRole('button', { name: 'Compartir', exact: true }).click();
  const window = page.getByRole('dialog', { name: /^Compartir la constancia/ });
  await window.getByRole('button', { name: 'Crear enlace' }).click();
  const address = await window.getByRole('textbox', { name: 'Dirección del enlace' }).inputValue();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await take(page, 'compartir', window.locator('> div').first());
  const guest = await open({ colorScheme: 'light', viewport: { width: 390, height: 844 } });
  await guest.goto(address);
  await guest.getByRole('img').first().waitFor();
  await guest.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await take(guest, 'constancia');
}

/** «Por ubicar», at an address beyond the doors that are known of its street. */
async function locate(page: Page, desk: Desk): Promise<void> {
  const at = (number: number, point: object | null) => ({
    place: { address: `Calle Los Alcanfores ${number}`, reference: null, ubigeo: '150122', point },
  });
  for (const number of [120, 240, 360])
    await desk.makeOrders('Rosa Huamán', 1, at(number, { lat: -12.124 + number / 111_000, lng: -77.0275 }));
  const [order] = await desk.makeOrders('Elena Rojas', 1, at(1250, null));
  await desk.makeOrders('José Peña', 2, at(1480, null));
  await page.goto(`/assing?ubicar=${order?.id ?? ''}`);
  const window = page.getByRole('dialog', { name: 'Por ubicar' });
  await window.getByText('Natural Earth').waitFor();
  await page.keyboard.press('1');
  await take(page, 'por-ubicar', window);
}

/** A stop on a courier's phone, whose door was just marked. */
async function door(desk: Desk, open: OpenPage): Promise<void> {
  const place = { address: 'Jr. Las Gardenias 418', reference: 'Reja verde', ubigeo: '150122', point: null };
  const courier = await desk.makeCourier('Hugo Paredes');
  await desk.assign(await desk.makeOrders('Elena Rojas', 1, { place }), courier.id);
  const link = await desk.send<{ fragment: string; code: string }>(`couriers/${courier.id}/link`, undefined);
  const geolocation = { latitude: -12.1243, longitude: -77.0279, accuracy: 8 };
  const viewport = { width: 390, height: 844 };
  const phone = await open({
    colorScheme: 'light',
    viewport,
    hasTouch: true,
    geolocation,
    permissions: ['geolocation'],
  });
  await phone.goto(`/r/#${link.fragment}`);
  await phone.getByRole('textbox', { name: 'Código de cuatro cifras' }).fill(link.code);
  await phone.getByRole('button', { name: 'Conectar este teléfono' }).click();
  await phone.getByRole('button', { name: 'Entendido, continuar' }).click();
  await phone.getByRole('link', { name: /Gardenias/ }).click();
  await phone.getByRole('button', { name: 'La puerta es aquí' }).click();
  await phone.getByText('Ubicación guardada').waitFor();
  await phone.getByRole('link', { name: /por enviar/ }).waitFor({ state: 'hidden' });
  await take(phone, 'la-puerta', phone.getByRole('region', { name: 'Dirección' }));
}

/** «Por atender» and «Relevo». */
async function attention(page: Page, desk: Desk): Promise<void> {
  const [order] = await desk.makeOrders('Rosa Huamán', 3, LATE);
  await page.goto('/dashboard?atender=1');
  const window = page.getByRole('dialog', { name: 'Por atender' });
  const line = window.getByRole('listitem').filter({ hasText: order?.code ?? '' });
  await line.waitFor();
  await line.focus();
  await page.keyboard.press('e');
  await line.getByText('Usted', { exact: true }).waitFor();
  await take(page, 'por-atender', window);
  await desk.send('handover', { text: 'El cliente de Miraflores pidió que lo llamen antes de ir.' });
  await page.goto('/dashboard?relevo=1');
  await take(page, 'relevo', page.getByRole('dialog', { name: 'Relevo' }));
}

/** A better order of a courier's stops, and the choice of a courier by detour. */
async function routes(page: Page, desk: Desk): Promise<void> {
  const start = { lat: -12.125, lng: -77.025 };
  const { version } = await desk.read<{ version: number }>('settings');
  const changes = { startingPoint: { address: 'Av. Larco 1150', ...start } };
  await desk.send('settings', { version, changes }, 'PATCH');
  const { courier } = await desk.makeCrossedRoute('Elena Rojas', 'Hugo Paredes Soto');
  const place = {
    address: 'Jr. Los Ficus 210',
    reference: null,
    ubigeo: '150122',
    point: { lat: -12.109, lng: -77.031 },
  };
  const [order] = await desk.makeOrders('José Peña', 1, { place });
  await page.goto(`/assing?todas=1&buscar=${order?.code ?? ''}`);
  await rows(page).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('a');
  const choice = page.getByRole('dialog', { name: /^Asignar/ });
  await choice.getByText(/km/).first().waitFor();
  await take(page, 'a-quien', choice);
  await page.keyboard.press('Escape');
  await page.goto('/assing');
  await openCourierMenu(page, courier.name);
  await page.getByRole('menuitem', { name: 'Ordenar paradas…' }).click();
  const window = page.getByRole('dialog', { name: /^Ordenar las paradas/ });
  await window.getByText('Natural Earth').waitFor();
  await take(page, 'ordenar-paradas', window);
}

/** Couriers with money: one has handed over a part, the other nothing. */
async function settlement(page: Page, desk: Desk): Promise<void> {
  const couriers: string[] = [];
  for (const [name, amounts] of [
    ['Pedro Ñahui', [4550, 8000, 12_000]],
    ['Rosa Quispe', [2390, 15_000]],
  ] as const) {
    const courier = await desk.makeCourier(name);
    couriers.push(courier.id);
    for (const amount of amounts) {
      const orders = await desk.makeOrders('Cliente', 1, { collectDue: amount });
      await desk.assign(orders, courier.id);
      const means = amount === 8000 ? 'yape' : 'efectivo';
      for (const order of orders) await desk.close([order], { to: 'entregada', payments: [{ means, amount }] });
    }
  }
  const { day, couriers: money } = await desk.read<MoneyDay>('money');
  const [courierId = ''] = couriers;
  const version = money.find(({ courier }) => courier.id === courierId)?.version ?? 0;
  await desk.send('money/receive', { courierId, day, version, amount: 10_000 });
  await page.goto(`/dashboard/liquidacion?repartidor=${courierId}`);
  await take(page, 'liquidacion');
}

/** Permits a person of the demonstration to set up a second factor here, where they never signed in. */
async function permit(desk: Desk, username: string): Promise<void> {
  const { people } = await desk.read<{ people: { id: string; username: string }[] }>('people?estado=active');
  const person = people.find((each) => each.username === username);
  await desk.send(`people/${person?.id ?? ''}/permit-factor`, undefined);
}

/** How charge S requires a second factor, and what people then see. */
async function signInRules(page: Page, desk: Desk, open: OpenPage): Promise<void> {
  await page.goto('/permissions?vista=personas');
  await page.getByRole('button', { name: 'Cómo ingresan' }).click();
  const window = page.getByRole('dialog', { name: 'Cómo ingresan las personas' });
  await window.getByLabel('Oficina Lima').check();
  await window.getByLabel('Días de plazo').fill('7');
  await window.getByRole('button', { name: 'Guardar' }).click();
  await window.getByText(/^Guardado/).waitFor();
  await take(page, 'como-ingresan', window);
  const own = await open({ ...DESKTOP, viewport: { width: 1024, height: 640 } });
  await signIn(own, 'luis');
  const notices = own.getByRole('region', { name: 'Avisos de su cuenta' });
  await notices.waitFor();
  await take(own, 'aviso-de-plazo', notices);
  const { version } = await desk.read<{ version: number }>('sign-in-rules');
  await desk.send('sign-in-rules', { version, changes: { graceDays: 0 } });
  await permit(desk, 'luis.quispe');
  await own.context().clearCookies();
  await own.setViewportSize({ width: 560, height: 800 });
  await own.goto('/auth/login');
  await submitLogin(own, 'luis');
  await own.getByRole('img', { name: /^Código QR/ }).waitFor();
  await take(own, 'poner-segundo-paso', own.getByRole('main'));
  const changes = { required: { company: false, chargeS: false, offices: [] } };
  await desk.send('sign-in-rules', { version: version + 1, changes });
}

/** A second factor: its key, the recovery codes, the step at the sign-in, and how charge S removes a lost one. */
async function factor(page: Page, desk: Desk, open: OpenPage): Promise<void> {
  await permit(desk, 'rosa.mamani');
  const own = await open({ ...DESKTOP, viewport: { width: 900, height: 760 } });
  await signIn(own, 'rosa', '/sesiones');
  await addFactor(own);
  await own.getByLabel('Contraseña actual').fill(PEOPLE.rosa.password);
  await own.keyboard.press('Enter');
  await own.getByRole('img', { name: /^Código QR/ }).waitFor();
  const window = own.getByRole('dialog').locator('visible=true');
  const key = (await own.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  await take(own, 'segundo-paso', window);
  await own.getByLabel('Código de 6 números').fill(new Authenticator(key.replaceAll(' ', '')).next());
  await own.keyboard.press('Enter');
  await own.getByRole('list', { name: 'Códigos de recuperación' }).waitFor();
  await take(own, 'codigos-de-recuperacion', window);
  await own.context().clearCookies();
  await own.goto('/auth/login');
  await submitLogin(own, 'rosa');
  await own.getByLabel('Código de 6 números').waitFor();
  await own.setViewportSize({ width: 560, height: 620 });
  await take(own, 'codigo-al-ingresar', own.getByRole('main'));
  await page.goto('/permissions?vista=personas');
  await page.getByRole('button', { name: /^Editar.*Rosa Mamani/ }).click();
  await page.getByRole('button', { name: 'Quitar el segundo paso' }).click();
  await take(page, 'quitar-segundo-paso', page.getByRole('dialog', { name: /^¿Quitar el segundo paso/ }));
  await page.keyboard.press('Escape');
}

/** The account of the company: its invitation, what the invited person sees, «Mis sesiones», and the sign-in page. */
async function companyAccount(open: OpenPage): Promise<void> {
  const page = await open(DESKTOP);
  await signIn(page, 'ana', '/permissions?vista=personas');
  await page.getByRole('button', { name: /^Editar.*Luis Quispe/ }).click();
  await page.getByRole('button', { name: /^Invitar con la cuenta de la empresa/ }).click();
  const window = page.getByRole('dialog', { name: /^Invitación/ });
  await window.getByRole('button', { name: 'Crear enlace' }).click();
  const address = await window.getByRole('textbox', { name: 'Dirección del enlace' }).inputValue();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await take(page, 'invitar-con-la-cuenta', window);
  const own = await open({ ...DESKTOP, viewport: { width: 620, height: 620 } });
  await own.goto(address);
  await own.getByRole('button', { name: 'Continuar con la cuenta de su empresa' }).waitFor();
  await take(own, 'invitacion', own.getByRole('main'));
  await own.getByRole('button', { name: 'Continuar con la cuenta de su empresa' }).click();
  await own.getByLabel('Correo').fill('luis@andino.pe');
  await own.keyboard.press('Enter');
  await own.setViewportSize({ width: 1000, height: 900 });
  const card = own.getByText(/^Vinculada desde/);
  await card.waitFor();
  await take(own, 'cuenta-de-su-empresa', own.getByRole('region', { name: 'Cuenta de su empresa' }));
  await own.context().clearCookies();
  await own.setViewportSize({ width: 560, height: 620 });
  await own.goto('/auth/login');
  await own.getByRole('button', { name: 'Ingresar con la cuenta de su empresa' }).waitFor();
  await take(own, 'ingresar-con-la-cuenta', own.getByRole('main'));
}

const provider = await startCompanyProvider(DEMO_RUC);
await withProduct(companyAccount, provider.settings, provider.settings);
await provider.stop();

await withProduct(async (open) => {
  const page = await open(DESKTOP);
  await signIn(page, 'ana');
  const desk = new Desk(page);
  await permissions(page);
  await factor(page, desk, open);
  await signInRules(page, desk, open);
  await shared(page, desk, open);
  await attention(page, desk);
  await locate(page, desk);
  await door(desk, open);
  await routes(page, desk);
  await settlement(page, desk);
});
