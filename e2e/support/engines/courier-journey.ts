import { type Desk, type MadeOrder } from '../desk.ts';
import { expect } from '../test.ts';
import { type Link, outcomeOf } from '../street.ts';
import { test } from '../test.ts';
import { type Engine } from './engine.ts';
import { type Target } from './look.ts';
import { type Tab } from './tab.ts';

/** The inputs of a courier's journey. */
export interface Street {
  engine: Engine;
  /** Url of the gateway, which can be stopped and started under the same address. */
  url: string;
  gateway: { stop: () => Promise<void>; start: () => Promise<void> };
  desk: Desk;
  /** The two stops of the route. */
  orders: readonly MadeOrder[];
  link: Link;
  /** Files as of a camera, one for each stop. */
  photos: readonly string[];
}

const button = (name: string | RegExp): Target => ({ role: 'button', name });
const ROUTE: Target = { role: 'heading', name: 'Mi ruta' };
const WAITING: Target = { role: 'link', name: /por enviar/ };

async function deliver(tab: Tab, number: number, photo: string): Promise<void> {
  await tab.click({ role: 'link', within: { role: 'listitem', text: `Mz. P Lt. ${number}` } });
  await tab.click(button('Entregar'));
  await tab.see({ role: 'heading', name: /^Fotos/ });
  await tab.setFile('', photo);
  await tab.see(button(/^Ver foto 1/));
  await tab.click(button('Firmar'));
  // On a busy machine a driver may lose the moves of a drag; the page then says that there is no signature.
  await expect(async () => {
    await tab.draw({ role: 'img', name: 'Espacio para firmar' });
    await tab.click(button('Guardar firma'));
    const answer = async () =>
      (await tab.find({ role: 'img', name: 'Firma' })).count || (await tab.find({ role: 'alert' })).text;
    await expect.poll(answer, { timeout: 5000 }).toBe(1);
  }).toPass({ timeout: 60_000 });
  await tab.click(button(/^La misma persona/));
  await tab.click(button('Confirmar entrega'));
  await tab.see(ROUTE);
}

/** A courier's day, with a gateway that is gone for a while. */
export async function goAlongStreet({ engine, url, gateway, desk, orders, link, photos }: Street): Promise<void> {
  const tab = await engine.open();
  const expectDelivered = async (order: MadeOrder | undefined): Promise<void> => {
    if (order) await expect.poll(() => outcomeOf(desk, order)).toEqual(['entregada', 2]);
  };

  await test.step('connects by the link of the office', async () => {
    await tab.goto(`${url}/r/#${link.fragment}`);
    await tab.fill({ role: 'textbox', name: 'Código de cuatro cifras' }, link.code);
    await tab.click(button('Conectar este teléfono'));
    await tab.click(button('Entendido, continuar'));
    await tab.see(ROUTE);
  });

  await test.step('delivers with a photo and a signature', async () => {
    await deliver(tab, 1, photos[0] ?? '');
    await expectDelivered(orders[0]);
  });

  await test.step('keeps a delivery while the gateway is stopped, and sends it afterwards', async () => {
    await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await gateway.stop();
    await deliver(tab, 2, photos[1] ?? '');
    await tab.see(WAITING);
    await tab.goto(`${url}/r/`);
    await tab.see(WAITING);
    await gateway.start();
    await tab.evaluate(() => dispatchEvent(new Event('online')));
    await tab.seeNone(WAITING);
    await expectDelivered(orders[1]);
  });

  await test.step('closes the day', async () => {
    await tab.click(button('Cierre del día'));
    await tab.click(button('Enviar el cierre a la oficina'));
    await tab.seeText('Entregó su cierre a las');
  });
}
