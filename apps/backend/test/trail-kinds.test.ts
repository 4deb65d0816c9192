import { REPEATED_KINDS, REPORTED_KINDS, type ReportedKind, type TrailKind } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { connectCourier } from '#fleet/couriers/connect-courier.ts';
import { createCompany, renameCompany } from '#people/companies/change-company.ts';
import { requireAccount } from '#people/directory/accounts-repository.ts';
import {
  deletePerson,
  disablePerson,
  editPerson,
  enablePerson,
  movePerson,
  retirePerson,
} from '#people/directory/change-person.ts';
import { inviteToProvider } from '#people/directory/link-for-person.ts';
import { unlinkProviderOfPerson } from '#people/directory/change-sign-in.ts';
import { createPeople } from '#people/directory/create-people.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { createPasswordLink, resetPassword } from '#people/tokens/password-links.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { breakGlass } from '#people/tokens/break-glass.ts';
import { setPassword } from '#people/tokens/set-password.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { editSignInRules } from '#people/sign-in-rules/sign-in-rules.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { eraseUser } from '#upkeep/privacy/erase-user.ts';
import { addFactor } from './factors.ts';
import { clientInput, courierInput, SELLER } from './dispatch-world.ts';
import { N1, NEW_PASSWORD, NORTE_RUC, NOTHING_OPEN, PASSWORD } from './people.ts';
import { linkOwn, withoutPasswords } from './providers.ts';
import { useDesk } from './use-desk.ts';

const operator = operatorIn({ ...N1, timeZone: 'America/Lima' });

