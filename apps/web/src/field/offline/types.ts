import {
  type EvidenceKind,
  type FieldReview,
  type FieldRoute,
  type FieldSession,
  type FieldStop,
  type Payment,
} from '@despacho/contracts/dispatch';
import { type Unsent } from '../rules/unsent-text.ts';

/** The courier's input about a visit. Its id, time and place are added when it is closed. */
export interface VisitDraft {
  order: Pick<FieldStop, 'id' | 'code' | 'attempt' | 'version'>;
  to: 'entregada' | 'no_entregada';
  /** Code of the reason of a failed visit. */
  reason?: string | undefined;
  /** The date that the recipient asked for instead. */
  wanted?: string;
  /** Shared by the visits of one confirmation at one door. */
  door?: string;
  payments?: Payment[] | undefined;
  /** Why the payments differ from the amount due. */
  difference?: string | undefined;
  receiver: { name: string; document?: string; relation?: string } | null;
}

/** A picture that is ready to be stored: a photo from `shrinkPhoto`, or a signature as PNG. */
export interface PhotoDraft {
  kind: EvidenceKind;
  blob: Blob;
  /** When its file was made, if the browser reports it. */
  fileAt?: string | undefined;
}

export interface Place {
  lat: number;
  lng: number;
  /** In meters. */
  accuracy: number;
}

/** A position on the way. */
export interface Fix extends Place {
  at: string;
  speed?: number;
  heading?: number;
}

/**
 * Whether the phone has sent something: `stuck` keeps failing and is repeated with growing pauses; `failed` will not be
 * repeated without the courier.
 */
export type SendState = 'waiting' | 'sending' | 'stuck' | 'failed' | 'sent';

/** A visit that this phone closed and that the service may not know yet. */
export interface OwnVisit {
  id: string;
  draft: VisitDraft;
  /** Kinds of its photos. */
  photos: EvidenceKind[];
  /** By the phone's clock. */
  at: string;
  state: SendState;
  /** Why it failed, for the courier. */
  problem: string | null;
  /** The office decides about it, because it changed the order in the meantime. */
  inReview: boolean;
}

/** A stop with this phone's own visit applied to its state, reason and time. */
export type Stop = FieldStop & {
  /** The latest visit of this phone to this order and attempt. */
  own: OwnVisit | null;
  /** Its parcel was not there at the last «Salí a ruta», and has not been loaded since. */
  notLoaded?: true;
  /** This phone has stored where its door is. */
  hasDoor?: true;
};

export type QueueKind = 'visit' | 'photo' | 'start' | 'note' | 'door' | 'order' | 'end' | 'positions';

/** An unsent item that is shown to the courier: not positions. */
export interface QueueItem {
  id: string;
  kind: Exclude<QueueKind, 'positions'>;
  what: Unsent;
  /** Code of the order; empty if it concerns the whole day. */
  code: string;
  state: Exclude<SendState, 'sent'>;
  /** In bytes; 0 of 0 for everything but photos. */
  sent: number;
  bytes: number;
  /** Why it failed or waits for something else, for the courier. */
  problem: string | null;
}

export interface QueueView {
  /** Items of the connected courier, in the order of sending. */
  items: readonly QueueItem[];
  /** Minutes whose positions wait to be sent. They are sent automatically, so they do not count as items. */
  minutes: number;
  /** Unsent visits of other couriers, or of all while no courier is connected. Only their own courier sends them. */
  others: number;
}

export interface RouteView {
  route: FieldRoute | null;
  stops: readonly Stop[];
  /** Ids of the open stops in the order that this courier chose, while the route is in it; otherwise null. */
  ownOrder: readonly string[] | null;
  /** Visits that the office decides about, or has decided about today. */
  reviews: readonly FieldReview[];
  /** The server's clock minus the phone's, in milliseconds; 0 before it was measured. */
  clockOffsetMs: number;
  /** Whether the last call reached the service. */
  online: boolean;
  /** Why the last call failed, for the courier; null while there is simply no signal. */
  problem: string | null;
  isReading: boolean;
}

/** Whether this phone is connected, and to whom. */
export type PhoneState =
  | { name: 'opening' | 'disconnected' | 'ended' | 'left' }
  | { name: 'connected'; session: FieldSession }
  /** Nothing is stored and the service cannot be reached. */
  | { name: 'failed'; text: string };

/** The phone has no room for a closing. */
export class PhoneFull extends Error {
  override readonly name = 'PhoneFull';
  /** For the courier. */
  readonly text = 'Este teléfono no tiene espacio. Borre algo (fotos, videos) e inténtelo otra vez.';
}

/** How Chromium reports a disk without room. Once it has noticed that, it throws a QuotaExceededError. */
const FULL_DISK = /FILE_ERROR_NO_SPACE|Failed to write blobs|Internal error opening backing store/;

/** Whether the browser's database failed for lack of room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'QuotaExceededError' || FULL_DISK.test(error.message));
