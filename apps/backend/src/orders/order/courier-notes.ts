import { type CourierNote, type NoteChange, type NoteChanged } from '@despacho/contracts/dispatch';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

/** The notes of an office, each with the name of the courier who read it. */
export const notesOf = (db: Database, office: OfficeKey) =>
  db
    .selectFrom('courier_notes as notes')
    .leftJoin('couriers', (join) =>
      join.onRef('couriers.office_id', '=', 'notes.office_id').onRef('couriers.id', '=', 'notes.read_by'),
    )
    .select([
      'notes.id',
      'notes.order_id as orderId',
      'notes.text',
      'notes.at',
      'notes.by_username as username',
      'notes.by_user as user',
      'notes.read_at as readAt',
      'notes.read_by as readBy',
      'couriers.name as reader',
    ])
    .where(inOffice(office, 'notes'));

export type NoteRow = Awaited<ReturnType<ReturnType<typeof notesOf>['executeTakeFirstOrThrow']>>;

export const findNote = (db: Database, where: OfficeKey, orderId: number): Promise<NoteRow | undefined> =>
  notesOf(db, where).where('notes.order_id', '=', orderId).executeTakeFirst();

/** @returns the note in the contract's form. */
export const toNote = ({ id, text, at, username, user, readAt, readBy, reader }: NoteRow): CourierNote => ({
  id: String(id),
  text,
  at: at.toISOString(),
  by: { username, user },
  read: readAt && {
    at: readAt.toISOString(),
    courier: { id: String(readBy), name: reader ?? '' },
  },
});

/** @returns the event for a change of a note. */
export const noteEvent = (
  { officeId, username, user }: Dispatcher,
  {
    note,
    code,
    what,
    now,
  }: { note: Pick<NoteRow, 'id' | 'orderId' | 'text'>; code: string; what: NoteChange; now: Date },
): NoteChanged => ({
  type: 'note.changed',
  at: now.toISOString(),
  officeId,
  actor: { username, user },
  what,
  order: { id: String(note.orderId), code },
  note: { id: String(note.id), text: note.text },
});