describe('each kind of the trail', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  const leaving = { openWork: 'known', openWorkOf: NOTHING_OPEN } as const;
  const driver = () => requireUser(desk.db, N1, 'driver');
  const link = async () => createPasswordLink(desk.services, await driver(), { id: null, username: 'x' });
  const linked = async () => {
    await addFactor(desk.services);
    await linkOwn(desk.services);
  };
  const office = { id: 'NUEVA', name: 'Nueva', timeZone: 'America/Lima', province: null };
  const chief = { as: 'chief', office: 'NUEVA' } as const;
  const newOffice = () => dispatch.ok('offices.create', { as: 'chief', body: office });
  const newClient = () => dispatch.ok('clients.create', { ...SELLER, body: clientInput() });
  const setActive = (id: string, version: number, active: boolean) =>
    dispatch.ok('clients.disable', { ...SELLER, id, body: { version, active } });

  /** The act that writes each kind. Kinds reported by the gateway are in its test of the same name. */
  const WRITTEN: Record<Exclude<TrailKind, ReportedKind> | 'permissions.changed', () => Promise<unknown>> = {
    'export.trail': () => dispatch.download('trail.file', { as: 'keeper', query: { formato: 'csv' } }),
    'password.changed': () =>
      changePassword(desk.services, {
        sucursal: 'N1',
        username: 'driver',
        current: PASSWORD,
        password: NEW_PASSWORD,
        temporary: false,
        keep: null,
      }),
    'password.set': async () => setPassword(desk.db, await driver(), NEW_PASSWORD),
    'password.linkCreated': link,
    'password.linkUsed': async () =>
      resetPassword(desk.services, { secret: (await link()).secret, password: NEW_PASSWORD }),
    'factor.added': () => addFactor(desk.services),
    'factor.removed': async () => (await addFactor(desk.services)).change('remove'),
    'factor.permitted': async () => permitSetUp(desk.db, await driver(), desk.clock()),
    'factor.codesRenewed': async () => (await addFactor(desk.services)).change('codes'),
    'factor.recoveryUsed': async () => {
      const { codes, finish } = await addFactor(desk.services);
      await finish(codes[0] ?? '');
    },
    'factor.blocked': async () => {
      const { guess } = await addFactor(desk.services);
      for (let turn = 0; turn < 11; turn += 1) await guess();
    },
    'provider.invited': () => inviteToProvider(desk.services, operator, 'driver'),
    'provider.linked': linked,
    'provider.unlinked': async () => {
      await linked();
      await unlinkProviderOfPerson(desk.services, operator, 'driver');
    },
    'signIn.brokenGlass': async () => {
      await withoutPasswords(desk.db);
      await breakGlass(desk.db, await driver(), desk.clock());
    },
    'account.created': () =>
      createPeople(desk.services, operator, {
        key: 'una-clave',
        people: [{ name: 'Eva', username: 'eva', charge: 'D', modules: [] }],
        signal: new AbortController().signal,
      }),
    'account.edited': () => editPerson(desk.services, operator, 'driver', { changes: { name: 'Otro' } }),
    'account.disabled': () => disablePerson(desk.services, operator, 'driver', leaving),
    'account.enabled': async () => {
      await disablePerson(desk.services, operator, 'driver', leaving);
      await enablePerson(desk.services, operator, 'driver');
    },
    'account.retired': () => retirePerson(desk.services, operator, 'driver', leaving),
    'account.deleted': () => deletePerson(desk.services, operator, 'driver'),
    'account.moved': () => movePerson(desk.services, operator, 'driver', { ...leaving, to: 'N2' }),
    'account.erased': async () => {
      await retirePerson(desk.services, operator, 'driver', leaving);
      await eraseUser(desk.services, await requireAccount(desk.db, N1, 'driver'), true);
    },
    'permissions.changed': () => editPerson(desk.services, operator, 'driver', { changes: { modules: ['D01'] } }),
    'settings.changed': async () => {
      const { version } = await dispatch.ok('settings.read');
      await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { phone: '987654321' } } });
    },
    'signInRules.changed': () => editSignInRules(desk.services, operator, { version: 1, changes: { graceDays: 7 } }),
    'office.created': newOffice,
    'office.edited': async () => {
      const { version } = await newOffice();
      await dispatch.ok('offices.edit', { ...chief, body: { version, changes: { name: 'Otra' } } });
    },
    'office.closed': async () => {
      const { version } = await newOffice();
      await dispatch.ok('offices.close', { ...chief, body: { version } });
    },
    'office.reopened': async () => {
      const { version } = await newOffice();
      await dispatch.ok('offices.close', { ...chief, body: { version } });
      await dispatch.ok('offices.reopen', { ...chief, body: { version: version + 1 } });
    },
    'office.deleted': async () => {
      const { version } = await newOffice();
      await dispatch.ok('offices.remove', { ...chief, body: { version } });
    },
    'company.created': () =>
      createCompany(desk.db, { ruc: '20100070970', name: 'Otra S.A.', quota: 1, now: desk.clock() }),
    'company.edited': () => renameCompany(desk.db, { ruc: NORTE_RUC, name: 'Norte S.A.', now: desk.clock() }),
    'client.created': newClient,
    'client.edited': async () => {
      const { id } = await newClient();
      await dispatch.ok('clients.edit', { ...SELLER, id, body: { version: 1, changes: { name: 'Otro' } } });
    },
    'client.disabled': async () => setActive((await newClient()).id, 1, false),
    'client.enabled': async () => {
      const { id } = await newClient();
      await setActive(id, 1, false);
      await setActive(id, 2, true);
    },
    'client.merged': async () => {
      const { id } = await newClient();
      await dispatch.ok('clients.merge', { ...SELLER, id: 'c1', body: { version: 1, from: id, fromVersion: 1 } });
    },
    'client.notesRemoved': async () => {
      const { id } = await newClient();
      const notes = { version: 0, notes: 'Timbre roto', proof: { delivered: [], failed: [] } };
      await dispatch.ok('clients.editNotes', { ...SELLER, id, body: notes });
      await dispatch.ok('clients.removeNotes', { ...SELLER, id, body: { version: 1 } });
    },
    'client.imported': async () => {
      const file = 'nombre\nUno\nDos';
      const seen = await dispatch.ok('clients.importPreview', { ...SELLER, query: { fileName: 'x.csv' }, file });
      const id = seen.readable ? (seen.id ?? '') : '';
      await dispatch.ok('clients.importCommit', { ...SELLER, id, body: { clients: 2 } });
    },
    'courier.created': () => dispatch.createCourier(),
    'courier.edited': async () => {
      const id = await dispatch.createCourier();
      await dispatch.ok('couriers.edit', { id, body: { version: 1, changes: { name: 'Rosa' } } });
    },
    'courier.retired': async () => {
      const id = await dispatch.createCourier();
      await dispatch.ok('couriers.retire', { as: 'chief', id, body: { version: 1 } });
    },
    'courier.noticeGiven': async () => {
      const id = await dispatch.createCourier();
      await dispatch.ok('couriers.track', { id });
      // Once: the first notice counts.
      for (const _ of [1, 2]) await dispatch.ok('couriers.notice', { id });
    },
    'courier.imported': () => dispatch.ok('couriers.import', { body: { couriers: [courierInput()] } }),
  };

  /** Without sign-ins, which gateways report. */
  const stored = async () =>
    (await desk.db.selectFrom('trail').select(['kind']).where('kind', '!=', 'signIn.ok').execute()).map(
      ({ kind }) => kind,
    );

  /** What the preparation of an act writes before it. */
  const BEFORE: Partial<Record<string, TrailKind[]>> = {
    'password.linkUsed': ['password.linkCreated'],
    'factor.removed': ['factor.added'],
    'factor.codesRenewed': ['factor.added'],
    'factor.recoveryUsed': ['factor.added'],
    'factor.blocked': ['factor.added'],
    'provider.linked': ['factor.added'],
    'provider.unlinked': ['factor.added', 'provider.linked'],
    'account.enabled': ['account.disabled'],
    'account.erased': ['account.retired'],
    'office.edited': ['office.created'],
    'office.closed': ['office.created'],
    'office.reopened': ['office.created', 'office.closed'],
    'office.deleted': ['office.created'],
    'client.edited': ['client.created'],
    'client.disabled': ['client.created'],
    'client.enabled': ['client.created', 'client.disabled'],
    'client.merged': ['client.created'],
    'client.notesRemoved': ['client.created', 'client.edited'],
    'courier.edited': ['courier.created'],
    'courier.retired': ['courier.created'],
    'courier.noticeGiven': ['courier.created'],
  };

  it.each(Object.entries(WRITTEN))('G33: %s is one row, written by the change itself', async (kind, act) => {
    await act();
    // In any order: the clock stands still.
    expect((await stored()).toSorted()).toEqual([...(BEFORE[kind] ?? []), kind].toSorted());
  });

  it('G33: a courier’s phone is written by a command alone: gateways report what people do', async () => {
    const id = await dispatch.createCourier();
    await dispatch.ok('couriers.connect', { id });
    await dispatch.ok('couriers.disconnect', { id });
    expect(await stored()).toEqual(['courier.created']);
    await connectCourier(desk.services, operator, Number(id));
    expect(await stored()).toEqual(['courier.created', 'courier.phoneLinked']);
  });

  it('G33: a change of a person’s data and modules together is one row with both', async () => {
    const changes = { name: 'Otro', charge: 'J', modules: ['D01'] } as const;
    await editPerson(desk.services, operator, 'driver', { changes: { ...changes, modules: [...changes.modules] } });
    const { modules } = await driver();
    const rows = await desk.db.selectFrom('trail').select(['kind', 'details']).execute();
    expect(rows).toMatchObject([{ kind: 'permissions.changed', details: { after: { ...changes, modules } } }]);
  });

  it.each(REPORTED_KINDS)('G33: %s is stored when a gateway reports it', async (kind) => {
    const person = { id: 'driver', username: 'driver', user: 'Don driver', company: NORTE_RUC, officeId: 'N1' };
    const isAttempt = ['signIn.failed', 'signIn.throttled', 'password.failed', 'factor.failed'].includes(kind);
    const isCounted = isAttempt || REPEATED_KINDS.includes(kind);
    const report = {
      key: 'a-report-of-a-gateway',
      at: desk.clock().toISOString(),
      kind,
      count: 2,
      ...(isAttempt ? { attempt: { sucursal: 'N1', username: 'driver' } } : { person }),
    };
    // Sent twice: some are counted, any other is stored once.
    for (const key of [report.key, isCounted ? 'another-report' : report.key])
      expect(await storeReports(desk.db, [{ ...report, key }], desk.clock())).toBe(0);
    const rows = await desk.db.selectFrom('trail').selectAll().execute();
    expect(rows.map((row) => [row.kind, row.count, row.actor_id, row.subject_id])).toEqual([
      isAttempt ? [kind, 4, null, 'driver'] : [kind, isCounted ? 4 : 2, 'driver', null],
    ]);
  });
});
