import { mayUse, type Operation } from '@despacho/contracts';
import { OPERATIONS } from '@despacho/contracts/operations';
import { type Answer } from '../client.ts';
import { type Check, NotCheckable, signedIn } from '../check.ts';
import { Visitor } from '../visitor.ts';

/** What nobody has to sign in for. Written by hand. */
const OPEN = ['config.read', 'session.login', 'session.read', 'session.logout'];

const OTHER_OFFICE = 'OTRA-OFICINA';

/** One read of each way to name an office. */
const NAMING_AN_OFFICE = [
  { id: 'users.list', address: `/api/users/${OTHER_OFFICE}` },
  { id: 'orders.list', address: `/api/orders?officeId=${OTHER_OFFICE}` },
] as const;

const table = Object.entries(OPERATIONS) as [string, Operation][];

/** Sends what the contract takes for the address; bodies and ids are worth nothing, so nothing can come of it. */
function ask(visitor: Visitor, { method, path, body, params }: Operation): Promise<Answer> {
  const digits = path.startsWith('/tiles/');
  const address = params ? path.replaceAll(/:\w+/g, digits ? '1' : 'no-existe') : path;
  const json = body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
  return visitor.send(address, { method, ...json });
}

export const accessChecks: readonly Check[] = [
  {
    id: 'without-session',
    row: 'G20',
    title: 'without a sign-in every operation but the four of the login page is 401',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      for (const [id, operation] of table)
        if (!OPEN.includes(id))
          findings.expectRefusal(
            await ask(visitor, operation),
            [401],
            'no-session',
            `${operation.method} ${operation.path}`,
          );
    },
  },
  {
    id: 'modules',
    row: 'G20',
    title: 'what needs a module one lacks is 403',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      const held = view.permissionsList.map(({ module }) => module);
      const lacking = table.filter(([, { policy }]) => !mayUse(policy.access, held));
      if (lacking.length === 0) throw new NotCheckable('this person holds every module: run it as one who does not');
      for (const [, operation] of lacking)
        findings.expectRefusal(
          await ask(visitor, operation),
          [403],
          'no-module',
          `${operation.method} ${operation.path}`,
        );
    },
  },
  {
    id: 'charge',
    row: 'G20',
    title: 'what needs charge S besides its module is 403 for everybody else',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      if (view.charge === 'S') throw new NotCheckable('this person has charge S: run it as someone else');
      const held = view.permissionsList.map(({ module }) => module);
      const open = table.filter(([, { policy }]) => policy.charge !== undefined && mayUse(policy.access, held));
      if (open.length === 0) throw new NotCheckable('this person lacks the modules: run it as a dispatcher');
      for (const [, operation] of open) {
        const what = `${operation.method} ${operation.path}`;
        findings.expectRefusal(await ask(visitor, operation), [403], 'no-charge', what);
      }
    },
  },
  {
    id: 'other-office',
    row: 'G20',
    title: 'another office is refused to whoever is not charge S',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor, view } = signedIn(site);
      if (view.charge === 'S') throw new NotCheckable('charge S may name any office: run it as someone else');
      const held = view.permissionsList.map(({ module }) => module);
      const asked = NAMING_AN_OFFICE.filter(({ id }) => mayUse(OPERATIONS[id].policy.access, held));
      if (asked.length === 0)
        throw new NotCheckable('this person lacks the modules: run it as a dispatcher, or as who has G01');
      for (const { id, address } of asked)
        findings.expectRefusal(await visitor.get(address), [403], 'other-office', `${id} of another office`);
    },
  },
  {
    id: 'own-permissions',
    row: 'G38',
    title: 'nobody edits their own permissions (asked for with the list they have)',
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
    title: 'the storage call takes tax id, user and key from nobody but the gateway',
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
