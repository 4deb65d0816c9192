import {
  DEFAULT_FAR,
  type EvidenceKind,
  metersBetween,
  type PhotoFault,
  pictureMarkOf,
  type Point,
} from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Picture } from './encode-picture.ts';
import { type Compared, findAlike } from './find-alike.ts';
import { type FarLimits, photoFaults } from './photo-faults.ts';

/** A photo as it is checked. */
interface Checked extends Compared {
  kind: EvidenceKind;
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
type Address = Point & { approximate: boolean };

/** @returns from how many meters photos of an office are far from their addresses. */
export async function readFarLimits(db: Database, { companyId, officeId }: OfficeKey): Promise<FarLimits> {
  const { photo_far: limits } = await db
    .selectFrom('offices')
    .select('photo_far')
    .where('company_id', '=', companyId)
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  return limits ?? DEFAULT_FAR;
}

/**
 * @returns the meters between a place and an address; null if the address is only that of a district, or the place is
 * less exact than what is measured.
 */
export function distanceFrom(
  address: Address,
  place: (Point & { accuracy: number | null }) | null,
  { alert }: FarLimits,
): number | null {
  if (!place || address.approximate || (place.accuracy ?? 0) > alert) return null;
  return Math.round(metersBetween(place, address));
}

/** When a visit took place; null if its phone's clock was wrong, or without a visit. */
async function visitTimeOf(db: Database, officeId: string, visit: string | null): Promise<Date | null> {
  if (visit === null) return null;
  const row = await db
    .selectFrom('field_visits')
    .select(['at', 'doubtful_time'])
    .where('office_id', '=', officeId)
    .where('visit', '=', visit)
    .executeTakeFirst();
  return row && !row.doubtful_time ? row.at : null;
}

/** The columns of a photo that its checks fill. */
export interface PhotoChecks {
  faults: PhotoFault[];
  distance: number | null;
  alike: number | null;
  picture_hash: string | null;
}

/** Checks a decoded photo against its order, its visit and the office's other photos. */
export async function checkPhoto(
  db: Database,
  office: OfficeKey,
  photo: Checked,
  { picture, address }: { picture: Pick<Picture, 'light' | 'hash'>; address: Address },
): Promise<PhotoChecks> {
  const limits = await readFarLimits(db, office);
  const { kind, isAsked } = photo;
  // All signatures look alike: a few lines on white.
  const hash = kind === 'firma' ? null : picture.hash;
  const alike = await findAlike(db, office.officeId, hash, photo);
  const distance = isAsked ? null : distanceFrom(address, photo.place, limits);
  const faults = photoFaults(
    {
      distance,
      takenAt: isAsked ? null : photo.takenAt,
      visitAt: await visitTimeOf(db, office.officeId, photo.visit),
      isRepeated: photo.isCopy || alike !== null,
      mark: pictureMarkOf(kind, picture.light),
    },
    limits,
  );
  return { faults, distance, alike, picture_hash: hash };
}
