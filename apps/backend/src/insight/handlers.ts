import { ATTENTION_PAGE, type DispatchOperationId, type ReportGroup } from '@despacho/contracts/dispatch';
import { askForPhoto } from '#field/proof/photo-requests.ts';
import { requireAccount } from '#people/directory/accounts-repository.ts';
import { disablePerson, movePerson, type OpenWorkOf, retirePerson } from '#people/directory/change-person.ts';
import { byNumber, type Call, type Handlers, withBody } from '#platform/call.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { actOnLine } from './attention/act-on-line.ts';
import { attentionHistory } from './attention/attention-history.ts';
import { colleaguesOf, handOverLines, lockLines } from './attention/hand-over-lines.ts';
import { listAttention } from './attention/list-attention.ts';
import { readOpenWork } from './attention/open-work.ts';
import {
  readClients,
  readCouriers,
  readMoney,
  readOfficeActivity,
  readPunctuality,
  readToday,
} from './figures/read-figures.ts';
import { readFirstDay, skipFirstDay } from './first-day/first-day.ts';
import { createGuestLink } from './guests/create-guest-link.ts';
import { listGuestLinks, revokeGuestLink } from './guests/list-guest-links.ts';
import { acknowledgeNote, readHandover, writeShiftNote } from './handover/handover.ts';
import { exportReport } from './reports/export-report.ts';
import { readClientSheet } from './reports/read-client-sheet.ts';
import { readReport } from './reports/read-report.ts';
import { type InsightServices } from './services.ts';
import { exportTrail } from './trails/export-trail.ts';
import { readDayTrails } from './trails/read-day-trails.ts';

/** The query of a report, without its rows. */
type ReportCall<I extends DispatchOperationId> = Pick<Call<I>, 'query' | 'modules' | 'signal'>;

/** The handler of a report by one kind of row. */
const report =
  (group: ReportGroup) =>
  (services: InsightServices, dispatcher: Dispatcher, { query, modules, signal }: ReportCall<'reports.clients'>) =>
    readReport(services, dispatcher, { group, period: query.periodo, day: query.dia, modules, signal });

/** The handler of the same report as a file. */
const reportFile =
  (group: ReportGroup) =>
  (
    services: InsightServices,
    dispatcher: Dispatcher,
    { query, modules, signal }: ReportCall<'reports.clientsFile'>,
  ) => {
    const { periodo: period, dia: day, formato: format } = query;
    return exportReport(services, dispatcher, { group, period, day, modules, signal, format });
  };

const viewOf = ({ dia, aLas }: { dia?: string | undefined; aLas?: string | undefined }) => ({ day: dia, moment: aLas });

/** Ends a person's access, and updates the lists of «Por atender», where their lines changed. */
async function endAccess<A>(services: InsightServices, change: (openWorkOf: OpenWorkOf) => Promise<A>): Promise<A> {
  const person = await change({
    lock: lockLines,
    read: (db, account) => readOpenWork(db, account, services.clock()),
    handOver: handOverLines,
  });
  services.attention.nudge();
  return person;
}

/** The operations of this group. */
export const INSIGHT_HANDLERS = {
  'trails.day': (services, dispatcher, { query, modules }) => readDayTrails(services, dispatcher, query.dia, modules),
  'trails.file': (services, dispatcher, { params, query }) =>
    exportTrail(services, dispatcher, { courierId: Number(params.id), day: query.dia, format: query.formato }),
  'attention.list': (services, dispatcher, { modules, query }) =>
    listAttention(services, dispatcher, modules, {
      limit: query.limite === undefined ? ATTENTION_PAGE : Number(query.limite),
      kind: query.causa,
    }),
  'attention.history': (services, dispatcher, { modules, query }) =>
    attentionHistory(services, dispatcher, modules, query.cursor),
  'attention.act': (services, dispatcher, { key, modules, params, body }) =>
    actOnLine(services, dispatcher, { key, modules, id: Number(params.id), ...body }),
  'handover.read': readHandover,
  'handover.write': (services, dispatcher, { key, body }) => writeShiftNote(services, dispatcher, key, body.text),
  'handover.acknowledge': byNumber(acknowledgeNote),
  'dashboard.today': (services, dispatcher, { query }) => readToday(services, dispatcher, viewOf(query)),
  'dashboard.punctuality': (services, dispatcher, { query }) => readPunctuality(services, dispatcher, viewOf(query)),
  'dashboard.couriers': (services, dispatcher, { modules, query }) =>
    readCouriers(services, dispatcher, modules, viewOf(query)),
  'dashboard.money': (services, dispatcher, { modules, query }) =>
    readMoney(services, dispatcher, modules, viewOf(query)),
  'dashboard.clients': (services, dispatcher, { query }) => readClients(services, dispatcher, viewOf(query)),
  'dashboard.activity': (services, dispatcher, { query, modules }) =>
    readOfficeActivity(services, dispatcher, modules, query.aLas),
  'people.openWork': async ({ db, clock }, dispatcher, { params }) => {
    const person = await requireAccount(db, dispatcher, params.id);
    const open = await readOpenWork(db, person, clock());
    return { ...open, colleagues: open.lines > 0 ? await colleaguesOf(db, person) : [] };
  },
  'people.disable': (services, dispatcher, { params, body }) =>
    endAccess(services, (openWorkOf) => disablePerson(services, dispatcher, params.id, { ...body, openWorkOf })),
  'people.retire': (services, dispatcher, { params, body }) =>
    endAccess(services, (openWorkOf) => retirePerson(services, dispatcher, params.id, { ...body, openWorkOf })),
  'people.move': (services, dispatcher, { params, body }) =>
    endAccess(services, (openWorkOf) => movePerson(services, dispatcher, params.id, { ...body, openWorkOf })),
  'reports.clients': report('cliente'),
  'reports.couriers': report('repartidor'),
  'reports.districts': report('distrito'),
  'reports.clientsFile': reportFile('cliente'),
  'reports.couriersFile': reportFile('repartidor'),
  'reports.districtsFile': reportFile('distrito'),
  'reports.sheet': (services, dispatcher, { query, modules, signal }) =>
    readClientSheet(services, dispatcher, { client: query.cliente, day: query.dia, modules, signal }),
  'guestLinks.list': (services, dispatcher, { query: { orden } }) =>
    listGuestLinks(services, dispatcher, orden === undefined ? undefined : Number(orden)),
  'guestLinks.create': withBody(createGuestLink),
  'guestLinks.revoke': byNumber(revokeGuestLink),
  'firstDay.read': ({ db }, dispatcher) => readFirstDay(db, dispatcher),
  'firstDay.skip': (services, dispatcher, { body }) => skipFirstDay(services, dispatcher, body.skipped),
  'evidence.ask': (services, dispatcher, { params, body }) =>
    askForPhoto(services, dispatcher, Number(params.id), body.kind),
} satisfies Partial<Handlers<InsightServices>>;
