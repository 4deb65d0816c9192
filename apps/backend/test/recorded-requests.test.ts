import { readdirSync, readFileSync } from 'node:fs';
import { FIELD_OPERATIONS, type FieldOperationId } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { usePhones } from './use-phones.ts';

/** A request as a released page sends it. */
interface Recorded {
  operation: FieldOperationId;
  /** `{delivered}` and `{failed}` are orders of the courier, the first with an amount due of S/ 50. */
  body: object | null;
}

const folder = new URL('./recorded/', import.meta.url);
const files = readdirSync(folder);

describe('requests of released pages', () => {
  const desk = usePhones();
  const { dispatch, assign, phoneOf } = desk;

  it.each(files)('are still accepted: %s', async (file) => {
    const [delivered, failed] = [await dispatch.createOrder({ collectDue: 5000 }), await dispatch.createOrder()];
    await assign([delivered, failed], desk.pedro);
    const phone = await phoneOf(desk.pedro);
    const text = readFileSync(new URL(file, folder), 'utf8')
      .replaceAll('{delivered}', delivered.id)
      .replaceAll('{failed}', failed.id);
    desk.clock.move(60 * 60_000);
    for (const { operation, body } of JSON.parse(text) as Recorded[]) {
      const answer = await phone.call(operation, body ?? undefined);
      expect([operation, answer.status, answer.text]).toEqual([operation, 200, expect.anything()]);
      const { success } = FIELD_OPERATIONS[operation].response.safeParse(answer.body);
      expect([operation, success]).toEqual([operation, true]);
    }
    // They have the effect that their courier saw.
    expect(await dispatch.order(delivered.id)).toMatchObject({ state: 'no_entregada', reason: 'ausente' });
    expect(await dispatch.order(failed.id)).toMatchObject({ state: 'no_entregada' });
  });

  it('cover the visits of at least one contract', () => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(new URL(file, folder), 'utf8')).toContain('"field.visit"');
  });
});
