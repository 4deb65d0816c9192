import {
  ATTENTION_PAGE,
  type DISPATCH_OPERATIONS,
  type DispatchOperationId,
  HISTORY_PAGE,
  type OrderSort,
  PAGE,
  PRESENCE_SECONDS,
  readOrderFilter,
  TRAIL_PAGE,
} from '@despacho/contracts/dispatch';
import { readClientHistory } from '#people/clients/client-changes.ts';
import { editClientNotes, readClientNotes, removeClientNotes } from '#people/clients/client-notes.ts';
import { createClient, editClient, readClientDetails, setClientState } from '#people/clients/write-client.ts';
import { clientImportTemplate, commitClientImport, previewClientImport } from '#work/clients/import-clients.ts';
import { mergeClients, previewMerge } from '#work/clients/merge-clients.ts';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { cancelOrders } from '#work/assignments/cancel-orders.ts';
import { changeState } from '#work/assignments/change-state.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { correctClosing } from '#work/assignments/correct-closing.ts';
import { retireWithLoad } from '#work/assignments/retire-with-load.ts';
import { moveLoad } from '#work/assignments/move-load.ts';
import { reorderStops } from '#work/assignments/reorder-stops.ts';
import { rescheduleOrders } from '#work/assignments/reschedule-orders.ts';
import { suggestAssignment } from '#work/assignments/suggest-assignment.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { undoBatch } from '#work/assignments/undo-batch.ts';
import { actOnLine } from '#insight/attention/act-on-line.ts';
import { attentionHistory } from '#insight/attention/attention-history.ts';
import { listAttention } from '#insight/attention/list-attention.ts';
import { listArrivals } from '#fleet/arrivals/list-arrivals.ts';
import { editCourier } from '#fleet/couriers/change-courier.ts';
import { connectCourier } from '#fleet/couriers/connect-courier.ts';
import { markAbsences, readAbsences } from '#fleet/couriers/courier-absences.ts';
import { readDocuments, writeDocuments } from '#fleet/couriers/courier-documents.ts';
import { importCouriers } from '#fleet/couriers/import-couriers.ts';
import { markAttendance } from '#fleet/couriers/mark-attendance.ts';
import { disconnectCourier, readCourierPhone } from '#fleet/couriers/courier-phone.ts';
import { connectTracker, disconnectTracker, recordPaperNotice } from '#fleet/couriers/courier-tracker.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { toCourier } from '#fleet/couriers/courier-row.ts';
import { listCouriersOf, listRetired, requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { mapCouriers } from '#fleet/couriers/map-couriers.ts';
import { readTrail } from '#fleet/trails/read-trail.ts';
import { confirmDay, reopenDay } from '#work/money/confirm-day.ts';
import { listDays } from '#work/days/list-days.ts';
import { listDistricts } from '#platform/districts/list-districts.ts';
import { mayUse } from '@despacho/contracts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { requireOpenDay } from '#work/days/confirmed-payments.ts';
import { closedFor } from '#work/days/working-days.ts';
import { readHistory } from '#platform/events/read-history.ts';
import { addEvidence } from '#field/evidence/add-evidence.ts';
import { downloadPhotos, preparePhotos } from '#field/evidence/export-photos.ts';
import { listEvidence, pageEvidence, pageEvidenceByOrder } from '#field/evidence/list-evidence.ts';
import { missingOfOrder } from '#field/evidence/missing-kinds.ts';
import { followMerged } from '#people/clients/follow-merged.ts';
import { listMissing } from '#field/evidence/missing-proof.ts';
import { askForPhoto, findRequest, settleChecks } from '#field/proof/photo-requests.ts';
import { readEvidenceFile } from '#field/evidence/read-file.ts';
import { downloadExport } from '#orders/exports/download-export.ts';
import { prepareExport } from '#orders/exports/prepare-export.ts';
import {
  readClients,
  readCouriers,
  readMoney,
  readOfficeActivity,
  readPunctuality,
  readToday,
} from '#insight/figures/read-figures.ts';
import { acknowledgeNote, readHandover, writeShiftNote } from '#insight/handover/handover.ts';
import { type FileAnswer, type StoredAnswer } from '#platform/http/file-answer.ts';
import { createGuestLink } from '#insight/guests/create-guest-link.ts';
import { listGuestLinks, revokeGuestLink } from '#insight/guests/list-guest-links.ts';
import { answerClients } from '#work/imports/answer-clients.ts';
import { brokenLines } from '#work/imports/broken-lines.ts';
import { commitImport } from '#work/imports/commit-import.ts';
import { fixImportLines } from '#work/imports/fix-lines.ts';
import { importTemplate } from '#work/imports/import-template.ts';
import { previewCouriers } from '#work/imports/preview-couriers.ts';
import { previewPeople } from '#work/imports/preview-people.ts';
import { previewImport } from '#work/imports/preview-import.ts';
import { countByState, countOrders } from '#orders/order/count-orders.ts';
import { couriersAboveLimit, heldCash } from '#work/money/cash-limit.ts';
import { agreeMoney, receiveMoney, undoMoney, verifyPayments } from '#work/money/change-money.ts';
import { listRepeatedNumbers } from '#work/money/operation-numbers.ts';
import { exportMoney } from '#work/money/export-money.ts';
import { readMoneyDay, readMoneyOfCourier } from '#work/money/read-money.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { duplicateOrder } from '#orders/order/duplicate-order.ts';
import { editOrder } from '#orders/order/edit-order.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { mapOrders } from '#orders/order/map-orders.ts';
import { listSenders } from '#orders/order/list-senders.ts';
import { readOrder } from '#orders/order/read-order.ts';
import { writeCourierNote } from '#orders/order/write-courier-note.ts';
import { findPlace } from '#orders/places/find-place.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { replaceReasons } from '#orders/reasons/replace-reasons.ts';
import { removeEvidence } from '#upkeep/privacy/remove-evidence.ts';
import { exportReport } from '#insight/reports/export-report.ts';
import { readClientSheet } from '#insight/reports/read-client-sheet.ts';
import { readReport } from '#insight/reports/read-report.ts';
import { exportTrail } from '#insight/trails/export-trail.ts';
import { readDayTrails } from '#insight/trails/read-day-trails.ts';
import { type Services } from '../services.ts';
import { closeOffice, reopenOffice } from '#fleet/offices/close-office.ts';
import { readFirstDay, skipFirstDay } from '#insight/first-day/first-day.ts';
import { addOffice } from '#people/offices/add-office.ts';
import { editOffice } from '#people/offices/change-office.ts';
import { readCompanyOffices } from '#people/offices/company-offices.ts';
import { readOfficeHistory } from '#people/offices/office-history.ts';
import { proposeOfficeId } from '#people/offices/propose-office-id.ts';
import { removeOffice } from '#upkeep/offices/remove-office.ts';
import { editSettings, readSettings } from '#people/offices/courier-settings.ts';
import { editView, removeView } from '#orders/views/change-view.ts';
import { createView } from '#orders/views/create-view.ts';
import { listViews } from '#orders/views/views-repository.ts';
import { readZoneHistory, readZoneUses } from '#orders/zones/read-zone.ts';
import { exportTrailOfCompany } from '#people/trail/export-trail.ts';
import { listTrail } from '#people/trail/list-trail.ts';
import {
  createZone,
  editZone,
  importZones,
  listRemovedZones,
  removeZone,
  restoreZone,
} from '#fleet/zones/change-zone.ts';
import { listZones } from '#fleet/zones/zones-repository.ts';
import { decideReview, rejectAll } from '#field/visits/decide-review.ts';
import { listReviews } from '#field/visits/list-reviews.ts';
import { listVisits, readReceiver } from '#field/visits/list-visits.ts';
import { linkForPerson } from '#people/directory/link-for-person.ts';
import { createPeople } from '#people/directory/create-people.ts';
import {
  deletePerson,
  disablePerson,
  editPerson,
  enablePerson,
  movePerson,
  type OpenWorkOf,
  retirePerson,
} from '#people/directory/change-person.ts';
import { listPeople } from '#people/directory/list-people.ts';
import { createProfile, editProfile, listProfiles, removeProfile } from '#people/directory/profiles.ts';
import { requireAccount } from '#people/directory/accounts-repository.ts';
import { colleaguesOf, handOverLines, lockLines } from '#insight/attention/hand-over-lines.ts';
import { readOpenWork } from '#insight/attention/open-work.ts';
import { readPersonHistory } from '#people/directory/person-history.ts';
import { type Output } from './read-call.ts';

type Contract<I extends DispatchOperationId> = (typeof DISPATCH_OPERATIONS)[I];

/** A validated request. */
export interface Call<I extends DispatchOperationId> {
  /** The sender's modules according to the gateway. */
  modules: readonly string[];
  /** The `Idempotency-Key`; empty if the contract does not require one. */
  key: string;
  params: Output<Contract<I>['params']>;
  query: Output<Contract<I>['query']>;
  body: Output<Contract<I>['body']>;
  /** The uploaded file; empty for other operations. */
  file: Buffer;
  /** Its media type as the sender states it; empty for other operations. */
  mediaType: string;
  /** Fires when the client disconnects, to stop work nobody else needs. */
  signal: AbortSignal;
}

/** The response type of the contract, or the file for a download. */
type Answer<I extends DispatchOperationId> = Contract<I>['response'] extends { inline: true }
  ? StoredAnswer
  : Contract<I>['response'] extends { stream: string }
    ? FileAnswer
    : Output<Contract<I>['response']>;

type Handlers = {
  [I in DispatchOperationId]: (services: Services, dispatcher: Dispatcher, call: Call<I>) => Promise<Answer<I>>;
};

/** What a report is asked for, whatever its rows. */
const ofReport = ({
  query: { periodo: period, dia: day },
  modules,
  signal,
}: Pick<Call<'reports.clients'>, 'query' | 'modules' | 'signal'>) => ({ period, day, modules, signal });

/** Newest first: new orders are the ones to dispatch. */
const USUAL_SORT: OrderSort = '-codigo';

const viewOf = ({ dia, aLas }: { dia?: string | undefined; aLas?: string | undefined }) => ({ day: dia, moment: aLas });

/** What a person leaves open, for the verbs of the lower group that need it. */
const openWorkNow = ({ clock }: Pick<Services, 'clock'>): OpenWorkOf => ({
  lock: lockLines,
  read: (db, person) => readOpenWork(db, person, clock()),
  handOver: handOverLines,
});

/** Ends a person's access, and updates the lists of «Por atender», where their lines changed. */
async function endAccess<A>(services: Services, change: (openWorkOf: OpenWorkOf) => Promise<A>): Promise<A> {
  const person = await change(openWorkNow(services));
  services.attention.nudge();
  return person;
}

/** The function behind each operation. A missing one is a compile error. */
export const HANDLERS: Handlers = {
  'orders.list': (services, dispatcher, { query }) =>
    listOrders(services, dispatcher, {
      filter: readOrderFilter(query),
      sort: query.orden ?? USUAL_SORT,
      size: query.limite === undefined ? PAGE.size : Number(query.limite),
      cursor: query.cursor,
      ids: query.ids?.split(',').map(Number),
      moment: query.aLas,
    }),
  'orders.map': (services, dispatcher, { query }) =>
    mapOrders(services, dispatcher, { filter: readOrderFilter(query), cursor: query.cursor, moment: query.aLas }),
  'orders.counts': (services, dispatcher, { query }) => countOrders(services, dispatcher, readOrderFilter(query)),
  'orders.states': (services, dispatcher, { query }) => countByState(services, dispatcher, readOrderFilter(query)),
  'orders.clients': listSenders,
  'orders.read': async (services, dispatcher, { params }) => {
    const detail = await readOrder(services, dispatcher, Number(params.id));
    // Requests expire with the minute, as the answer's version does.
    const minute = new Date(Math.floor(services.clock().getTime() / 60_000) * 60_000);
    const request = await findRequest(services.db, dispatcher, Number(params.id), minute);
    const missing = await missingOfOrder(services.db, dispatcher, Number(params.id));
    return { ...detail, missing, ...(request && { photoRequest: request }) };
  },
  'orders.create': (services, dispatcher, { key, body }) => createOrder(services, dispatcher, key, body),
  'orders.duplicate': (services, dispatcher, { key, params, body }) =>
    duplicateOrder(services, dispatcher, key, { id: Number(params.id), date: body.date }),
  'orders.edit': (services, dispatcher, { params, body }) =>
    editOrder(services, dispatcher, Number(params.id), body, requireOpenDay),
  'districts.list': (services, dispatcher, { query }) => listDistricts(services, dispatcher, query.version),
  'places.find': (services, dispatcher, { body, signal }) => findPlace(services, dispatcher, body, signal),
  'couriers.list': async ({ db, clock }, dispatcher, { modules, query }) => {
    const today = officeDay(clock(), dispatcher);
    const cash = new Map(
      (await couriersAboveLimit(db, dispatcher, today)).map((each) => [each.courierId, each.amount]),
    );
    const held = await heldCash(db, dispatcher, today);
    /** @returns the amount; null without D05. */
    const seen = (amounts: ReadonlyMap<number, number>, id: number) =>
      mayUse(['D05'], modules) ? (amounts.get(id) ?? 0) : null;
    const day = query.dia ?? today;
    const couriers = await listCouriersOf(db, dispatcher, { day, today });
    const ids = couriers.flatMap(({ id, state }) => (state === 'retirado' ? [] : [id]));
    const closed = await closedFor(db, dispatcher, ids, { day, now: clock() });
    return couriers.map((row) => ({
      ...toCourier(row),
      ...(closed.has(row.id) && { closed: true as const }),
      ...(cash.has(row.id) && { cash: seen(cash, row.id) }),
      ...(held.has(row.id) && { held: seen(held, row.id) }),
    }));
  },
  'clients.details': (services, dispatcher, { params }) => readClientDetails(services, dispatcher, params.id),
  'clients.history': (services, dispatcher, { params }) => readClientHistory(services, dispatcher, params.id),
  'clients.create': (services, dispatcher, { key, body }) => createClient(services, dispatcher, key, body),
  'clients.edit': (services, dispatcher, { params, body }) => editClient(services, dispatcher, params.id, body),
  'clients.disable': (services, dispatcher, { params, body }) => setClientState(services, dispatcher, params.id, body),
  'clients.mergePreview': (services, dispatcher, { params, query }) =>
    previewMerge(services, dispatcher, params.id, query.from),
  'clients.merge': (services, dispatcher, { key, params, body }) =>
    mergeClients(services, dispatcher, key, params.id, body),
  'clients.notes': (services, dispatcher, { params }) => readClientNotes(services, dispatcher, params.id),
  'clients.editNotes': (services, dispatcher, { params, body }) =>
    editClientNotes(services, dispatcher, params.id, body),
  'clients.removeNotes': (services, dispatcher, { params, body }) =>
    removeClientNotes(services, dispatcher, params.id, body.version),
  'clients.importPreview': (services, dispatcher, { query, file, signal }) =>
    previewClientImport(services, dispatcher, { ...query, bytes: file }, signal),
  'clients.importCommit': (services, dispatcher, { key, params, body }) =>
    commitClientImport(services, dispatcher, key, { id: Number(params.id), ...body }),
  'clients.importTemplate': () => Promise.resolve(clientImportTemplate()),
  'couriers.map': ({ db }, dispatcher) => mapCouriers(db, dispatcher),
  'trails.day': (services, dispatcher, { query, modules }) => readDayTrails(services, dispatcher, query.dia, modules),
  'trails.courier': (services, dispatcher, { params, query }) =>
    readTrail(services, dispatcher, { courierId: Number(params.id), day: query.dia }),
  'trails.follow': async ({ db }, dispatcher, { params }) => {
    await requireCourier(db, dispatcher, Number(params.id));
    return {};
  },
  'trails.file': (services, dispatcher, { params, query }) =>
    exportTrail(services, dispatcher, { courierId: Number(params.id), day: query.dia, format: query.formato }),
  'couriers.retired': async ({ db }, dispatcher, { query }) =>
    (await listRetired(db, dispatcher, Number(query.antes))).map(toCourier),
  'couriers.create': (services, dispatcher, { key, body }) => createCourier(services, dispatcher, key, body),
  'couriers.edit': (services, dispatcher, { params, body }) =>
    editCourier(services, dispatcher, Number(params.id), body),
  'couriers.retire': (services, dispatcher, { params, body, modules }) =>
    retireWithLoad(services, dispatcher, { id: Number(params.id), ...body }, mayUse(['D05'], modules)),
  'couriers.attend': (services, dispatcher, { body }) => markAttendance(services, dispatcher, body),
  'couriers.absences': (services, dispatcher, { params }) => readAbsences(services, dispatcher, Number(params.id)),
  'couriers.absent': (services, dispatcher, { params, body }) =>
    markAbsences(services, dispatcher, Number(params.id), body),
  'couriers.documents': (services, dispatcher, { params }) => readDocuments(services, dispatcher, Number(params.id)),
  'couriers.writeDocuments': (services, dispatcher, { params, body }) =>
    writeDocuments(services, dispatcher, Number(params.id), body),
  'couriers.preview': (services, dispatcher, { query, file, modules, signal }) =>
    previewCouriers(services, dispatcher, modules, { ...query, bytes: file }, signal),
  'couriers.import': (services, dispatcher, { key, modules, body }) =>
    importCouriers(services, dispatcher, key, modules, body),
  'couriers.connect': (services, dispatcher, { params }) => connectCourier(services, dispatcher, Number(params.id)),
  'couriers.device': (services, dispatcher, { params }) => readCourierPhone(services, dispatcher, Number(params.id)),
  'couriers.disconnect': (services, dispatcher, { params }) =>
    disconnectCourier(services, dispatcher, Number(params.id)),
  'couriers.track': (services, dispatcher, { params }) => connectTracker(services, dispatcher, Number(params.id)),
  'couriers.notice': (services, dispatcher, { params }) => recordPaperNotice(services, dispatcher, Number(params.id)),
  'couriers.untrack': (services, dispatcher, { params }) => disconnectTracker(services, dispatcher, Number(params.id)),
  'assignments.assign': (services, dispatcher, { key, body }) => assignOrders(services, dispatcher, key, body),
  'assignments.unassign': (services, dispatcher, { key, body }) =>
    unassignOrders(services, dispatcher, key, body.orders),
  'assignments.moveLoad': (services, dispatcher, { key, body }) => moveLoad(services, dispatcher, key, body),
  'assignments.changeState': (services, dispatcher, { key, body }) => changeState(services, dispatcher, key, body),
  'assignments.reschedule': (services, dispatcher, { key, body }) => rescheduleOrders(services, dispatcher, key, body),
  'assignments.close': (services, dispatcher, { key, body }) => closeOrders(services, dispatcher, key, body),
  'assignments.cancel': (services, dispatcher, { key, body }) => cancelOrders(services, dispatcher, key, body),
  'assignments.correct': (services, dispatcher, { key, body }) => correctClosing(services, dispatcher, key, body),
  'assignments.undo': (services, dispatcher, { key, body }) => undoBatch(services, dispatcher, key, body.batch),
  'assignments.suggest': (services, dispatcher, { body }) => suggestAssignment(services, dispatcher, body.orders),
  'assignments.reorder': (services, dispatcher, { key, params, body }) =>
    reorderStops(services, dispatcher, key, { courierId: params.id, ...body }),
  'notes.write': (services, dispatcher, { params, body }) =>
    writeCourierNote(services, dispatcher, Number(params.id), body.text),
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
  'handover.acknowledge': (services, dispatcher, { params }) =>
    acknowledgeNote(services, dispatcher, Number(params.id)),
  'days.list': (services, dispatcher, { query }) => listDays(services, dispatcher, query.day),
  'days.confirm': (services, dispatcher, { key, body }) => confirmDay(services, dispatcher, key, body),
  'days.reopen': (services, dispatcher, { key, body }) => reopenDay(services, dispatcher, key, body),
  'dashboard.today': (services, dispatcher, { query }) => readToday(services, dispatcher, viewOf(query)),
  'dashboard.punctuality': (services, dispatcher, { query }) => readPunctuality(services, dispatcher, viewOf(query)),
  'dashboard.couriers': (services, dispatcher, { modules, query }) =>
    readCouriers(services, dispatcher, modules, viewOf(query)),
  'dashboard.money': (services, dispatcher, { modules, query }) =>
    readMoney(services, dispatcher, modules, viewOf(query)),
  'dashboard.clients': (services, dispatcher, { query }) => readClients(services, dispatcher, viewOf(query)),
  'dashboard.activity': (services, dispatcher, { query, modules }) =>
    readOfficeActivity(services, dispatcher, modules, query.aLas),
  'money.day': (services, dispatcher, { query }) => readMoneyDay(services, dispatcher, query.day),
  'money.courier': (services, dispatcher, { query }) =>
    readMoneyOfCourier(services, dispatcher, { courierId: Number(query.courierId), day: query.day }),
  'money.receive': (services, dispatcher, { key, body }) => receiveMoney(services, dispatcher, key, body),
  'money.verify': (services, dispatcher, { key, body }) => verifyPayments(services, dispatcher, key, body),
  'money.undo': (services, dispatcher, { key, body }) => undoMoney(services, dispatcher, key, body),
  'money.repeated': (services, dispatcher) => listRepeatedNumbers(services, dispatcher),
  'money.agree': (services, dispatcher, { key, body }) => agreeMoney(services, dispatcher, key, body),
  'money.export': (services, dispatcher, { query }) =>
    exportMoney(services, dispatcher, { day: query.day, format: query.formato }),
  'people.list': (services, dispatcher, { query }) => listPeople(services, dispatcher, query),
  'people.preview': (services, dispatcher, { query, file, signal }) =>
    previewPeople(services, dispatcher, { ...query, bytes: file }, signal),
  'people.create': (services, dispatcher, { key, body, signal }) =>
    createPeople(services, dispatcher, { key, people: body.people, signal }),
  'people.edit': (services, dispatcher, { params, body }) => editPerson(services, { dispatcher }, params.id, body),
  'people.openWork': async ({ db, clock }, dispatcher, { params }) => {
    const person = await requireAccount(db, dispatcher, params.id);
    const open = await readOpenWork(db, person, clock());
    return { ...open, colleagues: open.lines > 0 ? await colleaguesOf(db, person) : [] };
  },
  'people.history': (services, dispatcher, { params }) => readPersonHistory(services, dispatcher, params.id),
  'people.disable': (services, dispatcher, { params, body }) =>
    endAccess(services, (openWorkOf) => disablePerson(services, { dispatcher }, params.id, { ...body, openWorkOf })),
  'people.enable': (services, dispatcher, { params, body }) => enablePerson(services, { dispatcher }, params.id, body),
  'people.retire': (services, dispatcher, { params, body }) =>
    endAccess(services, (openWorkOf) => retirePerson(services, { dispatcher }, params.id, { ...body, openWorkOf })),
  'people.delete': (services, dispatcher, { params, body }) => deletePerson(services, { dispatcher }, params.id, body),
  'people.move': (services, dispatcher, { params, body }) =>
    endAccess(services, (openWorkOf) => movePerson(services, { dispatcher }, params.id, { ...body, openWorkOf })),
  'people.profiles': listProfiles,
  'people.createProfile': (services, dispatcher, { body }) => createProfile(services, dispatcher, body),
  'people.editProfile': (services, dispatcher, { params, body }) =>
    editProfile(services, dispatcher, Number(params.id), body),
  'people.removeProfile': (services, dispatcher, { params, body }) =>
    removeProfile(services, dispatcher, Number(params.id), body.version),
  'reports.clients': (services, dispatcher, call) =>
    readReport(services, dispatcher, { group: 'cliente', ...ofReport(call) }),
  'reports.couriers': (services, dispatcher, call) =>
    readReport(services, dispatcher, { group: 'repartidor', ...ofReport(call) }),
  'reports.districts': (services, dispatcher, call) =>
    readReport(services, dispatcher, { group: 'distrito', ...ofReport(call) }),
  'reports.clientsFile': (services, dispatcher, call) =>
    exportReport(services, dispatcher, { group: 'cliente', format: call.query.formato, ...ofReport(call) }),
  'reports.couriersFile': (services, dispatcher, call) =>
    exportReport(services, dispatcher, { group: 'repartidor', format: call.query.formato, ...ofReport(call) }),
  'reports.districtsFile': (services, dispatcher, call) =>
    exportReport(services, dispatcher, { group: 'distrito', format: call.query.formato, ...ofReport(call) }),
  'reports.sheet': (services, dispatcher, { query, modules, signal }) =>
    readClientSheet(services, dispatcher, { client: query.cliente, day: query.dia, modules, signal }),
  'reasons.list': ({ db }, dispatcher) => listReasonsOf(db, dispatcher),
  'reasons.replace': (services, dispatcher, { body }) => replaceReasons(services, dispatcher, body.reasons),
  'imports.preview': (services, dispatcher, { query, file, signal }) =>
    previewImport(services, dispatcher, { ...query, bytes: file }, signal),
  'imports.commit': (services, dispatcher, { key, params, body }) =>
    commitImport(services, dispatcher, key, {
      id: Number(params.id),
      orders: body.orders,
      include: body.include ?? [],
      takeOut: body.takeOut ?? [],
    }),
  'imports.fix': (services, dispatcher, { params, body, signal }) =>
    fixImportLines(services, dispatcher, Number(params.id), body, signal),
  'imports.clients': (services, dispatcher, { params, body }) =>
    answerClients(services, dispatcher, Number(params.id), body),
  'imports.broken': (services, dispatcher, { params }) => brokenLines(services, dispatcher, Number(params.id)),
  'imports.template': () => Promise.resolve(importTemplate()),
  'exports.prepare': async (services, dispatcher, { body }) =>
    prepareExport(services, dispatcher, {
      ...body,
      filter: await followMerged(services.db, dispatcher.companyId, body.filter),
    }),
  'exports.download': (services, dispatcher, { query }) => downloadExport(services, dispatcher, query.ticket),
  'reviews.list': (services, dispatcher, { query }) => listReviews(services, dispatcher, query),
  'reviews.accept': (services, dispatcher, { key, params, body }) =>
    decideReview(services, dispatcher, { key, id: Number(params.id), decision: 'aceptada', ...body }),
  'reviews.reject': (services, dispatcher, { key, params, body }) =>
    decideReview(services, dispatcher, { key, id: Number(params.id), decision: 'rechazada', ...body }),
  'reviews.rejectAll': (services, dispatcher, { key, body }) => rejectAll(services, dispatcher, key, body),
  'visits.list': (services, dispatcher, { params }) => listVisits(services, dispatcher, Number(params.id)),
  'visits.receiver': (services, dispatcher, { params }) => readReceiver(services, dispatcher, Number(params.id)),
  'guestLinks.list': (services, dispatcher, { query: { orden } }) =>
    listGuestLinks(services, dispatcher, orden === undefined ? undefined : Number(orden)),
  'guestLinks.create': (services, dispatcher, { body }) => createGuestLink(services, dispatcher, body),
  'guestLinks.revoke': (services, dispatcher, { params }) => revokeGuestLink(services, dispatcher, Number(params.id)),
  'evidence.list': (services, dispatcher, { params }) => listEvidence(services, dispatcher, Number(params.id)),
  'evidence.add': (services, dispatcher, { key, params, query, file, mediaType, signal }) =>
    addEvidence(
      services,
      dispatcher,
      { upload: key, orderId: Number(params.id), kind: query.kind, bytes: file, mediaType },
      signal,
    ),
  'evidence.ask': (services, dispatcher, { params, body }) =>
    askForPhoto(services, dispatcher, Number(params.id), body.kind),
  'evidence.settle': (services, dispatcher, { params, body }) =>
    settleChecks(services, dispatcher, Number(params.id), body),
  'evidence.page': (services, dispatcher, { query: { cursor, vista, ...filter } }) =>
    (vista === 'orden' ? pageEvidenceByOrder : pageEvidence)(services, dispatcher, filter, cursor),
  'evidence.missing': (services, dispatcher, { query: { cursor, ...filter } }) =>
    listMissing(services, dispatcher, filter, cursor),
  'evidence.remove': (services, dispatcher, { key, params, body }) =>
    removeEvidence(services, dispatcher, key, { id: Number(params.id), ...body }),
  'evidence.prepare': (services, dispatcher, { body }) => preparePhotos(services, dispatcher, body.photos),
  'evidence.download': (services, dispatcher, { query }) => downloadPhotos(services, dispatcher, query.ticket),
  'evidence.file': (services, dispatcher, { params, query }) =>
    readEvidenceFile(services, dispatcher, Number(params.id), {
      size: query.medida ?? 'completa',
      isDownload: query.descarga !== undefined,
    }),
  'passwords.link': (services, dispatcher, { params }) => linkForPerson(services, dispatcher, params.id),
  'offices.details': readCompanyOffices,
  'offices.proposal': async ({ db }, _dispatcher, { query }) => ({ id: await proposeOfficeId(db, query.id) }),
  'offices.create': (services, dispatcher, { key, body }) => addOffice(services, dispatcher, key, body),
  'offices.edit': (services, dispatcher, { body }) => editOffice(services, dispatcher, body),
  'offices.close': (services, dispatcher, { body }) => closeOffice(services, dispatcher, body.version),
  'offices.reopen': (services, dispatcher, { body }) => reopenOffice(services, dispatcher, body.version),
  'offices.remove': (services, dispatcher, { body }) => removeOffice(services, dispatcher, body.version),
  'offices.history': ({ db }, dispatcher) => readOfficeHistory(db, dispatcher),
  'firstDay.read': ({ db }, dispatcher) => readFirstDay(db, dispatcher),
  'firstDay.skip': (services, dispatcher, { body }) => skipFirstDay(services, dispatcher, body.skipped),
  'settings.read': ({ db }, dispatcher) => readSettings(db, dispatcher),
  'settings.edit': (services, dispatcher, { body }) => editSettings(services, dispatcher, body),
  'views.list': listViews,
  'views.create': (services, dispatcher, { body }) => createView(services, dispatcher, body),
  'views.edit': (services, dispatcher, { params, body }) => editView(services, dispatcher, Number(params.id), body),
  'views.remove': (services, dispatcher, { params, body }) =>
    removeView(services, dispatcher, Number(params.id), body.version),
  'zones.list': listZones,
  'zones.history': (services, dispatcher, { params }) => readZoneHistory(services, dispatcher, Number(params.id)),
  'zones.uses': (services, dispatcher, { params, modules }) =>
    readZoneUses(services, dispatcher, Number(params.id), modules),
  'zones.removed': listRemovedZones,
  'zones.create': (services, dispatcher, { body }) => createZone(services, dispatcher, body),
  'zones.import': (services, dispatcher, { body }) => importZones(services, dispatcher, body),
  'zones.edit': (services, dispatcher, { params, body }) => editZone(services, dispatcher, Number(params.id), body),
  'zones.remove': (services, dispatcher, { params, body }) =>
    removeZone(services, dispatcher, Number(params.id), body.version),
  'zones.restore': (services, dispatcher, { params, body }) =>
    restoreZone(services, dispatcher, Number(params.id), body.version),
  'presence.tell': ({ presence }, dispatcher, { body }) => {
    presence.report(dispatcher, body.doing, body.orders);
    return Promise.resolve({ seconds: PRESENCE_SECONDS });
  },
  'events.history': (services, dispatcher, { modules, query }) =>
    readHistory(services, dispatcher, modules, {
      before: query.antes === undefined ? undefined : Number(query.antes),
      size: query.limite === undefined ? HISTORY_PAGE.size : Number(query.limite),
    }),
  'trail.list': (services, dispatcher, { query: { antes, limite, ...search } }) =>
    listTrail(services, dispatcher, {
      search,
      before: antes === undefined ? undefined : Number(antes),
      size: limite === undefined ? TRAIL_PAGE.size : Number(limite),
    }),
  'trail.file': (services, dispatcher, { query: { formato, ...search } }) =>
    exportTrailOfCompany(services, dispatcher, { search, format: formato }),
  'arrivals.list': (services, dispatcher, { query: { orden, repartidor, dia = '' } }) =>
    listArrivals(
      services,
      dispatcher,
      orden === undefined ? { courierId: Number(repartidor), day: dia } : { orderId: Number(orden) },
    ),
};
