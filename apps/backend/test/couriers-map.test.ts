import { describe, expect, it } from 'vitest';
import { useDesk } from './use-desk.ts';

describe('couriers on the map', () => {
  const { dispatch } = useDesk();

  it('G20: are listed for M01 alone, of the own office, without orders, telephones or retired couriers', async () => {
    const pedro = await dispatch.createCourier({ name: 'Pedro', phone: '987 654 321', plate: 'ABC-123' });
    const ana = await dispatch.createCourier({ name: 'Ana', plate: null });
    const gone = await dispatch.createCourier({ name: 'Luz' });
    await dispatch.createCourier({ name: 'Neighbour' }, 'neighbour');
    await dispatch.ok('couriers.retire', { as: 'chief', id: gone, body: { version: 1 } });
    expect(await dispatch.ok('couriers.map', { as: 'clerk' })).toEqual({
      couriers: [
        { id: ana, name: 'Ana', vehicle: 'moto', plate: null },
        { id: pedro, name: 'Pedro', vehicle: 'moto', plate: 'ABC-123' },
      ],
      silence: 10,
    });
  });

  it('include the silence limit of the office', async () => {
    const body = { version: 1, changes: { silence: 25 } };
    expect(await dispatch.ok('settings.edit', { as: 'chief', body })).toMatchObject({ version: 2, silence: 25 });
    expect((await dispatch.ok('couriers.map', { as: 'clerk' })).silence).toBe(25);
    const refused = await dispatch.call('settings.edit', {
      as: 'chief',
      rawBody: { version: 2, changes: { silence: 0 } },
    });
    expect(refused.status).toBe(400);
  });
});
