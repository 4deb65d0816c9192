import { readdirSync, readFileSync } from 'node:fs';
import { FIELD_OPERATIONS, type FieldOperationId } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { usePhones } from './use-phones.ts';

/**
 * A request as a released page sends it. `{delivered}` and `{failed}` are orders of the courier, the first with an amount
 * due of S/ 50 and the note `{note}`.
 */
type Recorded =
  | { operation: FieldOperationId; id?: string; body: object | null }
  /** A part of the photo `id`, in Base64. */
  | { operation: 'field.photoPart'; id: string; offset: number; bytes: string };

const folder = new URL('./recorded/', import.meta.url);
const files = readdirSync(folder);

describe('requests of released pages', () => {
  const desk = usePhones();
  const { dispatch, assign, phoneOf } = desk;

  it.each(files)('are still accepted: %s', async (file) => {
    const [delivered, failed] = [await dispatch.createOrder({ collectDue: 5000 }), await dispatch.createOrder()];
    await assign([delivered, failed], desk.pedro);
    const phone = await phoneOf(desk.pedro);
    const { note } = await dispatch.ok('notes.write', { id: delivered.id, body: { text: 'Llame antes de subir' } });
    const text = readFileSync(new URL(file, folder), 'utf8')
      .replaceAll('{delivered}', delivered.id)
      .replaceAll('{failed}', failed.id)
      .replaceAll('{note}', note?.id ?? '');
    desk.clock.move(60 * 60_000);
    for (const request of JSON.parse(text) as Recorded[]) {
      const { operation } = request;
      const answer =
        'bytes' in request
          ? await phone.part(request.id, request.offset, Buffer.from(request.bytes, 'base64'))
          : await phone.call(operation, request.body ?? undefined, undefined, request.id);
      expect([operation, answer.status, answer.text]).toEqual([operation, 200, expect.anything()]);
      const { success } = FIELD_OPERATIONS[operation].response.safeParse(answer.body);
      expect([operation, success]).toEqual([operation, true]);
    }
    // They have the effect that their courier saw.
    const photos = await dispatch.ok('evidence.list', { id: delivered.id });
    expect(photos.map(({ kind }) => kind).sort()).toEqual(['entrega', 'firma']);
    expect(await dispatch.order(delivered.id)).toMatchObject({ state: 'no_entregada', reason: 'ausente' });
    expect(await dispatch.order(failed.id)).toMatchObject({ state: 'no_entregada' });
  });

  it('cover every operation of a connected phone', () => {
    const recorded = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Recorded[];
    const operations = new Set(files.flatMap((file) => recorded(file).map(({ operation }) => operation)));
    // The last one is read by the gateway.
    const others = new Set(['field.enrolment', 'field.connect', 'field.area']);
    const expected = Object.keys(FIELD_OPERATIONS).filter((operation) => !others.has(operation));
    expect([...operations].sort()).toEqual(expected.sort());
  });
});
