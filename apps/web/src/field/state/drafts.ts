import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type VisitForm } from '../rules/visit-form.ts';

/** An unfinished form, with its photos. */
interface Draft {
  key: string;
  /** The connection it was entered in: another one never sees it. */
  owner: string;
  at: number;
  form: VisitForm;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft };
}

const NAME = 'despacho-reparto-formularios';

/** The day's work is over by then. */
const MAX_AGE_MS = 24 * 60 * 60_000;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'key' });
    },
  });
  return opened;
}

/** A draft is a convenience: a phone that cannot store it still closes visits. */
async function attempt<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work(await open());
  } catch {
    opened = undefined;
    return undefined;
  }
}

/** @returns the form as it was left, unless it is of another connection or older than a day. */
export async function readDraft(key: string, owner: string): Promise<VisitForm | undefined> {
  const draft = await attempt((database) => database.get('drafts', key));
  return draft?.owner === owner && Date.now() - draft.at < MAX_AGE_MS ? draft.form : undefined;
}

export async function saveDraft(key: string, owner: string, form: VisitForm): Promise<void> {
  await attempt((database) => database.put('drafts', { key, owner, at: Date.now(), form }));
}

export async function dropDraft(key: string): Promise<void> {
  await attempt((database) => database.delete('drafts', key));
}

/** Erases every draft: when the courier signs out, or the session ended. */
export async function clearDrafts(): Promise<void> {
  await attempt((database) => database.clear('drafts'));
}
