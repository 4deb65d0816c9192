import { type DispatchOperationId } from '@despacho/contracts/dispatch';
import { OPERATIONS } from '@despacho/contracts/operations';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CALL_COMMAND, describeCall } from '#edge/commands/call-command.ts';
import { OPERATOR } from '#platform/person.ts';
import { assertionOf } from './assertions.ts';
import { clientInput, courierInput, workerClaims } from './dispatch-world.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import request from './request.ts';
import { useDesk } from './use-desk.ts';

interface Given {
  params?: object;
  query?: object;
  body?: object;
}

describe('the command call', () => {
  const desk = useDesk();

  const run = (operation: string, json: string, more: Record<string, string> = {}): Promise<string> => {
    const given: Record<string, string> = { operation, company: NORTE_RUC, office: 'N1', json, ...more };
    return CALL_COMMAND.runWith?.(desk.services, (option) => given[option] ?? '') ?? expect.unreachable();
  };
  const call = async <A>(operation: string, given: Given = {}, more?: Record<string, string>): Promise<A> =>
    JSON.parse(await run(operation, JSON.stringify(given), more)) as A;
  const trail = () =>
    desk.db
      .selectFrom('trail')
      .select(['kind', 'actor', 'actor_id', 'office_id', 'subject_id'])
      .orderBy('id')
      .execute();

  /** Acts of every group, in order, and the row of the trail that each leaves: that of a person's act on the screen. */
  it('runs operations, recorded in the trail with the operator as author', async () => {
    const { id } = await call<{ id: string }>('couriers.create', { body: courierInput() });
    await call('couriers.edit', { params: { id }, body: { version: 1, changes: { name: 'Rosa H.' } } });
    const client = await call<{ id: string }>('clients.create', { body: clientInput({ name: 'Botica Nueva' }) });
    const { version } = await call<{ version: number }>('settings.read');
    await call('settings.edit', { body: { version, changes: { silence: 15 } } });
    await call('people.edit', {
      params: { id: 'driver' },
      body: { version: 1, changes: { name: 'Otro', charge: 'S' } },
    });
    await call('people.disable', { params: { id: 'clerk' }, body: { version: 1, openWork: 'known' } });
    await call('couriers.documents', { params: { id } });
    await call('couriers.disconnect', { params: { id } });
    await call('trails.day', { query: { dia: '2026-11-20' } });
    expect(await trail()).toEqual(
      [
        ['courier.created', id],
        ['courier.edited', id],
        ['client.created', client.id],
        ['settings.changed', null],
        ['account.edited', 'driver'],
        ['account.disabled', 'clerk'],
        ['document.viewed', id],
        ['courier.phoneDisconnected', id],
        ['courier.trailViewed', 'N1'],
      ].map(([kind, subject_id]) => ({ kind, actor: OPERATOR.username, actor_id: null, office_id: 'N1', subject_id })),
    );
  });

  it('lists the clients with the ids that other operations require', async () => {
    expect((await call<{ id: string }[]>('clients.list')).map(({ id }) => id)).toEqual(['c1', 'c2']);
  });

  it('runs a creation once for each key', async () => {
    const create = (key: string) => call<{ id: string }>('couriers.create', { body: courierInput() }, { key });
    const { id } = await create('la-primera');
    expect((await create('la-primera')).id).toBe(id);
    expect((await create('la-segunda')).id).not.toBe(id);
  });

  it.each([
    ['another company’s office', { office: 'S1' }, `The company ${NORTE_RUC} has no office S1. See: office list`],
    ['an office of another company', { company: SUR_RUC }, `The company ${SUR_RUC} has no office N1. See: office list`],
    ['a company that does not exist', { company: '20100130204' }, 'has no office N1'],
  ])('refuses %s, also for the list of clients', async (_, more, text) => {
    for (const operation of ['settings.read', 'clients.list'])
      await expect(run(operation, '{}', more)).rejects.toThrow(text);
  });

  it('refuses what a closed office refuses, and an id of another company', async () => {
    const { offices } = await call<{ offices: { id: string; version: number }[] }>('offices.details');
    const version = offices.find(({ id }) => id === 'N1')?.version ?? 0;
    await call('offices.close', { body: { version } });
    await expect(call('couriers.create', { body: courierInput() })).rejects.toThrow('La oficina está cerrada');
    await call('offices.reopen', { body: { version: version + 1 } });
    await expect(call('clients.details', { params: { id: 'x1' } })).rejects.toThrow('No encontrado');
    await expect(call('people.history', { params: { id: 'stranger' } })).rejects.toThrow('No encontrado');
  });

  it.each([
    ['couriers.create', '{"body":{"nombre":"Rosa"}}', /^--json: body\.name: .*Unrecognized key: "nombre"/],
    ['couriers.list', '{"body":{}}', /Unrecognized key: "body"/],
    ['couriers.list', '{"query":{"officeId":"S1"}}', /query\.officeId is what --office says/],
    ['couriers.list', '{"query":{"office":"S1"}}', /query: Unrecognized key: "office"/],
    ['couriers.absences', '{}', /params\.id: /],
    ['couriers.list', '[]', /must be an object with params, query or body/],
    ['couriers.list', '{', /is not JSON/],
  ])('refuses %s with %s, and refers to its documentation', async (operation, json, text) => {
    await expect(run(operation, json)).rejects.toThrow(text);
    await expect(run(operation, json)).rejects.toThrow(`\nSee: call ${operation} --help`);
    expect(await trail()).toEqual([]);
  });

  it.each([
    ['couriers.conect', 'There is no operation "couriers.conect". Choose from couriers.list, '],
    ['toString', 'There is no operation "toString". See: call'],
    ['session.login', 'session.login is answered by the gateway alone. Use the screen.'],
    ['events.stream', 'events.stream is answered by the gateway alone. Use the screen.'],
    ['imports.preview', 'imports.preview takes a file. Use the screen.'],
    ['trail.file', 'trail.file answers with a file or a stream. Use the screen.'],
    ['field.route', 'field.route belongs to couriers. Use their page.'],
    ['guest.content', 'guest.content belongs to guests. Use their page.'],
    ['couriers.connect', 'couriers.connect answers with a secret. Use: courier link.'],
    ['couriers.track', 'couriers.track answers with a secret. Use «Administrar repartidores» of the desk.'],
    ['passwords.link', 'passwords.link answers with a secret. Use: user reset-link.'],
    ['people.create', 'people.create answers with passwords. Use: user create --temporary yes.'],
  ])('refuses %s, with its help', async (operation, text) => {
    await expect(run(operation, '{}')).rejects.toThrow(text);
    expect(() => describeCall(operation)).toThrow(text);
  });

  const callable = describeCall(undefined)
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] as DispatchOperationId);

  it('lists the operations with their titles, and none that returns a secret', () => {
    expect(describeCall(undefined)).toMatch(/^couriers\.retire +Retira a un repartidor/m);
    expect(callable.length).toBeGreaterThan(140);
    const secret = /^(fragment|secret|token|ticket|temporary|password)$/i;
    const namesIn = (value: unknown): string[] =>
      value === null || typeof value !== 'object'
        ? []
        : Object.entries(value).flatMap(([name, each]) => [
            ...(name === 'properties' ? Object.keys(each as object) : []),
            ...namesIn(each),
          ]);
    const shown = callable.filter((id) => {
      const { response } = OPERATIONS[id];
      const schema = 'stream' in response ? {} : z.toJSONSchema(response, { unrepresentable: 'any' });
      return namesIn(schema).some((name) => secret.test(name));
    });
    expect(shown).toEqual([]);
  });

  it('prints the parameters of an operation, without the office', () => {
    const [title, how, ...form] = describeCall('couriers.absent').split('\n');
    expect(title).toMatch(/^couriers\.absent: /);
    expect(how).toMatch(/^node main\.js call couriers\.absent --company RUC --office OFFICE --json '\{…\}'/);
    expect(form.join('\n')).not.toContain('officeId');
    expect(JSON.parse(form.join('\n'))).toMatchObject({
      properties: {
        params: { required: ['id'] },
        query: { required: [] },
        body: { required: ['from', 'to', 'absent'] },
      },
    });
  });

  it('G33: cannot be claimed by an assertion of a gateway', async () => {
    const claims = { ...workerClaims('luis'), ...OPERATOR, isOperator: true, charge: 'S', modules: ['G01', 'U01'] };
    const answer = await request(desk.app)
      .patch('/operations/people/driver')
      .query({ officeId: 'N1' })
      .set('Authorization', `Bearer ${await assertionOf(claims, { from: desk.clock() })}`)
      .send({ version: 1, changes: { name: 'Otro' } });
    expect(answer.status).toBe(403);
  });
});
