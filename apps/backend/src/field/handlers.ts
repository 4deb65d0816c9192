import { placedBy } from '#orders/locating/learn-doors.ts';
import { readOrder } from '#orders/order/read-order.ts';
import { byNumber, type Handlers, withKey } from '#platform/call.ts';
import { addEvidence } from './evidence/add-evidence.ts';
import { downloadPhotos, preparePhotos } from './evidence/export-photos.ts';
import { listEvidence, pageEvidence, pageEvidenceByOrder } from './evidence/list-evidence.ts';
import { missingOfOrder } from './evidence/missing-kinds.ts';
import { listMissing } from './evidence/missing-proof.ts';
import { readEvidenceFile } from './evidence/read-file.ts';
import { findRequest, settleChecks } from './proof/photo-requests.ts';
import { type FieldServices } from './services.ts';
import { decideReview, rejectAll } from './visits/decide-review.ts';
import { listReviews } from './visits/list-reviews.ts';
import { listVisits, readReceiver } from './visits/list-visits.ts';

/** The operations of this group. */
export const FIELD_HANDLERS = {
  'orders.read': async (services, dispatcher, { params }) => {
    const detail = await readOrder(services, dispatcher, Number(params.id));
    // Requests expire with the minute, as the answer's version does.
    const minute = new Date(Math.floor(services.clock().getTime() / 60_000) * 60_000);
    const request = await findRequest(services.db, dispatcher, Number(params.id), minute);
    const missing = await missingOfOrder(services.db, dispatcher, Number(params.id));
    const couriers = await placedBy(services, dispatcher, detail.order.place);
    return {
      ...detail,
      missing,
      ...(couriers.length > 0 && { placedBy: couriers }),
      ...(request && { photoRequest: request }),
    };
  },
  'reviews.list': (services, dispatcher, { query }) => listReviews(services, dispatcher, query),
  'reviews.accept': (services, dispatcher, { key, params, body }) =>
    decideReview(services, dispatcher, { key, id: Number(params.id), decision: 'aceptada', ...body }),
  'reviews.reject': (services, dispatcher, { key, params, body }) =>
    decideReview(services, dispatcher, { key, id: Number(params.id), decision: 'rechazada', ...body }),
  'reviews.rejectAll': withKey(rejectAll),
  'visits.list': byNumber(listVisits),
  'visits.receiver': byNumber(readReceiver),
  'evidence.list': byNumber(listEvidence),
  'evidence.add': (services, dispatcher, { key, params, query, file, mediaType, signal }) =>
    addEvidence(
      services,
      dispatcher,
      { upload: key, orderId: Number(params.id), kind: query.kind, bytes: file, mediaType },
      signal,
    ),
  'evidence.settle': byNumber(settleChecks),
  'evidence.page': (services, dispatcher, { query: { cursor, vista, ...filter } }) =>
    (vista === 'orden' ? pageEvidenceByOrder : pageEvidence)(services, dispatcher, filter, cursor),
  'evidence.missing': (services, dispatcher, { query: { cursor, ...filter } }) =>
    listMissing(services, dispatcher, filter, cursor),
  'evidence.prepare': (services, dispatcher, { body }) => preparePhotos(services, dispatcher, body.photos),
  'evidence.download': (services, dispatcher, { query }) => downloadPhotos(services, dispatcher, query.ticket),
  'evidence.file': (services, dispatcher, { params, query }) =>
    readEvidenceFile(services, dispatcher, Number(params.id), {
      size: query.medida ?? 'completa',
      isDownload: query.descarga !== undefined,
    }),
} satisfies Partial<Handlers<FieldServices>>;
