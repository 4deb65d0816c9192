import { type PhotoSize } from '@despacho/contracts/dispatch';
import { readEvidenceFile } from '#field/evidence/read-file.ts';
import { type StoredAnswer } from '#platform/http/file-answer.ts';
import { notFound } from '#platform/refusal.ts';
import { type InsightServices } from '../services.ts';
import { type GuestLinkRow } from './guest-links-repository.ts';
import { requireReads } from './open-guest-link.ts';
import { orderOfPhoto } from './read-guest-content.ts';

/** @returns one size of a photo. @throws Refusal not-found unless the guest's link shows it. */
export async function readGuestPhoto(
  services: InsightServices,
  link: GuestLinkRow,
  id: number,
  size: PhotoSize,
): Promise<StoredAnswer> {
  requireReads(services, link, 1);
  if ((await orderOfPhoto(services, link, id)) === undefined) throw notFound();
  return readEvidenceFile(services, link, id, { size, isDownload: false });
}
