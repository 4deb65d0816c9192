import { readCompany } from '#people/companies/change-company.ts';
import { describe, expect, it } from 'vitest';
import { BYTES_PER_SHOWN_GB, liveEvent } from '@despacho/contracts';
import { COMMANDS } from '#edge/commands/commands.ts';
import { MAX_PEOPLE } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { OPERATOR } from '#platform/person.ts';
import { removeOffice } from '#upkeep/offices/remove-office.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { signIn, recogniseToken } from '#people/tokens/access-tokens.ts';
import { NORTE_RUC, PASSWORD } from './people.ts';
import { useDesk } from './use-desk.ts';

describe('the commands', () => {
  const desk = useDesk();

  async function run(name: string, options: Record<string, string>, password = ''): Promise<string> {
    const command = COMMANDS[name];
    if (!command) throw new Error(`There is no ${name}`);
    return (
      command.run?.(
        desk.db,
        (option) => options[option] ?? command.optional?.[option] ?? '',
        password,
        desk.services.logger,
      ) ?? expect.unreachable()
    );
  }
  const office = { ruc: '20100047218', company: 'Nueva S.A.', id: 'PIURA', name: 'Piura' };
  const user = { office: 'N1', username: 'eva', name: 'Eva Ñahui', modules: 'G01,000,G01', charge: 'S' };

  it('office create also creates the company, once', async () => {
    expect(await run('office create', { ...office, 'storage-gb': '2' })).toBe(
      'Office PIURA created, and the company Nueva S.A..',
    );
    expect(await run('office create', { ...office, id: 'TUMBES', name: 'Tumbes' })).toBe('Office TUMBES created.');
    const companies = await desk.db.selectFrom('companies').selectAll().where('ruc', '=', office.ruc).execute();
    expect(companies).toMatchObject([{ name: 'Nueva S.A.', storage_quota: 2 * BYTES_PER_SHOWN_GB, storage_used: 0 }]);
    const offices = await desk.db
      .selectFrom('offices')
      .select(['id', 'time_zone'])
      .where('company_id', '=', companies[0]?.id ?? '')
      .orderBy('id')
      .execute();
    expect(offices).toEqual([
      { id: 'PIURA', time_zone: 'America/Lima' },
      { id: 'TUMBES', time_zone: 'America/Lima' },
    ]);
  });

  it('company set changes the storage of a company, and how long it keeps its trail', async () => {
    expect(await run('company set', { ruc: NORTE_RUC, 'storage-gb': '200', 'trail-days': '90' })).toBe(
      `Norte S.A.C., RUC ${NORTE_RUC}\nStorage: 4.6 of 200 GB. Its trail is kept for 90 days.`,
    );
    expect(await run('company set', { ruc: NORTE_RUC, 'trail-days': '90' })).toMatch(/4\.6 of 200 GB.* 90 days/);
    expect(await readCompany(desk.db, NORTE_RUC)).toMatchObject({ quota: 200 * BYTES_PER_SHOWN_GB, trailDays: 90 });
    const trail = await desk.db.selectFrom('trail').select(['kind', 'actor', 'details']).execute();
    const details = { before: { trailDays: 365 }, after: { trailDays: 90 } };
    expect(trail).toEqual([{ kind: 'settings.changed', actor: OPERATOR.username, details }]);
  });

  it.each([
    [{}, 'Give --storage-gb or --trail-days'],
    [{ 'storage-gb': 'x' }, 'number of GB'],
    [{ 'trail-days': '29' }, '--trail-days must be a number from 30 to 3650'],
    [{ 'trail-days': 'x' }, '--trail-days must be a number from 30 to 3650'],
    [{ ruc: '20100130204', 'storage-gb': '2' }, 'no company'],
    [{ ruc: '20100130204', 'trail-days': '90' }, 'no company'],
  ])('company set refuses %j', async (options, message) => {
    await expect(run('company set', { ruc: NORTE_RUC, ...options })).rejects.toThrow(message);
  });

  it('office create refuses an id that is taken in any case, and proposes a free one', async () => {
    await expect(run('office create', { ...office, id: 'n1' })).rejects.toThrow(
      'The office n1 exists already, or one that looks like it. n1-2 is free',
    );
  });

  it('office list reads every company, as text and as JSON', async () => {
    expect(await run('office list', {})).toMatch(
      /^Id\s+Name\s+RUC\s+State\s+People\s+Couriers\nN1\s+Norte uno .* open\s+5\s+0\n/,
    );
    expect(JSON.parse(await run('office list', { ruc: NORTE_RUC, json: 'yes' }))).toMatchObject([
      { id: 'N1', ruc: NORTE_RUC, people: 5 },
      { id: 'N2' },
    ]);
    await expect(run('office list', { ruc: '20100130204' })).rejects.toThrow('See: company list');
  });

  it('company create, rename, show and list', async () => {
    expect(await run('company create', { ruc: office.ruc, name: 'Nueva S.A.' })).toBe('Company Nueva S.A. created.');
    await expect(run('company create', { ruc: office.ruc, name: 'Otra' })).rejects.toThrow(
      'exists already: "Nueva S.A."',
    );
    await expect(run('company create', { ruc: '123', name: 'Otra' })).rejects.toThrow('is not a RUC');
    expect(await run('company rename', { ruc: office.ruc, name: 'Nueva S.A.C.' })).toContain('before: Nueva S.A.');
    await expect(run('company rename', { ruc: '20100130204', name: 'X' })).rejects.toThrow('no company');
    expect(await run('company show', { ruc: office.ruc })).toBe(
      'Nueva S.A.C., RUC 20100047218\nStorage: 0 of 100 GB. Its trail is kept for 365 days.\nNo office.',
    );
    expect(JSON.parse(await run('company list', { json: 'yes' }))).toMatchObject([
      { name: 'Norte S.A.C.', offices: [{ id: 'N1' }, { id: 'N2' }] },
      { name: 'Nueva S.A.C.', offices: [] },
      { name: 'Sur S.A.C.' },
    ]);
    // Its first office joins it.
    expect(await run('office create', { ...office, company: 'Nueva S.A.C.' })).toBe('Office PIURA created.');
  });

  it('company close and reopen change every office; company delete requires an empty one', async () => {
    const ruc = office.ruc;
    await run('office create', office);
    await run('office create', { ...office, id: 'PAITA', name: 'Paita' });
    const closed = async () => (await readCompany(desk.db, ruc)).offices.map((each) => each.closed);
    expect(await run('company close', { ruc })).toBe(
      '2 offices closed: everything can be read, nothing changed. 0 phones disconnected.',
    );
    expect(await closed()).toEqual([true, true]);
    await expect(run('company delete', { ruc })).rejects.toThrow('Only an empty one can be deleted');
    expect(await run('company reopen', { ruc })).toBe('2 offices opened. Phones have to be connected again.');
    expect(await closed()).toEqual([false, false]);
    const kept = () => desk.db.selectFrom('trail').select('kind').where('company_id', '=', companyId).execute();
    const { id: companyId } = await readCompany(desk.db, ruc);
    for (const officeId of ['PIURA', 'PAITA'])
      await removeOffice(desk.services, operatorIn({ companyId, officeId, timeZone: 'America/Lima' }), 3);
    expect((await kept()).length).toBeGreaterThan(0);
    expect(await run('company delete', { ruc })).toBe('Company Nueva S.A. deleted, with its trail.');
    expect(await kept()).toEqual([]);
    await expect(run('company delete', { ruc })).rejects.toThrow('no company');
  });

  it('office create takes the province of an office without couriers and orders, or reads it from the name', async () => {
    const provinceOf = async (id: string, options: Record<string, string>) => {
      await run('office create', { ...office, id, ...options });
      const { company_id: companyId } = await desk.db
        .selectFrom('offices')
        .select('company_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return officeProvince(desk.db, { companyId, officeId: id });
    };
    expect(await provinceOf('A', { name: 'Piura' })).toBe('2001');
    expect(await provinceOf('B', { name: 'San Isidro' })).toBeUndefined();
    expect(await provinceOf('C', { name: 'San Isidro', province: 'Lima' })).toBe('1501');
    expect(await provinceOf('D', { name: 'Piura', province: 'Huamanga' })).toBe('0501');
    expect(await provinceOf('E', { name: 'Sede 5', province: 'Miraflores, Arequipa' })).toBe('0401');
  });

  it.each([
    ['a tax id with a wrong digit', { ruc: '20100047219' }, /is not a RUC/],
    ['an unknown time zone', { 'time-zone': 'America/Lime' }, /no time zone/],
    ['a province that does not exist', { province: 'Wakanda' }, /no province/],
    ['an id that cannot be typed', { id: 'LI/MA' }, /letters, digits/],
    ['storage that is no number', { 'storage-gb': 'much' }, /number of GB/],
    ['an office that exists', { ruc: NORTE_RUC, company: 'Norte S.A.C.', id: 'N1' }, /exists already/],
    ['an office that exists in another case', { ruc: NORTE_RUC, company: 'Norte S.A.C.', id: 'n1' }, /exists already/],
    [
      'storage for a company that exists',
      { ruc: NORTE_RUC, company: 'Norte S.A.C.', id: 'N9', 'storage-gb': '7' },
      /company set --ruc/,
    ],
    ['another name for a company', { ruc: NORTE_RUC, company: 'Norte SAC' }, /is called "Norte S.A.C."/],
  ])('office create rejects %s and leaves nothing behind', async (_, changes, text) => {
    await expect(run('office create', { ...office, ...changes })).rejects.toThrow(text);
    expect(await desk.db.selectFrom('offices').select('id').execute()).toHaveLength(3);
    expect(await desk.db.selectFrom('companies').select('id').execute()).toHaveLength(2);
  });

  it('user create creates a user who can sign in', async () => {
    expect(await run('user create', user, 'una clave larga')).toMatch(/^User eva of N1 created, id [0-9a-f-]{36}\.$/);
    const { person } = await signIn(desk.services, {
      sucursal: 'N1',
      username: 'eva',
      password: 'una clave larga',
    });
    expect(person).toMatchObject({ user: 'Eva Ñahui', charge: 'S', modules: ['G01', '000'] });
    const trail = await desk.db.selectFrom('trail').select(['kind', 'actor', 'subject_name']).execute();
    expect(trail).toEqual([{ kind: 'account.created', actor: '(servidor)', subject_name: 'Eva Ñahui' }]);
  });

  it('user create refuses a person above the maximum of the company', async () => {
    await sql`insert into users (id, office_id, username, name, charge, permissions, password_hash)
      select 'x' || n, 'N1', 'x' || n, 'X', 'A', '{}', 'x' from generate_series(1, ${MAX_PEOPLE}::integer) as n`.execute(
      desk.db,
    );
    await expect(run('user create', user, 'una clave larga')).rejects.toThrow(/10,000 personas/);
  });

  it.each([
    ['a short password', {}, 'corta', /12 caracteres/],
    ['an office that is not there', { office: 'NADA' }, 'una clave larga', /no office NADA/],
    ['a user that exists, in any case', { username: 'ADMIN' }, 'una clave larga', /has a user ADMIN already/],
    ['a user name with a space', { username: 'e va' }, 'una clave larga', /letters, digits/],
    ['a module that is no code', { modules: 'G 01' }, 'una clave larga', /no module G 01/],
  ])('user create rejects %s', async (_, changes, password, text) => {
    await expect(run('user create', { ...user, ...changes }, password)).rejects.toThrow(text);
    expect(await desk.db.selectFrom('users').select('id').execute()).toHaveLength(9);
  });

  it('user modules restores modules, logged with the operator as author', async () => {
    // Nobody left in the office may change permissions.
    await desk.db.updateTable('users').set({ permissions: [] }).where('office_id', '=', 'N1').execute();
    const asked = { office: 'n1', username: 'Supervisor', modules: 'G01,000,G01' };
    expect(await run('user modules', asked)).toBe('Modules of supervisor: G01, 000; before: none.');
    expect(await run('user modules', { ...asked, modules: 'D01' })).toBe(
      'Modules of supervisor: D01; before: G01, 000.',
    );
    const events = await desk.db.selectFrom('events').selectAll().orderBy('position').execute();
    const subject = { id: 'supervisor', username: 'supervisor', user: 'Don supervisor' };
    const actor = { username: '(servidor)', user: 'Administración del servidor' };
    expect(events.map(({ office_id, data }) => [office_id, liveEvent.parse(data)])).toMatchObject([
      ['N1', { type: 'permissions.changed', officeId: 'N1', actor, subject, added: ['G01', '000'], removed: [] }],
      ['N1', { type: 'permissions.changed', officeId: 'N1', actor, subject, added: ['D01'], removed: ['G01', '000'] }],
    ]);
    // No account can be confused with the operator.
    await expect(run('user create', { ...user, username: actor.username }, 'una clave larga')).rejects.toThrow(
      /letters, digits/,
    );
  });

  it.each([
    ['a module that is no code', { modules: 'G 01' }, /no module G 01/],
    ['somebody who is not there', { username: 'nadie' }, /has no user nadie/],
  ])('user modules rejects %s', async (_, changes, text) => {
    const asked = { office: 'N1', username: 'clerk', modules: 'D01', ...changes };
    await expect(run('user modules', asked)).rejects.toThrow(text);
    expect(await desk.db.selectFrom('events').select('type').execute()).toEqual([]);
  });

  it('user revoke-tokens revokes the tokens of that user only', async () => {
    const given = (username: string) => signIn(desk.services, { sucursal: 'N1', username, password: PASSWORD });
    const [first, second, other] = [await given('admin'), await given('admin'), await given('clerk')];
    expect(await run('user revoke-tokens', { office: 'N1', username: 'admin' })).toBe('2 tokens of admin revoked.');
    for (const { token } of [first, second]) await expect(recogniseToken(desk.services, token)).rejects.toThrow();
    expect((await recogniseToken(desk.services, other.token)).id).toBe('clerk');
    await expect(run('user revoke-tokens', { office: 'N2', username: 'admin' })).rejects.toThrow(/has no user admin/);
  });

  it('courier link connects the active courier with the most orders, or the one named', async () => {
    const { dispatch } = desk;
    await dispatch.createCourier({ name: 'Ana Ríos' });
    const busy = await dispatch.createCourier({ name: 'Luis Paz' });
    const order = await dispatch.createOrder();
    await dispatch.ok('assignments.assign', {
      body: { courierId: busy, orders: [{ id: order.id, version: order.version }] },
    });
    expect(await run('courier link', { office: 'N1' })).toMatch(
      /^r\/#[\w-]{43}\nCode: \d{4}\nFor Luis Paz, with 1 orders/,
    );
    expect(await run('courier link', { office: 'N1', name: 'ana rios' })).toContain('For Ana Ríos, with 0 orders');
    await expect(run('courier link', { office: 'N1', name: 'Nadie' })).rejects.toThrow(/no active courier Nadie/);
    await expect(run('courier link', { office: 'NADA' })).rejects.toThrow(/no office NADA/);
  });
});
