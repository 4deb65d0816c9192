import { type Access, mayCall } from '@despacho/contracts';
import { isFullExport } from '@despacho/contracts/dispatch';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { expect, it } from 'vitest';
import { type Line, MATRIX, type Outcome, WHO } from '../support/access-matrix.ts';
import { COMPANY_OF, type Role, ROLES } from '../support/matrix-roles.ts';
import { isUnsafe, operationOf, policyOf } from '../support/sweep.ts';

/*
 * The whole hand-written matrix against the rows, without requests. access-matrix.test.ts shows on the wire that the
 * gateway decides as its rows state.
 */

/** Public operations that answer 401 themselves if nobody is signed in. */
const reportsSession = (id: OperationId): boolean => id === 'session.read' || id.endsWith('.session');

/** Access of staff; every other word names another principal, such as a courier, whose sessions are separate. */
const OF_STAFF: readonly unknown[] = ['everyone', 'public', 'session'];

/** @returns the office that a request names in the part that its row states. */
function namedOffice({ id, ask }: Line): string | undefined {
  const { office } = policyOf(id);
  const [path = '', search = ''] = (ask.split(' ')[1] ?? '').split('?');
  // `{emptyLIMA}` is an office of the company of LIMA.
  if (office?.in === 'query') return new URLSearchParams(search).get(office.name)?.replace(/^\{empty(.*)\}$/, '$1');
  return office && path.split('/')[operationOf(id).path.split('/').indexOf(`:${office.name}`)];
}

const isFull = ({ id, body }: Line): boolean =>
  id === 'exports.prepare' && isFullExport((body as { filter: Parameters<typeof isFullExport>[0] }).filter);

/** @returns what staff get of an operation of another principal. */
function ofOthers(id: OperationId): Outcome {
  const { access, csrf } = policyOf(id);
  if (reportsSession(id) || !String(access).endsWith('-public')) return '401';
  return isUnsafe(id) && csrf !== 'only-with-session' ? 'csrf' : 'ok';
}

/** @returns what the row of a line states about a request of a role, in the order of the chain. */
function stated(line: Line, role: Role | undefined): Outcome {
  const { access, also, alsoUnless, charge } = policyOf(line.id);
  if (typeof access === 'string' && !OF_STAFF.includes(access)) return ofOthers(line.id);
  if (!role) {
    const isOpen = access === 'everyone' || (access === 'public' && !reportsSession(line.id));
    return isOpen ? 'ok' : '401';
  }
  if (!mayCall({ access: access as Access, also, alsoUnless }, role.modules, role.charge)) return 'module';
  if (charge !== undefined && role.charge !== charge) return 'charge';
  const office = namedOffice(line);
  if (office !== undefined && office !== role.office && role.charge !== 'S') return 'office';
  if (isFull(line) && role.charge !== 'S') return 'charge';
  return office !== undefined && COMPANY_OF[office] !== COMPANY_OF[role.office] ? 'host' : 'ok';
}

/** Not part of the rows: passwords and secrets in a request. */
const admitted = (outcome: Outcome | undefined) => (outcome === 'data' ? 'ok' : outcome);

it.each(WHO)('G20 C5: the rows allow %s what the hand-written matrix does', (who) => {
  const differing = MATRIX.map((line) => [line.ask, admitted(line.may[who]), stated(line, ROLES.get(who))]).filter(
    ([, may, outcome]) => may !== outcome,
  );
  expect(differing).toEqual([]);
});

it('G20: every operation has a line, and every line an operation', () => {
  expect([...new Set(MATRIX.map(({ id }) => id))].sort()).toEqual(Object.keys(OPERATIONS).sort());
  for (const { id, ask: what } of MATRIX) {
    const { method, path } = OPERATIONS[id];
    const form = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
    expect([what, form.test(what)]).toEqual([what, true]);
  }
});
