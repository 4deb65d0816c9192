import { CourierCalls } from '../support/courier-calls.ts';
import { goAlongStreet } from '../support/engines/courier-journey.ts';
import { describeEngines, inEngine } from '../support/engines/in-engine.ts';
import { goThroughOffice } from '../support/engines/office-journey.ts';
import { PhoneLine } from '../support/phone-line.ts';
import { type Gateway, startGateway } from '../support/stack.ts';
import { fromCamera, prepare } from '../support/street.ts';
import { test } from '../support/test.ts';

describeEngines((engineOfTest) => {
  test('works through a morning in the office', async ({ page, app }, info) => {
    const { desk, tag, courier: photographer, orders: made, link } = await prepare(page, 1);
    const [photographed] = made;
    if (!photographed) throw new Error('no order');
    const phone = await CourierCalls.connect(app.url, await link());
    await phone.deliver();
    phone.end();
    const courier = await desk.makeCourier(`${tag} Otra`);
    const orders = await desk.makeOrders(`${tag}O`, 3);
    const { other } = engineOfTest;
    const users = (await (await page.request.get(`/api/users/${other}`)).json()) as { user: string }[];
    const person =
      users
        .map(({ user }) => user)
        .toSorted()
        .at(-1) ?? '';
    await inEngine(engineOfTest, { width: 1440, height: 900 }, info, (engine, folder) =>
      goThroughOffice({
        ...{ engine, url: app.url, desk, tag: `${tag}O`, orders, courier },
        ...{ photographed, photographer, other, person, folder },
      }),
    );
  });

  test('works through the day of a courier', async ({ page, app }, info) => {
    const { desk, orders, link } = await prepare(page, 2);
    const photos = [await fromCamera(page, 1), await fromCamera(page, 2)];
    const line = new PhoneLine();
    const url = `http://localhost:${await line.open()}`;
    let running: Gateway | undefined;
    const start = async (): Promise<void> => {
      running = await startGateway(app.backend.url, app.backend.secrets, { PUBLIC_ORIGIN: url });
      line.leadTo(Number(new URL(running.url).port));
    };
    const stop = async (): Promise<void> => running?.service.stop();
    await start();
    // The window of WebKit's test browser is wider: 447 px is the least.
    await inEngine(engineOfTest, { width: 360, height: 740 }, info, async (engine) =>
      goAlongStreet({ engine, url, gateway: { start, stop }, desk, orders, link: await link(), photos }),
    );
    await line.close();
    await stop();
  });
});
