import { isLinkedAccess, LINKED_PRINCIPALS, mayCall, type Operation, type OperationPolicy } from '@despacho/contracts';
import { OPERATIONS } from '@despacho/contracts/operations';
import { type Answer } from '../client.ts';
import { type Check, type Findings, NotCheckable, type SessionAnswer, signedIn } from '../check.ts';
import { Visitor } from '../visitor.ts';

/** Operations that require no sign-in. Written by hand. */
const OPEN = [
  'config.read',
  'session.login',
  'session.read',
  'session.logout',
  'passwords.check',
  'passwords.first',
  'passwords.reset',
  'session.factor',
  'session.factorCancel',
  'session.setUpFactor',
  'session.finishSetUp',
  'provider.start',
  'provider.finish',
  'provider.logout',
  'session.setUpFactor',
  'session.finishSetUp',
];

const OTHER_OFFICE = 'OTRA-OFICINA';

/** One read for each way to name an office. */
const NAMING_AN_OFFICE = [
  { id: 'users.list', address: `/api/users/${OTHER_OFFICE}` },
  { id: 'orders.list', address: `/api/orders?officeId=${OTHER_OFFICE}` },
] as const;

const all = Object.entries(OPERATIONS) as [string, Operation][];
/** Operations of staff. */
const table = all.filter(([, { policy }]) => !isLinkedAccess(policy.access));

const mayStaffUse = (
  { access, also, alsoUnless }: OperationPolicy,
  { permissionsList, charge }: SessionAnswer,
): boolean => {
  const held = permissionsList.map(({ module }) => module);
  return !isLinkedAccess(access) && mayCall({ access, also, alsoUnless }, held, charge);
};

/** Sends values that pass the contract, with ids that do not exist, so that a missing defence does no harm. */
function ask(visitor: Visitor, { method, path, body, params }: Operation): Promise<Answer> {
  const digits = path.includes('/tiles/');
  const address = params ? path.replaceAll(/:\w+/g, digits ? '1' : 'no-existe') : path;
  const json = body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
  return visitor.send(address, { method, ...json });
}

async function expectRefusals(
  visitor: Visitor,
  operations: readonly [string, Operation][],
  findings: Findings,
  { status, code }: { status: number; code: string },
): Promise<void> {
  for (const [, operation] of operations)
    findings.expectRefusal(await ask(visitor, operation), [status], code, `${operation.method} ${operation.path}`);
}

const LINKED = {
  courier: {
    id: 'phones',
    row: 'G41',
    title: 'the operations of a courier’s phone return 401 without one, also to staff',
  },
  guest: {
    id: 'guests',
    row: 'G42',
    title: 'the operations of a guest return 401 without an opened link, also to staff',
  },
} as const;

export const accessChecks: readonly Check[] = [
  {
    id: 'without-session',
    row: 'G20',
    title: 'every operation except those of the login page returns 401 without a sign-in',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      const closed = table.filter(([id]) => !OPEN.includes(id));
      await expectRefusals(visitor, closed, findings, { status: 401, code: 'no-session' });
    },
  },
  {
    id: 'modules',
    row: 'G20',
    title: 'an operation whose module the user lacks returns 403',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      const lacking = table.filter(([, { policy }]) => !mayStaffUse(policy, view));
      if (lacking.length === 0) throw new NotCheckable('this person holds every module: run it as one who does not');
      await expectRefusals(visitor, lacking, findings, { status: 403, code: 'no-module' });
    },
  },
  {
    id: 'charge',
    row: 'G20',
    title: 'an operation that requires charge S returns 403 to everyone else',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      if (view.charge === 'S') throw new NotCheckable('this person has charge S: run it as someone else');
      const open = table.filter(([, { policy }]) => policy.charge !== undefined && mayStaffUse(policy, view));
      if (open.length === 0) throw new NotCheckable('this person lacks the modules: run it as a dispatcher');
      await expectRefusals(visitor, open, findings, { status: 403, code: 'no-charge' });
    },
  },
  {
    id: 'other-office',
    row: 'G20',
    title: 'another office is refused without charge S',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      if (view.charge === 'S') throw new NotCheckable('charge S may name any office: run it as someone else');
      const asked = NAMING_AN_OFFICE.filter(({ id }) => mayStaffUse(OPERATIONS[id].policy, view));
      if (asked.length === 0)
        throw new NotCheckable('this person lacks the modules: run it as a dispatcher, or as who has G01');
      for (const { id, address } of asked)
        findings.expectRefusal(await visitor.get(address), [403], 'other-office', `${id} of another office`);
    },
  },
  ...LINKED_PRINCIPALS.map((principal): Check => ({
    ...LINKED[principal],
    async run({ client, person }, findings) {
      const visitor = person?.visitor ?? (await Visitor.arrive(client));
      const closed = all.filter(([, { policy }]) => policy.access === principal);
      await expectRefusals(visitor, closed, findings, { status: 401, code: 'no-session' });
    },
  })),
  {
    id: 'own-permissions',
    row: 'G38',
    title: 'a user cannot edit their own permissions (tried with an unchanged list)',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      if (view.id === null || !view.permissionsList.some(({ module }) => module === 'G01'))
        throw new NotCheckable('this person may edit nobody');
      const answer = await visitor.post(`/api/permission/${view.id}`, { permissionsList: view.permissionsList });
      findings.expect(answer.status === 403, `${answer.status} instead of 403`);
    },
  },
  {
    id: 'storage-headers',
    row: 'G26',
    title: 'the storage call takes tax id, user and key only from the gateway',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor } = signedIn(site);
      const plain = await visitor.get('/api/storage');
      if (plain.status !== 200) throw new NotCheckable(`storage answers ${plain.status} here`);
      const claimed = { nrodocumento: '20999999999', usuario: 'otro', clave: 'otra', authorization: 'Bearer x' };
      const answer = await visitor.get('/api/storage', claimed);
      findings.expect(answer.status === 200 && answer.text === plain.text, `another answer (${answer.status})`);
    },
  },
];
