import { OFFICE_UNKNOWN } from '@despacho/contracts/assertion';
import { describe, expect, it } from 'vitest';
import { useDesk } from './use-desk.ts';

describe('an office that this service does not have', () => {
  const { dispatch } = useDesk();
  const reasonFor = async (as: 'chief' | 'stranger' | 'neighbour', office: string) => {
    const answer = await dispatch.call('couriers.list', { as, office });
    return [answer.status, (answer.body as { reason?: string }).reason];
  };

  it('is reported to those who may see every office, like one of another company', async () => {
    expect(await reasonFor('chief', 'NADA')).toEqual([404, OFFICE_UNKNOWN]);
    expect(await reasonFor('stranger', 'N1')).toEqual(await reasonFor('stranger', 'NADA'));
  });

  it('G20: is not revealed to others', async () => {
    expect(await reasonFor('neighbour', 'N1')).toEqual([404, undefined]);
    expect(await reasonFor('neighbour', 'NADA')).toEqual([404, undefined]);
  });
});
