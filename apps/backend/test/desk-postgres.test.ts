import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { emptyFilter, exactAs, type ImportReceipt } from '@despacho/contracts/dispatch';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { downloadExport } from '#orders/exports/download-export.ts';
import { prepareExport } from '#orders/exports/prepare-export.ts';
import { commitImport } from '#work/imports/commit-import.ts';
import { type NumberedInput } from '#work/imports/find-doubtful.ts';
import { fixImportLines } from '#work/imports/fix-lines.ts';
import { findLines, findOwnImport, inputsOfLines, replaceLines } from '#work/imports/imports-repository.ts';
import { previewImport } from '#work/imports/preview-import.ts';
import { createGuestLink } from '#insight/guests/create-guest-link.ts';
import { revokeGuestLink } from '#insight/guests/list-guest-links.ts';
import { openGuestLink } from '#insight/guests/open-guest-link.ts';
import { handOverLines, lockLines } from '#insight/attention/hand-over-lines.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { editClientNotes } from '#people/clients/client-notes.ts';
import { createClient } from '#people/clients/write-client.ts';
import { disablePerson } from '#people/directory/change-person.ts';
import { mergeClients } from '#work/clients/merge-clients.ts';
import { lockOffice, lockOffices } from '#people/offices/offices-repository.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { doorKeysOf } from '#orders/places/door-of.ts';
import { rememberDoors, useDoors } from '#orders/places/known-doors.ts';
import { Refusal } from '#platform/refusal.ts';
import { editView, removeView } from '#orders/views/change-view.ts';
import { createView } from '#orders/views/create-view.ts';
import { listViews } from '#orders/views/views-repository.ts';
import { DatabaseUnavailable } from '#platform/database/database-error.ts';
import { type Database } from '#platform/database/open-database.ts';
import { takeImportTurn } from '#work/imports/import-turn.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { replaceReasons } from '#orders/reasons/replace-reasons.ts';
import { clientInput, courierInput, DispatchClient, dispatcherOf, orderInput, type Worker } from './dispatch-world.ts';
import { fulfilled, onPostgres, type PostgresWorld } from './postgres-world.ts';
import { recount, tallied } from './tallied.ts';
import { createTestApp } from './test-services.ts';
import { csvCells, xlsxCells } from './read-table.ts';

const ana = dispatcherOf('ana');
const luis = dispatcherOf('luis');
const chief = dispatcherOf('chief');

const HEADER = 'Cliente;Referencia del cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha;Cobro (S/)';
const line = (reference: string, name = 'José Peña'): string =>
  `C1;${reference};${name};987 654 321;Av. Larco 345;Miraflores;21/11/2026;45,90`;

async function preview(
  { services }: PostgresWorld,
  lines: string[],
  who = ana,
): Promise<{ id: number; orders: number }> {
  const bytes = Buffer.from([HEADER, ...lines, ''].join('\r\n'));
  const seen = await previewImport(services, who, { fileName: 'pedidos.csv', bytes }, new AbortController().signal);
  if (!seen.readable) throw new Error(`Not readable: ${seen.why}`);
  return { id: Number(seen.id), orders: seen.good };
}

const reasonsOf = (results: PromiseSettledResult<unknown>[]): string[] =>
  results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason instanceof Refusal ? result.reason.kind : String(result.reason)] : [],
  );

