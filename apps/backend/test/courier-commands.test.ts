import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { readCourierPhone } from '#fleet/couriers/courier-phone.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { giveCash, useLoads } from './use-loads.ts';

describe('the commands about couriers', () => {
  const desk = useLoads();

  async function run(name: string, options: Record<string, string> = {}): Promise<string> {
    const command = COMMANDS[`courier ${name}`];
    if (!command) throw new Error(`There is no courier ${name}`);
    const given: Record<string, string | undefined> = { ...command.optional, office: 'N1', ...options };
    return command.run(desk.db, (option) => given[option] ?? '', '', desk.services.logger);
  }

  it('create, edit and show a courier', async () => {
    const rosa = { name: 'Rosa Huanca' };
    expect(await run('create', { ...rosa, phone: '987 654 321', vehicle: 'auto', category: 'M1', kg: '80.5' })).toMatch(
      /^Courier Rosa Huanca of N1 created, id \d+\.$/,
    );
    expect(await run('edit', { ...rosa, 'new-name': 'Rosa H.', phone: '-', plate: 'abc-123', to: '20:00' })).toBe(
      'Courier Rosa H. of N1 saved.',
    );
    expect(JSON.parse(await run('show', { name: 'rosa h.', json: 'yes' }))).toMatchObject({
      name: 'Rosa H.',
      phone: null,
      vehicle: 'auto',
      vehicleCategory: 'M1',
      plate: 'ABC-123',
      shift: { from: '08:00', to: '20:00' },
      capacityOrders: 30,
      capacityGrams: 80_500,
      documents: [],
      absences: [],
    });
    const actors = await desk.db.selectFrom('trail').select(['actor', 'kind', 'subject_name']).orderBy('id').execute();
    expect(actors.slice(-2)).toEqual([
      { actor: '(servidor)', kind: 'courier.created', subject_name: null },
      { actor: '(servidor)', kind: 'courier.edited', subject_name: null },
    ]);
  });

  it('list couriers as a table or as JSON', async () => {
    const [header, ...lines] = (await run('list')).split('\n');
    expect(header).toMatch(/^id +name +state +telephone +vehicle +plate +shift +orders$/);
    expect(lines.map((line) => line.split(/ {2,}/).slice(1, 3))).toEqual([
      ['Pedro Rojas', 'activo'],
      ['Sara Núñez', 'activo'],
    ]);
    expect((JSON.parse(await run('list', { json: 'yes' })) as { id: string }[]).map(({ id }) => id)).toEqual([
      desk.pedro,
      desk.sara,
    ]);
    expect(await run('list', { office: 'N2' })).toBe('The office N2 has no couriers.');
  });

  it('mark and remove days of absence', async () => {
    const absent = (options: Record<string, string>) => run('absence', { name: 'Sara Nuñez', ...options });
    const [, days = ''] = /is absent: (.*)\.$/.exec(await absent({ from: 'today', to: 'tomorrow' })) ?? [];
    expect(days.split(', ')).toHaveLength(2);
    expect(await run('show', { id: desk.sara })).toContain(`Absent: ${days}`);
    expect(await run('list')).toMatch(/Sara Núñez +ausente/);
    expect(await absent({ from: 'today', to: 'tomorrow', present: 'yes' })).toMatch(/on no day/);
    await expect(absent({ from: 'mañana' })).rejects.toThrow(/must be today, tomorrow or days such as/);
    await expect(absent({ from: '2020-01-01' })).rejects.toThrow(/^Absences can be changed from /);
  });

  it('retire a courier without orders, and end the phone', async () => {
    await desk.dispatch.ok('couriers.connect', { id: desk.pedro });
    await desk.assign([await desk.dispatch.createOrder({ date: '2026-11-24' })], desk.pedro);
    await expect(run('retire', { id: desk.pedro })).rejects.toThrow(/^Pedro Rojas still has 1 orders\. Hand them over/);
    await desk.dispatch.ok('assignments.moveLoad', { body: { from: desk.pedro, to: desk.sara, day: '2026-11-24' } });
    // Commands have the clock of the machine.
    await giveCash(desk.db, desk.pedro, 8500, new Date().toISOString().slice(0, 10));
    await expect(run('retire', { id: desk.pedro })).rejects.toThrow(/^Pedro Rojas still has S\/ 85\.00 in cash/);
    expect(await run('retire', { id: desk.pedro, 'with-cash': 'yes' })).toMatch(/^Courier Pedro Rojas of N1 retired/);
    const phone = await readCourierPhone(desk.services, dispatcherOf('ana'), Number(desk.pedro));
    expect(phone.linkExpiresAt).toBeNull();
    expect(await run('list')).not.toContain('Pedro');
    expect(await run('list', { retired: 'yes' })).toMatch(/Pedro Rojas +retirado/);
    expect(await run('show', { id: desk.pedro })).toContain('Retired: ');
    await expect(run('retire', { id: desk.pedro })).rejects.toThrow(/already retired/);
  });

  it('refuse nonsense, and name the choices', async () => {
    await desk.dispatch.createCourier({ name: 'Sara Núñez' });
    await expect(run('list', { office: 'LIMA' })).rejects.toThrow('There is no office LIMA. Choose from N1, N2');
    await expect(run('show', {})).rejects.toThrow('Give exactly one of --id and --name');
    await expect(run('show', { id: desk.sara, name: 'Sara' })).rejects.toThrow('exactly one');
    await expect(run('show', { name: 'Nadie' })).rejects.toThrow(/no courier Nadie\. See courier list --office N1/);
    await expect(run('retire', { name: 'Sara Núñez' })).rejects.toThrow(/Choose one with --id \d+, \d+$/);
    const create = (options: Record<string, string>) => run('create', { name: 'Rosa', ...options });
    await expect(create({ phone: 'x' })).rejects.toThrow(/^--phone must be/);
    await expect(create({ plate: '!' })).rejects.toThrow(/^--plate must look like/);
    await expect(create({ from: '19:00' })).rejects.toThrow(/^--from and --to must be times/);
    await expect(create({ orders: 'muchas' })).rejects.toThrow(/^--orders must be/);
    await expect(create({ kg: '-1' })).rejects.toThrow(/^--kg must be/);
  });
});
