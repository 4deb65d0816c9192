import { linkedPrincipal, MODULE_CODES, type Operation } from '@despacho/contracts';
import { type AssertionClaims, type TrailReport } from '@despacho/contracts/assertion';
import { DISPATCH_OPERATIONS, type DispatchOperationId, type ReportedKind } from '@despacho/contracts/dispatch';
import { OPERATIONS } from '@despacho/contracts/operations';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { listClients } from '#people/clients/read-clients.ts';
import { requireCaller } from '#people/directory/accounts-repository.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { findDispatcher, operatorIn } from '#platform/dispatch/dispatcher.ts';
import { requireWritable } from '#platform/fitness/refuse-unfit.ts';
import { OPERATOR } from '#platform/person.ts';
import { invalid, OfficeRefusal, Refusal } from '#platform/refusal.ts';
import { admitCall, handleCall } from '../operations/admit-call.ts';
import { type Call } from '#platform/call.ts';
import { readCall } from '../operations/read-call.ts';
import { type Services } from '../services.ts';
import { type Command } from './command.ts';
import { table } from './print.ts';

/* The command `call`: any operation of staff, with the admission and the handlers of the gateway's calls. */

/** The list that the gateway reads as from a legacy host: it has the ids that other operations need. */
const CLIENTS = 'clients.list';

/** Operations whose answers hold a secret, which would stay in the terminal and its logs. */
const SECRETS: Partial<Record<DispatchOperationId, string>> = {
  'couriers.connect': 'answers with a secret. Use: courier link',
  'couriers.track': 'answers with a secret. Use «Administrar repartidores» of the desk',
  'guestLinks.create': 'answers with a secret. Use «Compartir constancia» of the order',
  'passwords.link': 'answers with a secret. Use: user reset-link',
  'people.inviteProvider': 'answers with a secret. Use the screen',
  'people.create': 'answers with passwords. Use: user create --temporary yes',
  'exports.prepare': 'prepares a download. Use the screen',
  'evidence.prepare': 'prepares a download. Use the screen',
};

/** @returns why the operator may not call an operation, and what to use instead; undefined if they may. */
function whyNot(id: string, { policy, upload, response }: Operation): string | undefined {
  const principal = linkedPrincipal(policy.access);
  if (principal) return `belongs to ${principal}s. Use their page`;
  if (id === CLIENTS) return undefined;
  if (!Object.hasOwn(DISPATCH_OPERATIONS, id)) return 'is answered by the gateway alone. Use the screen';
  if (upload) return 'takes a file. Use the screen';
  if (response && 'stream' in response) return 'answers with a file or a stream. Use the screen';
  return SECRETS[id as DispatchOperationId];
}

const ALL = Object.entries(OPERATIONS) as [string, Operation][];

/** @returns an operation that the operator may call. @throws Refusal with the reason for any other. */
function contractOf(id: string): Operation {
  const [, contract] = ALL.find(([each]) => each === id) ?? [];
  if (!contract) {
    const like = ALL.flatMap(([each]) => (each.startsWith(`${id.split('.')[0]}.`) ? [each] : []));
    const choice = like.length > 0 ? `Choose from ${like.join(', ')}` : 'See: call';
    throw new Refusal('not-found', `There is no operation "${id}". ${choice}`);
  }
  const why = whyNot(id, contract);
  if (why !== undefined) throw invalid(`${id} ${why}.`);
  return contract;
}

/** What `--json` must have: the parts of the contract. */
const formOf = ({ params, query, body }: Operation) =>
  z.strictObject({ ...(params && { params }), ...(query && { query }), ...(body && { body }) });

/**
 * @returns the operations with their titles, or the parameters of one of them. @throws Refusal for one that is refused.
 */
export function describeCall(id: string | undefined): string {
  if (id === undefined)
    return table(
      ['Operation', 'Title'],
      ALL.flatMap(([each, contract]) => (whyNot(each, contract) === undefined ? [[each, contract.summary]] : [])),
    );
  const contract = contractOf(id);
  const { $schema: _, ...form } = z.toJSONSchema(formOf(contract), { io: 'input', unrepresentable: 'any' });
  const query = form.properties?.['query'];
  if (typeof query === 'object') {
    delete query.properties?.['officeId'];
    query.required = query.required?.filter((name) => name !== 'officeId') ?? [];
  }
  return [
    `${id}: ${contract.summary}`,
    `node main.js call ${id} --company RUC --office OFFICE --json '{…}', which has this form:`,
    JSON.stringify(form, null, 2),
  ].join('\n');
}

const recordSchema = z.record(z.string(), z.unknown());
const partsSchema = z.looseObject({
  params: recordSchema.optional(),
  query: recordSchema.optional(),
  body: z.unknown().optional(),
});