onPostgres('files and views on a real Postgres, where requests really are at the same time', (world) => {
  const references = async (): Promise<(string | null)[]> =>
    (await world.db.selectFrom('orders').select('client_reference').orderBy('id').execute()).map(
      ({ client_reference }) => client_reference,
    );
  const district = () => createCourier(world.services, ana, randomUUID(), courierInput({ zones: ['150122'] }));

  it('imports a preview once for concurrent requests, and returns the receipt to a retry', async () => {
    await district();
    const asked = await preview(world, [line('P-1'), line('P-2')]);
    const [one, other] = [randomUUID(), randomUUID()];
    const results = await world.atOnce<ImportReceipt>(3, () =>
      [one, one, other].map((key) => commitImport(world.services, ana, key, asked)),
    );
    expect(await references()).toEqual(['P-1', 'P-2']);
    const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(given[0]).toMatchObject({ orders: 2, firstCode: 'D0000001', lastCode: 'D0000002' });
    // Either key may win: its repetitions get the same response, and the other key a conflict.
    const both = results[0]?.status === 'fulfilled';
    expect(given).toEqual(given.map(() => given[0]));
    expect([given.length, reasonsOf(results)]).toEqual(both ? [2, ['conflict']] : [1, ['conflict', 'conflict']]);
    expect(await tallied(world.db)).toEqual(await recount(world.db));
  });

  it('imports nothing if somebody uses one of the references in the meantime', async () => {
    await district();
    const asked = await preview(world, [line('P-1'), line('P-2')]);
    const results = await world.atOnce<unknown>(2, () => [
      createOrder(world.services, luis, randomUUID(), orderInput({ clientReference: 'P-2' })),
      commitImport(world.services, ana, randomUUID(), asked),
    ]);
    expect(reasonsOf(results)).toEqual(['conflict']);
    expect(await references()).toEqual(results[0]?.status === 'fulfilled' ? ['P-2'] : ['P-1', 'P-2']);
    const batches = await world.db.selectFrom('imports').select('batch').where('batch', 'is not', null).execute();
    expect(batches).toHaveLength(results[0]?.status === 'fulfilled' ? 0 : 1);
  });

  const broken = (reference: string): string => line(reference).replace('Miraflores', 'Wakanda');
  const fix = (id: number, lines: number[]) =>
    fixImportLines(
      world.services,
      ana,
      id,
      { column: 'district', value: '150122', lines },
      new AbortController().signal,
    );
  /** Waits until this many requests wait for a lock. */
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(world.db);
      expect(rows).toHaveLength(count);
    }, 20_000);

  it('imports nothing if a line is fixed while the import waits for its turn', async () => {
    await district();
    const { id, orders } = await preview(world, [line('P-1'), broken('P-2')]);
    const [commit] = await world.db
      .transaction()
      .execute(async (trx) => {
        await takeImportTurn(trx, 'N1');
        const results = Promise.allSettled([commitImport(world.services, ana, randomUUID(), { id, orders })]);
        await waiting(1);
        const [{ input }] = inputsOfLines(await findLines(world.db, ana, id)) as [NumberedInput];
        await replaceLines(world.db, id, [
          { line: 3, rows: [3], text: '', ok: true, input, sender: '', notes: [], extra: {} },
        ]);
        return { results };
      })
      .then(({ results }) => results);
    expect(commit).toMatchObject({
      reason: { kind: 'conflict', message: expect.stringContaining('cambió mientras') as string },
    });
    expect(await references()).toEqual([]);
  });

  it('keeps one of two concurrent corrections of a preview, and rejects the other', async () => {
    await district();
    const { id } = await preview(world, [broken('P-1'), broken('P-2')]);
    const results = await world.atOnce(
      2,
      () => [fix(id, [2]), fix(id, [3])],
      async (trx) => {
        await findOwnImport(trx, ana, id);
      },
    );
    expect(reasonsOf(results)).toEqual(['conflict']);
    expect(inputsOfLines(await findLines(world.db, ana, id))).toHaveLength(1);
  });

  it('G40: queues imports of an office without delaying other offices', async () => {
    await district();
    const desk = new DispatchClient(createTestApp(world.services));
    const file = (reference: string) => [HEADER, line(reference), ''].join('\r\n');
    const bring = (as: Worker, reference: string) =>
      desk.call('imports.preview', { as, query: { fileName: 'a.csv' }, file: file(reference) });
    const seen = (await bring('ana', 'P-1')).body as { id: string };
    const locked = Promise.withResolvers<undefined>();
    const holding = Promise.withResolvers<undefined>();
    const held = world.db.transaction().execute(async (trx) => {
      await lockOffice(trx, { companyId: 'norte', officeId: 'N1' });
      locked.resolve(undefined);
      await holding.promise;
    });
    await locked.promise;
    const commit = desk.call('imports.commit', { as: 'ana', id: seen.id, body: { orders: 1 } });
    await waiting(1);
    const later = bring('luis', 'P-2');
    expect((await bring('neighbour', 'P-3')).status).toBe(200);
    // waits: its turn in the service's memory is not observable.
    expect(await Promise.race([later.then(() => 'answered'), setTimeout(500, 'waiting')])).toBe('waiting');
    holding.resolve(undefined);
    await held;
    expect([(await commit).status, (await later).status]).toEqual([200, 200]);
    expect(await references()).toEqual(['P-1']);
  });

  it('G40: rejects an import after waiting four seconds for another service', async () => {
    await district();
    // An import uses the current state of the account.
    await world.db
      .updateTable('users')
      .set({ permissions: ['U01'] })
      .where('id', '=', 'neighbour')
      .execute();
    const [one, other] = [1, 2].map(() => new DispatchClient(createTestApp(world.services)));
    const file = (reference: string) => [HEADER, line(reference).replace('Miraflores', '150122'), ''].join('\r\n');
    const bring = async (as: Worker, reference: string): Promise<string> => {
      const seen = await one?.call('imports.preview', { as, query: { fileName: 'a.csv' }, file: file(reference) });
      return (seen?.body as { id: string } | undefined)?.id ?? '';
    };
    const [own, neighbours] = [await bring('ana', 'P-1'), await bring('neighbour', 'P-2')];
    const key = randomUUID();
    const commit = (as: Worker, id: string) => other?.call('imports.commit', { as, id, key, body: { orders: 1 } });
    const begun = performance.now();
    const [refused, answered] = await world.db.transaction().execute(async (trx) => {
      await takeImportTurn(trx, 'N1');
      return Promise.all([commit('ana', own), commit('neighbour', neighbours)]);
    });
    expect([refused?.status, Number(refused?.headers['retry-after']) > 0, answered?.status]).toEqual([429, true, 200]);
    expect(performance.now() - begun).toBeGreaterThan(3500);
    expect(await references()).toEqual(['P-2']);
    expect((await commit('ana', own))?.status).toBe(200);
    expect(await references()).toEqual(['P-2', 'P-1']);
  });

  it('does not replace reasons again after a lost commit', async () => {
    const [mine, newer] = [[{ code: 'mine', name: 'Mío' }], [{ code: 'newer', name: 'Más nuevo' }]];
    let commits = 0;
    const execute = async (work: (trx: Database) => Promise<unknown>): Promise<void> => {
      await world.db.transaction().execute(work);
      // The response to the commit is lost, and somebody else changes the catalogue before a retry.
      if (commits++ > 0) return;
      await replaceReasons(world.services, chief, newer);
      throw new DatabaseUnavailable('commit');
    };
    const losing = { transaction: () => ({ execute }) } as unknown as Database;
    await expect(replaceReasons({ ...world.services, db: losing }, chief, mine)).rejects.toThrow(/commit/);
    expect(await listReasonsOf(world.db, chief)).toEqual(newer);
  });

  it('exports imported orders to both formats, and redeems a ticket once', async () => {
    const { services } = world;
    await district();
    const names = Array.from({ length: 620 }, (_, index) => `Ñandú ${index}`);
    await commitImport(
      services,
      ana,
      randomUUID(),
      await preview(
        world,
        names.map((name, index) => line(`P-${index}`, name)),
      ),
    );
    const page = { filter: { ...emptyFilter(), search: 'nandu' }, sort: 'codigo', size: 200 } as const;
    const listed: string[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const { orders, next } = await listOrders(services, ana, { ...page, cursor });
      listed.push(...orders.map(({ recipient }) => recipient.name));
      cursor = next ?? undefined;
    }
    expect(listed).toEqual(names);

    async function file(format: 'csv' | 'xlsx'): Promise<Buffer> {
      const { ticket } = await prepareExport(services, chief, { format, filter: { buscar: 'nandu' } });
      const redeemed = await Promise.allSettled([1, 2].map(() => downloadExport(services, chief, ticket)));
      expect(reasonsOf(redeemed)).toEqual(['not-found']);
      const chunks: Buffer[] = [];
      for (const result of redeemed)
        if (result.status === 'fulfilled') {
          for await (const chunk of result.value.content) chunks.push(Buffer.from(chunk));
          expect(result.value.rows?.()).toBe(names.length);
        }
      return Buffer.concat(chunks);
    }
    for (const rows of [csvCells(await file('csv')), xlsxCells(await file('xlsx'))]) {
      const [header = [], ...lines] = rows;
      expect(lines.map((cells) => cells[header.indexOf('Destinatario')])).toEqual(names);
    }
  });

  it('enforces the daily limit on concurrent exports', async () => {
    const { services } = world;
    services.config.exportOrdersPerDay = 5;
    for (let index = 0; index < 2; index++) await createOrder(services, ana, randomUUID(), orderInput());
    const request = { format: 'csv', filter: { buscar: 'larco' } } as const;
    const prepared = await Promise.allSettled(Array.from({ length: 8 }, () => prepareExport(services, ana, request)));
    expect(reasonsOf(prepared)).toEqual(Array.from({ length: 6 }, () => 'unprocessable'));
    expect(await world.db.selectFrom('export_days').select('orders').execute()).toEqual([{ orders: 4 }]);
    expect((await prepareExport(services, luis, request)).orders).toBe(2);
  });

  it("accepts one of two concurrent requests for a view's name or version", async () => {
    const { services } = world;
    const input = { name: 'Vencidas', filter: { marca: 'vencidas' }, sort: null };
    const created = await world.atOnce(2, () => [
      createView(services, ana, input),
      createView(services, luis, { ...input, name: 'VENCIDAS' }),
    ]);
    expect(reasonsOf(created)).toEqual(['conflict']);
    const [view] = await listViews(services, chief);
    expect(view).toMatchObject({ version: 1 });
    const id = Number(view?.id);
    const changed = await world.atOnce<unknown>(2, () => [
      editView(services, chief, id, { version: 1, changes: { name: 'Otra' } }),
      removeView(services, chief, id, 1),
    ]);
    expect(reasonsOf(changed)).toHaveLength(1);
    const left = await listViews(services, chief);
    expect(left).toHaveLength(changed[0]?.status === 'fulfilled' ? 1 : 0);
    const events = await world.db.selectFrom('events').select('position').orderBy('position').execute();
    expect(events.map(({ position }) => position)).toEqual([1, 2]);
    expect(fulfilled(changed.filter(({ status }) => status === 'fulfilled'))).toHaveLength(1);
  });

  it('locks the office before a link that is opened or revoked', async () => {
    const { services, db } = world;
    const { id: orderId } = await createOrder(services, ana, randomUUID(), orderInput());
    const subject = { kind: 'order', orderId } as const;
    const { fragment, link } = await createGuestLink(services, ana, { subject, days: 7 });
    const claims = { session: 'a'.repeat(64), network: '192.0.2.0/24' };
    let all: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await db.transaction().execute(async (trx) => {
      await lockOffice(trx, { companyId: 'norte', officeId: 'N1' });
      all = Promise.allSettled([
        revokeGuestLink(services, ana, Number(link.id)),
        openGuestLink(services, claims, fragment),
      ]);
      const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 20_000 }).toBe(2);
      await trx.selectFrom('guest_links').select('id').forUpdate().noWait().execute();
    });
    expect(await all).toMatchObject([{ status: 'fulfilled' }, {}]);
  });

  it('merges clients while orders are created and required photos change, one after another', async () => {
    const create = (name: string) => createClient(world.services, chief, randomUUID(), clientInput({ name }));
    const [one, two, three] = await Promise.all([create('Uno'), create('Dos'), create('Tres')]);
    const of = (id: string, name: string) => orderInput({ client: { id, name, phone: null } });
    await createOrder(world.services, ana, randomUUID(), of(two.id, 'Dos'));
    const merge = (from: string) =>
      mergeClients(world.services, chief, randomUUID(), one.id, { version: 1, from, fromVersion: 1 });
    const results = await world.atOnce<unknown>(4, () => [
      merge(two.id),
      merge(three.id),
      createOrder(world.services, ana, randomUUID(), of(three.id, 'Tres')),
      editClientNotes(world.services, chief, one.id, {
        version: 0,
        notes: null,
        proof: { delivered: ['guia'], failed: [] },
      }),
    ]);
    // The second merge has an old version of the client that stays; everything else succeeds.
    expect(reasonsOf(results)).toEqual(['conflict']);
    const row = await world.db.selectFrom('clients').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow();
    expect(row.version).toBe(2);
    const merged = await world.db.selectFrom('clients').select(['id']).where('merged_into', '=', one.id).execute();
    expect(merged).toHaveLength(1);
    // No order stays with a merged client, in any order of the requests.
    const stray = await world.db
      .selectFrom('order_details')
      .select('id')
      .where('client_id', '=', merged[0]?.id ?? '')
      .execute();
    expect(stray).toEqual([]);
  });

  it('waits for a search of «Por atender» without locking the office, when a person leaves', async () => {
    const office = { companyId: 'norte', officeId: 'N1' };
    const board = { company_id: 'norte', office_id: 'N1', swept_at: new Date(), swept_position: 0 };
    await world.db.insertInto('attention_boards').values(board).execute();
    const openWorkOf = {
      lock: lockLines,
      read: () => Promise.resolve({ lines: 0, money: [] }),
      handOver: handOverLines,
    };
    const left = Promise.withResolvers<unknown>();
    await world.db.transaction().execute(async (trx) => {
      await lockLines(trx, office);
      const by = operatorIn({ ...office, timeZone: 'America/Lima' });
      disablePerson(world.services, by, 'driver', { openWork: 'known', openWorkOf }).then(left.resolve, left.reject);
      const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(world.db)).rows[0]?.count, { timeout: 20_000 }).toBe(1);
      // Orders of the office can be changed meanwhile.
      await sql`select from offices where id = 'N1' for no key update nowait`.execute(trx);
    });
    expect(await left.promise).toMatchObject({ state: 'disabled' });
  });

  it('changes required photos without a deadlock with others that lock several offices', async () => {
    // An updated row is read last, so that the order in the table differs from that of the ids.
    await world.db.updateTable('offices').set({ name: 'Norte 1' }).where('id', '=', 'N1').execute();
    const proof = { delivered: ['guia' as const], failed: [] };
    const edit = Promise.withResolvers<unknown>();
    await world.db.transaction().execute(async (trx) => {
      await lockOffices(trx, 'norte', ['N1']);
      editClientNotes(world.services, chief, 'c1', { version: 0, notes: null, proof }).then(edit.resolve, edit.reject);
      const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(world.db)).rows[0]?.count, { timeout: 20_000 }).toBe(1);
      await lockOffices(trx, 'norte', ['N2']);
    });
    expect(await edit.promise).toMatchObject({ version: 1, proof });
  });

  it('writes the same doors for two offices in any order without a deadlock', async () => {
    await world.db.updateTable('offices').set({ province: '1501' }).where('company_id', '=', 'norte').execute();
    const now = new Date();
    const known = { ...exactAs('puerta', 'persona'), now };
    const doorAt = (address: string) => ({ address, ubigeo: '150122', lat: -12.12, lng: -77.03 });
    const [one, other] = [doorAt('Av. Pardo 101'), doorAt('Av. Pardo 103')];
    const neighbour = dispatcherOf('neighbour');
    await world.db.transaction().execute((trx) => rememberDoors(trx, ana, [one, other], known));
    const second = await world.db.transaction().execute(async (trx) => {
      await rememberDoors(trx, ana, [one], known);
      const later = world.db.transaction().execute(async (next) => {
        await rememberDoors(next, neighbour, [other], known);
        await useDoors(next, 'norte', doorKeysOf(one), new Date(now.getTime() + 2 * 86_400_000));
      });
      later.catch(() => undefined);
      const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(world.db)).rows[0]?.count, { timeout: 20_000 }).toBe(1);
      await rememberDoors(trx, ana, [other], known);
      return { later };
    });
    await second.later;
    const { rows } = await sql<{ used: boolean }>`
      select used_at > ${now} as used from doors order by address`.execute(world.db);
    expect(rows).toEqual([{ used: true }, { used: false }]);
  });
});
