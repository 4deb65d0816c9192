import { type FieldSession } from '@despacho/contracts/dispatch';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Sealed } from '../offline/database.ts';
import { seal, unseal } from '../offline/sealing.ts';
import { db } from '../offline/shown.ts';
import { holdUpdates } from '../offline/updates.ts';
import { EMPTY_FORM, type FormPhoto, type VisitForm } from '../rules/visit-form.ts';

/** The connection that a form was entered in: another one never sees it. */
export type DraftOwner = Pick<FieldSession, 'courierId' | 'connectedAt'>;

/** An unfinished form with its pictures, all encrypted with the key of the courier's queue. */
interface Draft {
  key: string;
  /** When the phone was connected. */
  owner: string;
  at: number;
  /** The form without its pictures, as JSON. */
  body: Sealed;
  /** Of the photos, then of the signature. */
  pictures: { sealed: Sealed; type: string }[];
}

type DraftBody = Omit<VisitForm, 'photos' | 'signature'> & { photos: Omit<FormPhoto, 'blob'>[] };

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft };
}

const NAME = 'despacho-reparto-formularios';

/** The day's work is over by then. */
const MAX_AGE_MS = 24 * 60 * 60_000;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

async function openAndSweep(): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>(NAME, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('drafts', { keyPath: 'key' });
    },
  });
  const change = database.transaction('drafts', 'readwrite');
  for await (const cursor of change.store) {
    const { at, body } = cursor.value as Partial<Draft>;
    // An earlier version of the page stored forms in plain text.
    if (!body || !isFresh(at)) await cursor.delete();
  }
  await change.done;
  return database;
}

const isFresh = (at = 0): boolean => Date.now() - at < MAX_AGE_MS;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one operation after the other, because encryption takes time: a form that is dropped stays dropped.
 * A draft is a convenience: a phone that cannot store it still closes visits.
 */
function attempt<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | undefined> {
  const result = last.then(async () => {
    try {
      opened ??= openAndSweep();
      return await work(await opened);
    } catch {
      opened = undefined;
      return undefined;
    }
  });
  last = result;
  return result;
}

const bodyId = (key: string, owner: string): string => `${owner} ${key}`;
const pictureId = (key: string, owner: string, index: number): string => `${bodyId(key, owner)} ${index}`;

/** @returns the form as it was left, unless it belongs to another connection or is older than a day. */
export function readDraft(key: string, { courierId, connectedAt }: DraftOwner): Promise<VisitForm | undefined> {
  return attempt(async (database) => {
    const draft = await database.get('drafts', key);
    if (draft?.owner !== connectedAt || !isFresh(draft.at)) return undefined;
    const phone = await db();
    const plain = await unseal(phone, { courierId, id: bodyId(key, connectedAt) }, draft.body);
    const { photos, ...fields } = JSON.parse(new TextDecoder().decode(plain)) as DraftBody;
    const blobs = await Promise.all(
      draft.pictures.map(async ({ sealed, type }, index) => {
        const id = pictureId(key, connectedAt, index);
        return new Blob([await unseal(phone, { courierId, id }, sealed)], { type });
      }),
    );
    const signature = blobs[photos.length] ?? null;
    return {
      // A draft of an earlier version of the page lacks new fields.
      ...EMPTY_FORM,
      ...fields,
      signature,
      photos: photos.flatMap((photo, index) => {
        const blob = blobs[index];
        return blob ? [{ ...photo, blob }] : [];
      }),
    };
  });
}

export async function saveDraft(key: string, { courierId, connectedAt }: DraftOwner, form: VisitForm): Promise<void> {
  const at = Date.now();
  // A new version of the page waits until the form is stored.
  const release = holdUpdates();
  await attempt(async (database) => {
    const phone = await db();
    const { photos, signature, ...fields } = form;
    const body: DraftBody = { ...fields, photos: photos.map(({ id, kind }) => ({ id, kind })) };
    const plain = new TextEncoder().encode(JSON.stringify(body));
    const blobs = [...photos.map(({ blob }) => blob), ...(signature ? [signature] : [])];
    const draft: Draft = {
      key,
      owner: connectedAt,
      at,
      body: await seal(phone, courierId, bodyId(key, connectedAt), plain),
      pictures: await Promise.all(
        blobs.map(async (blob, index) => ({
          sealed: await seal(phone, courierId, pictureId(key, connectedAt, index), await blob.arrayBuffer()),
          type: blob.type,
        })),
      ),
    };
    await database.put('drafts', draft);
  });
  release();
}

export async function dropDraft(key: string): Promise<void> {
  await attempt((database) => database.delete('drafts', key));
}

/** Erases every draft: when the courier signs out, or the session ended. */
export async function clearDrafts(): Promise<void> {
  await attempt((database) => database.clear('drafts'));
}
