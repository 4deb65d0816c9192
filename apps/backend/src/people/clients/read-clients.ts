import { type Client } from '@despacho/contracts';
import { readRows } from '#platform/database/packed-rows.ts';
import { type Person, requireModule } from '#platform/person.ts';
import { notFound } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { clientsOf, currentClientId, toClient } from './clients-repository.ts';

/** Rows per statement: a page takes milliseconds. */
const PAGE = 500;

/** @returns pages of the clients of the company, by code. @throws Refusal forbidden without the module. */
export async function* listClients({ db }: PlatformServices, asking: Person): AsyncGenerator<Client[]> {
  requireModule(asking, '000');
  for (let last = ''; ;) {
    const page = clientsOf(db, asking.companyId).where('code', '>', last).orderBy('code').limit(PAGE);
    const rows = await readRows(db, page, { createdAt: true });
    yield rows.map(toClient);
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.code ?? '';
  }
}

/**
 * @returns a client; for one that was merged into another, that one.
 * @throws Refusal not-found, also for a client of another company.
 */
export async function readClient({ db }: PlatformServices, asking: Person, id: string): Promise<Client> {
  requireModule(asking, '000');
  const current = await currentClientId(db, asking.companyId, id);
  return toClient(await clientsOf(db, asking.companyId).where('id', '=', current).executeTakeFirstOrThrow(notFound));
}
