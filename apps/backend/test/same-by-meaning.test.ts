import { type ImportPreview } from '@despacho/contracts/dispatch';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_FAILED_LOOKUPS } from '#platform/database/table-bounds.ts';
import { orderInput } from './dispatch-world.ts';
import { NORTE_RUC } from './people.ts';
import { useDesk } from './use-desk.ts';

const HEADER = 'Cliente;Referencia del cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha;Cobro (S/)';
const HOUR_MS = 3_600_000;

describe('texts that mean the same', () => {
  const { dispatch, clock } = useDesk();
  beforeEach(() => dispatch.createCourier({ zones: ['150122'] }));

  async function preview(...lines: string[]): Promise<Extract<ImportPreview, { readable: true }>> {
    const answer = await dispatch.ok('imports.preview', {
      query: { fileName: 'pedidos\u202evsc.csv' },
      file: [HEADER, ...lines].join('\n'),
    });
    if (!answer.readable) throw new Error(answer.why);
    return answer;
  }
  const line = (client: string, reference = '', address = 'Jr. Puno 450', phone = '987654321') =>
    `${client};${reference};José Núñez;${phone};${address};Miraflores;21/11/2026;80`;
  const vain = (count: number, from = 0): string[] =>
    Array.from({ length: count }, (_, index) => line(`Z-${1000 + from + index}`, `R${index}`));

  it('rejects a reference of the same company in another spelling', async () => {
    const seen = await preview(line('Óptica Díaz EIRL', 'PED-1'), line('Optica Diaz E.I.R.L.', 'ped‑1 '));
    expect(seen).toMatchObject({ good: 1, broken: 1, fileName: 'pedidosvsc.csv' });
    expect(seen.rows[1]).toMatchObject({ errors: [{ reason: 'La línea 2 tiene el mismo cliente y referencia' }] });
  });

  it('marks a line with the same address in another spelling as doubtful', async () => {
    const seen = await preview(line('C-1'), line(' c1', '', 'Jirón Puno N° 450'), line('C1', '', 'Jirón Puno 451'));
    expect(seen.doubtful).toEqual([{ line: 3, as: 'line', first: 2 }]);
  });

  it('stores a telephone without the invisible marks around it, and finds it', async () => {
    const seen = await preview(line('C1', '', 'Av. Uno 1', '\u202a+51 987\u00a0654‑321\u202c'));
    await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 1 } });
    const { orders } = await dispatch.ok('orders.list', { query: { buscar: '0051987654321' } });
    expect(orders.map(({ recipient }) => recipient.phone)).toEqual(['+51 987 654-321']);
  });

  it('finds orders by the RUC of their client and by other spellings', async () => {
    const { id } = await dispatch.createOrder({
      client: { id: 'c1', name: 'Bodega Ñandú', phone: null },
      recipient: { name: 'Rosa O’Brien', phone: null },
      place: { ...orderInput().place, address: 'Jr. Puno 450' },
    });
    for (const buscar of [NORTE_RUC, `${NORTE_RUC.slice(0, 2)}-${NORTE_RUC.slice(2)}`, "o'brien", 'jirón puno 450']) {
      const { orders } = await dispatch.ok('orders.list', { query: { buscar } });
      expect(
        orders.map((order) => order.id),
        buscar,
      ).toEqual([id]);
    }
  });

  it('refuses right and wrong codes alike for an hour after a hundred failed lookups', async () => {
    await preview(...vain(MAX_FAILED_LOOKUPS));
    // Known already, full names, and clients of the office's orders.
    await preview(...vain(3), line('Bodega Nueva del Centro 2'));
    const refused = async (client: string) => {
      const file = [HEADER, line(client)].join('\n');
      const answer = await dispatch.call('imports.preview', { query: { fileName: 'a.csv' }, file });
      const { message } = answer.body as { message: string };
      return { status: answer.status, wait: answer.headers['retry-after'], message };
    };
    const wrong = await refused('Z-9999');
    expect(wrong).toMatchObject({ status: 429, wait: '3600' });
    expect(wrong.message).toMatch(/^Buscó demasiados códigos o RUC.*en 60 min$/);
    expect(await refused('C1')).toEqual(wrong);
    // A code or RUC in another spelling is looked up in vain as well, and finds no client uncounted.
    for (const spelled of [
      `RUC N° ${NORTE_RUC}`,
      'Ｃ１',
      '²⁰¹⁰⁰¹¹³⁶¹⁵',
      'Z X Y W 12',
      'A BC 77',
      'Ruc nro. 20100113615',
    ])
      expect(await refused(spelled), spelled).toEqual(wrong);
    const body = orderInput({ client: { id: null, name: 'Z-9998', phone: null } });
    expect((await dispatch.call('orders.create', { body })).status).toBe(429);
    await dispatch.createOrder({ client: { id: 'c1', name: 'Bodega Ñandú', phone: null } });
    expect((await preview(line('C1'))).good).toBe(1);
    clock.move(HOUR_MS + 1000);
    expect((await preview(line('Z-9999'))).good).toBe(1);
  });
});
