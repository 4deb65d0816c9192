import { type EvidenceRemoved } from '@despacho/contracts/dispatch';
import { mayRemovePhotos } from '../backup/backup-lease.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { removePicture } from '#field/evidence/add-evidence.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { reopenAnswered } from '#field/proof/photo-requests.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { type InsightServices } from '#insight/services.ts';
import { deletePhotos } from './delete-photos.ts';

/**
 * Removes a photo: its row, then its bytes. The event `evidence.removed` with the reason remains. Links of guests stay
 * valid, and show what is left.
 * @throws Refusal not-found for another office's photo; conflict while a backup copies the photos.
 */
export async function removeEvidence(
  services: InsightServices,
  dispatcher: Dispatcher,
  key: string,
  { id, why }: { id: number; why: string },
): Promise<Pick<EvidenceRemoved, 'order'>> {
  const { companyId, officeId, username, user } = dispatcher;
  let files: string[] = [];
  const request = { key, operation: 'evidence.remove', content: { id, why } };
  const answer = await transactOnce(services, dispatcher, request, async (trx, now) => {
    if (!(await mayRemovePhotos(trx)))
      throw conflict('Se está copiando el respaldo de las fotos; vuelva a intentarlo en unos minutos');
    await lockOffice(trx, dispatcher);
    const photo = await trx
      .selectFrom('evidence')
      .innerJoin('order_details as details', (join) =>
        join.onRef('details.office_id', '=', 'evidence.office_id').onRef('details.id', '=', 'evidence.order_id'),
      )
      .select([
        'evidence.order_id',
        'evidence.kind',
        'evidence.at',
        'evidence.arrived_at',
        'evidence.bytes',
        'evidence.sha256',
        'details.code',
        'details.evidence',
      ])
      .where(inOffice(dispatcher, 'evidence'))
      .where('evidence.id', '=', id)
      .executeTakeFirstOrThrow(notFound);
    files = await deletePhotos(trx, dispatcher, [id]);
    await reopenAnswered(trx, dispatcher, {
      orderId: photo.order_id,
      kind: photo.kind,
      arrivedAt: photo.arrived_at,
    });
    const event: EvidenceRemoved = {
      type: 'evidence.removed',
      at: now.toISOString(),
      officeId,
      actor: { username, user },
      order: { id: String(photo.order_id), code: photo.code, evidence: photo.evidence - 1 },
      evidence: {
        id: String(id),
        kind: photo.kind,
        takenAt: photo.at.toISOString(),
        bytes: photo.bytes,
        sha256: photo.sha256,
      },
      why,
    };
    await appendEvent(trx, companyId, event, { evenIfClosed: true });
    return { order: event.order };
  });
  for (const file of files) await removePicture(services, file);
  return answer;
}