/** @returns the parts of a call. @throws Refusal invalid with each wrong field. */
function inputOf(id: string, contract: Operation, text: string, officeId: string) {
  const refuse = (why: string): never => {
    throw invalid(`--json: ${why}\nSee: call ${id} --help`);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse('is not JSON');
  }
  const read = partsSchema.safeParse(value);
  if (!read.success) return refuse(`must be an object with params, query or body`);
  if (read.data.query && 'officeId' in read.data.query) refuse('query.officeId is what --office says');
  const parts = {
    ...(contract.params && { params: {} }),
    ...(contract.body && { body: {} }),
    ...read.data,
    ...(contract.query && { query: { ...read.data.query, officeId } }),
  };
  const { error } = formOf(contract).safeParse(parts);
  if (error)
    refuse(error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; '));
  return parts;
}

interface Done {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  answer: unknown;
}
type Report = (done: Done) => Pick<TrailReport, 'subject' | 'details'>;

const about =
  (kind: string, details?: TrailReport['details']): Report =>
  ({ params: { id = '' } }) => ({ subject: { kind, id }, ...(details && { details }) });

const viewedTrail: Report = ({ params: { id }, query: { officeId = '', dia: day = '' } }) => ({
  subject: id === undefined ? { kind: 'office', id: officeId } : { kind: 'courier', id },
  details: { day },
});

/**
 * What the gateway reports to the trail when a person calls an operation, stored here for the operator. Every kind has
 * an entry; it is empty for sign-ins, and for operations that `call` refuses or that the service records itself.
 */
const REPORTED: Record<ReportedKind, Partial<Record<DispatchOperationId, Report>>> = {
  'photos.removed': {
    'evidence.remove': ({ params: { id = '' }, answer }) => ({
      subject: { kind: 'order', id: (answer as { order: { id: string } }).order.id },
      details: { photo: id },
    }),
  },
  'document.viewed': { 'couriers.documents': about('courier'), 'visits.receiver': about('visit') },
  'guestLink.revoked': { 'guestLinks.revoke': about('guestLink') },
  'courier.phoneDisconnected': { 'couriers.untrack': about('courier', { by: 'tracker' }) },
  'courier.followed': { 'trails.follow': about('courier') },
  'courier.trailViewed': { 'trails.day': viewedTrail, 'trails.courier': viewedTrail },
  'courier.phoneLinked': {},
  'guestLink.created': {},
  'signIn.ok': {},
  'signIn.failed': {},
  'signIn.throttled': {},
  'session.ended': {},
  'export.orders': {},
  'export.money': {},
  'export.report': {},
  'export.courierTrail': {},
  'photos.downloaded': {},
  'photo.viewed': {},
  'access.refused': {},
  'requests.throttled': {},
  'password.failed': {},
  'factor.failed': {},
  'permissions.changed': {},
};

/** Stores what a gateway would report of a call. */
async function report(
  { db, clock }: Services,
  id: DispatchOperationId,
  { company, officeId }: AssertionClaims,
  done: Done,
) {
  const person = { id: null, ...OPERATOR, company: company ?? '', officeId };
  for (const [kind, reports] of Object.entries(REPORTED) as [ReportedKind, (typeof REPORTED)[ReportedKind]][]) {
    const more = reports[id]?.(done);
    const at = clock().toISOString();
    if (more) await storeReports(db, [{ key: randomUUID(), at, kind, count: 1, person, ...more }], clock());
  }
}

/** Runs an operation as the server's operator, in an office of a company. */
export const CALL_COMMAND: Command = {
  required: ['operation', 'company', 'office'],
  optional: { json: '{}', key: '' },
  runWith: async (services, option) => {
    const [name, company, officeId] = [option('operation'), option('company'), option('office')];
    const contract = contractOf(name);
    const { params = {}, query = {}, body } = inputOf(name, contract, option('json'), officeId);
    const claims = { sub: OPERATOR.username, ...OPERATOR, company, officeId, charge: 'S', modules: [...MODULE_CODES] };
    const print = (answer: unknown): string => JSON.stringify(answer, null, 2);
    try {
      if (contract.method !== 'GET') requireWritable(services);
      if (name === CLIENTS) {
        const found = await findDispatcher(services.db, claims, officeId, services.config.dayTurnsAt);
        const operator = await requireCaller(services.db, operatorIn(found.dispatcher));
        const clients = [];
        for await (const page of listClients(services, operator)) clients.push(...page);
        return print(clients);
      }
      const id = name as DispatchOperationId;
      const admitted = await admitCall(services, id, claims, { query, key: option('key') || randomUUID() });
      const call = {
        ...admitted,
        ...readCall(contract, { params: params as Record<string, string>, body }),
        mediaType: '',
        signal: new AbortController().signal,
      } as unknown as Call<DispatchOperationId>;
      const answer = await services.shares.run(admitted.asker, () =>
        handleCall(services, id, operatorIn(admitted.dispatcher), call),
      );
      await report(services, id, claims, { params: params as Done['params'], query: query as Done['query'], answer });
      return print(answer);
    } catch (error) {
      if (error instanceof OfficeRefusal)
        throw new Refusal('not-found', `The company ${company} has no office ${officeId}. See: office list`);
      if (error instanceof Refusal && error.field !== undefined)
        throw new Refusal(error.kind, `${error.message} (${error.field})`);
      throw error;
    }
  },
};
