import { type CourierMap, type PositionsMoved } from '@despacho/contracts/dispatch';
import { type Page } from '@playwright/test';

/** Most couriers of the page of whom a message reports a position. */
const PER_MESSAGE = 1000;

type Position = PositionsMoved['positions'][number];

/**
 * Adds couriers to a page's map who move once a second, at most a thousand of them at a time: in the answer that names them
 * and in the page's event stream. Real ones would need a phone each, whose requests use the cores of the measurement.
 * @param page before it is opened.
 * @param count how many.
 * @returns a function that stops all of them, or lets them go on.
 */
export async function addMovingCouriers(
  page: Page,
  officeId: string,
  count: number,
): Promise<(isOn: boolean) => Promise<unknown>> {
  await page.route(
    /\/api\/couriers\/map\?/,
    async (route) => {
      const response = await route.fetch();
      const map = (await response.json()) as CourierMap;
      const added = Array.from({ length: count }, (_, index): CourierMap['couriers'][number] => ({
        id: String(900_000 + index),
        name: `Repartidor ${String(index + 1).padStart(4, '0')}`,
        vehicle: 'moto',
        plate: null,
      }));
      await route.fulfill({ response, json: { ...map, couriers: [...map.couriers, ...added] } satisfies CourierMap });
    },
    // Requests are intercepted as long as there is a route, which delays them.
    { times: 1 },
  );
  await page.addInitScript(
    ({ office, total, atOnce }) => {
      const state = { areMoving: true };
      Object.assign(globalThis, { despachoCouriers: state });
      let step = 0;
      const positionOf = (index: number, at: string): Position => {
        // Evenly distributed over the city, each with a direction; a step is about twelve metres.
        const [down, right] = [(index * 0.618034) % 1, (index * 0.754878) % 1];
        return {
          courierId: String(900_000 + index),
          at,
          lat: -12.2 + 0.28 * down + 0.00011 * step * Math.cos(index),
          lng: -77.1 + 0.2 * right + 0.00011 * step * Math.sin(index),
          accuracy: 8,
          speed: 40,
          battery: 80,
          district: 'Lima',
        };
      };
      const next = (): string => {
        step += 1;
        const from = (step * atOnce) % Math.max(atOnce, total);
        const now = new Date().toISOString();
        const positions = Array.from({ length: Math.min(atOnce, total) }, (_, index) => positionOf(from + index, now));
        const moved: PositionsMoved = { type: 'positions.moved', officeId: office, positions };
        return `data: ${JSON.stringify(moved)}\n\n`;
      };
      const { fetch: send } = globalThis;
      globalThis.fetch = async (...request) => {
        const response = await send(...request);
        if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) return response;
        const encoder = new TextEncoder();
        // Not within an event of the server.
        let isBetween = true;
        let clock: ReturnType<typeof setInterval>;
        const added = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          start: (controller) => {
            clock = setInterval(() => {
              if (isBetween && state.areMoving) controller.enqueue(encoder.encode(next()));
            }, 1000);
          },
          transform: (chunk, controller) => {
            isBetween = chunk.at(-1) === 10;
            controller.enqueue(chunk);
          },
          flush: () => clearInterval(clock),
        });
        const { status, headers } = response;
        return new Response(response.body.pipeThrough(added), { status, headers });
      };
    },
    { office: officeId, total: count, atOnce: PER_MESSAGE },
  );
  return (isOn) =>
    page.evaluate((value) => {
      const { despachoCouriers } = globalThis as unknown as { despachoCouriers: { areMoving: boolean } };
      despachoCouriers.areMoving = value;
    }, isOn);
}
