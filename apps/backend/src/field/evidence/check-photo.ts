import {
  DEFAULT_FAR,
  DESK_PHOTO_HOURS,
  type EvidenceKind,
  metersBetween,
  metersBeyond,
  PHOTO_MINUTES,
  type PhotoFault,
  pictureMarkOf,
  type Point,
} from '@despacho/contracts/dispatch';
import { isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { exactnessOfRow, type PlaceRow } from '#orders/order/order-row.ts';
import { type Picture } from './encode-picture.ts';
import { type Compared, findAlike } from './find-alike.ts';
import { type FarLimits, photoFaults } from './photo-faults.ts';
import { type Taken } from './read-taken.ts';

/** Length of a time without an offset. */
const TIME_LENGTH = '15:00:00'.length;

/** The values of a photo that are checked. */
interface Checked extends Compared {
  kind: EvidenceKind;
  attempt: number;
  /** When it was taken, by the server's clock; null if that is not known. */
  takenAt: Date | null;
  /** Where it was taken; accuracy in meters. */
  place: (Point & { accuracy: number | null }) | null;
  /** The same file belongs to another order. */
  isCopy: boolean;
  /** The office asked for it after the visit, so that only the picture counts. */
  isAsked: boolean;
}

/** The place of an order's address. */
type Address = PlaceRow;

/** The order of a photo: its address, and when it was closed. */
type OfOrder = Address & { closed_at: Date | null };

/** @returns from how many meters photos of an office are far from their addresses. */
export async function readFarLimits(db: Database, { companyId, officeId }: OfficeKey): Promise<FarLimits> {
  const { photo_far: limits } = await db
    .selectFrom('offices')
    .select('photo_far')
    .where(isOffice({ companyId, officeId }))
    .executeTakeFirstOrThrow();
  return limits ?? DEFAULT_FAR;
}

/**
 * @returns the meters between a place and an address; null if the address is known less exactly than to the block, or the
 * place is less exact than what is measured.
 */
export function distanceFrom(
  address: Address,
  place: (Point & { accuracy: number | null }) | null,
  { alert }: FarLimits,
): number | null {
  if (!place || address.approximate || (place.accuracy ?? 0) > alert) return null;
  return Math.round(metersBetween(place, address));
}

/** @returns the meters that count as far: those that the place of the address may be off do not. */
export const farFrom = (address: Address, distance: number | null): number | null =>
  distance === null ? null : metersBeyond(exactnessOfRow(address), distance);

/**
 * @returns when the visit of a photo took place, and how many minutes before or after it the photo may be taken. A photo that
 * the office adds belongs to the visit that a phone sent, or to when the order was closed, or to now. Null if the phone's
 * clock was wrong.
 */
async function visitTimeOf(
  db: Database,
  officeId: string,
  { visit, orderId, attempt, arrivedAt }: Checked,
  closedAt: Date | null,
): Promise<{ visitAt: Date | null; minutes: number }> {
  const visits = db.selectFrom('field_visits').select(['at', 'doubtful_time']).where('office_id', '=', officeId);
  const row =
    visit === null
      ? await visits
          .where('order_id', '=', orderId)
          .where('attempt', '=', attempt)
          .orderBy('id', 'desc')
          .executeTakeFirst()
      : await visits.where('visit', '=', visit).executeTakeFirst();
  if (!row && visit === null) return { visitAt: closedAt ?? arrivedAt, minutes: DESK_PHOTO_HOURS * 60 };
  return { visitAt: row && !row.doubtful_time ? row.at : null, minutes: PHOTO_MINUTES };
}

/** The columns of a photo that its checks fill. */
export interface PhotoChecks {
  faults: PhotoFault[];
  distance: number | null;
  alike: number | null;
  picture_hash: string | null;
}

/**
 * When and where a photo was taken: as its phone says or, without one, as the metadata of its file says, whose place is used
 * for this alone and not stored.
 */
function takenBy({ visit, takenAt, place }: Checked, taken: Taken | null, timeZone: string) {
  if (visit !== null) return { takenAt, place };
  const [date = '', time = ''] = taken?.at?.split('T') ?? [];
  const isLocal = time.length === TIME_LENGTH;
  const at = isLocal ? instantOf(date, time, timeZone) : new Date(taken?.at ?? NaN);
  return {
    takenAt: Number.isNaN(at.getTime()) ? null : at,
    place: place ?? (taken?.place ? { ...taken.place, accuracy: null } : null),
  };
}

/** Checks a decoded photo against its order, its visit and the office's other photos. */
export async function checkPhoto(
  db: Database,
  { timeZone, ...office }: OfficeKey & { timeZone: string },
  photo: Checked,
  { picture, order }: { picture: Pick<Picture, 'light' | 'isFlat' | 'hash' | 'turned' | 'taken'>; order: OfOrder },
): Promise<PhotoChecks> {
  const limits = await readFarLimits(db, office);
  const { kind, isAsked } = photo;
  // All signatures look alike: a few lines on white.
  const isSignature = kind === 'firma';
  const hash = isSignature ? null : picture.hash;
  const alike = await findAlike(db, office.officeId, isSignature ? [] : [hash, ...picture.turned], photo);
  const { takenAt, place } = takenBy(photo, picture.taken, timeZone);
  const distance = isAsked ? null : distanceFrom(order, place, limits);
  const faults = photoFaults(
    {
      distance: farFrom(order, distance),
      takenAt: isAsked ? null : takenAt,
      ...(await visitTimeOf(db, office.officeId, photo, order.closed_at)),
      isRepeated: photo.isCopy || alike !== null,
      mark: pictureMarkOf(kind, picture.light),
      isFlat: picture.isFlat && !isSignature,
    },
    limits,
  );
  return { faults, distance, alike, picture_hash: hash };
}
