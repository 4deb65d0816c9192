import { officeId } from '@despacho/contracts';
import { OFFICE_UNKNOWN, officeCommand } from '@despacho/contracts/assertion';
import { execFileSync } from 'node:child_process';
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

  it.each(['LIMA', 'San Juan', '$(echo hacked)', "d'Onofrio $HOME", 'a"&echo hacked&"'])(
    'is registered by a command whose id a shell does not execute: %s',
    (id) => {
      expect(officeId.safeParse(id).success).toBe(true);
      const words = officeCommand(id).replace(/^node \S+/, String.raw`printf '%s\n'`);
      const printed = execFileSync('sh', ['-c', words], { encoding: 'utf8' }).trimEnd().split('\n');
      expect(printed).toEqual([
        'office',
        'create',
        '--ruc',
        'RUC',
        '--company',
        'COMPANY',
        '--id',
        id,
        '--name',
        'NAME',
      ]);
    },
  );
});
