import { randomUUID } from 'node:crypto';
import { addDays, type CourierDocument } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { applyRetention } from '#upkeep/privacy/keep-retention.ts';
import { courierInput, zoneInput } from './dispatch-world.ts';
import { useLoads } from './use-loads.ts';

const TODAY = '2026-11-20';
const DAY_MS = 86_400_000;
const LICENCE: CourierDocument = { kind: 'licencia', number: 'Q12345678', until: '2026-12-31' };
const KEEP_ALL = { photos: 0, signatures: 0, documents: 0 };

describe('what an office keeps about its couriers', () => {
  const desk = useLoads();
  const { dispatch } = desk;

  const stateOf = async (id: string, day?: string) =>
    (await dispatch.ok('couriers.list', day === undefined ? {} : { query: { dia: day } })).find((row) => row.id === id)
      ?.state;
  const events = async () =>
    (
      await desk.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'courier.changed')
        .orderBy('position')
        .execute()
    ).map(({ data }) => data as { what: string; days?: object });
  const write = (id: string, documents: CourierDocument[], version = 1) =>
    dispatch.call('couriers.writeDocuments', { as: 'chief', id, body: { version, documents } });

  it('keeps the category of the vehicle through edits that leave it out', async () => {
    const id = await dispatch.createCourier({ vehicleCategory: 'L3' });
    const edited = await dispatch.ok('couriers.edit', { id, body: { version: 1, changes: { name: 'Rosa' } } });
    expect(edited).toMatchObject({ name: 'Rosa', vehicleCategory: 'L3', retiredAt: null });
    const cleared = await dispatch.ok('couriers.edit', {
      id,
      body: { version: 2, changes: { vehicleCategory: null } },
    });
    expect(cleared.vehicleCategory).toBeNull();
  });

  it('shows a courier as absent on the days of the absence only', async () => {
    const { days } = await dispatch.ok('couriers.absent', {
      id: desk.sara,
      body: { from: '2026-11-21', to: '2026-11-23', absent: true },
    });
    expect(days).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    expect([await stateOf(desk.sara), await stateOf(desk.sara, '2026-11-22')]).toEqual(['activo', 'ausente']);
    await dispatch.ok('couriers.absent', {
      id: desk.sara,
      body: { from: '2026-11-22', to: '2026-11-22', absent: false },
    });
    expect((await dispatch.ok('couriers.absences', { id: desk.sara })).days).toEqual(['2026-11-21', '2026-11-23']);
    expect((await events()).slice(-2)).toMatchObject([
      { what: 'ausente', days: { from: '2026-11-21', to: '2026-11-23' } },
      { what: 'presente', days: { from: '2026-11-22', to: '2026-11-22' } },
    ]);
  });

  it('does not propose an absent courier, and warns about an assignment', async () => {
    const rosa = await dispatch.createCourier({ name: 'Rosa' });
    await dispatch.ok('couriers.absent', { id: rosa, body: { from: TODAY, to: TODAY, absent: true } });
    await dispatch.ok('couriers.absent', {
      id: desk.pedro,
      body: { from: '2026-11-21', to: '2026-11-21', absent: true },
    });
    const order = await dispatch.createOrder();
    const tomorrow = await dispatch.createOrder({ date: '2026-11-21' });
    const orders = [order, tomorrow].map(({ id, version }) => ({ id, version }));
    const proposed = async (day?: string) => {
      const { parts, unplaced } = await dispatch.ok('assignments.suggest', { body: { day, orders } });
      expect(unplaced).toEqual([{ id: expect.any(String) as string, why: 'other_day' }]);
      return parts.map(({ courierId, day: of }) => [courierId, of]);
    };
    expect(await proposed()).toEqual([[desk.pedro, TODAY]]);
    expect(await proposed('2026-11-21')).toEqual([[rosa, '2026-11-21']]);
    const { warnings } = await desk.assign([order], rosa);
    expect(warnings).toContainEqual({ courierId: rosa, kind: 'away', by: 1 });
  });

  it('refuses absences of the past, too far ahead, too long, and of a retired courier', async () => {
    const refused = async (from: string, to = from) =>
      (await dispatch.call('couriers.absent', { id: desk.sara, body: { from, to, absent: true } })).status;
    expect(await refused('2026-11-19')).toBe(400);
    expect(await refused(addDays(TODAY, 367))).toBe(400);
    expect(await refused(TODAY, addDays(TODAY, 62))).toBe(400);
    expect(await refused('2026-11-22', '2026-11-21')).toBe(400);
    expect(await refused('2026-99-99')).toBe(400);
    expect(await refused(addDays(TODAY, 366))).toBe(200);
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 1 } });
    expect(await refused(TODAY)).toBe(409);
  });

  it('marks the attendance of all couriers, or of none', async () => {
    const rosa = await dispatch.createCourier({ name: 'Rosa' });
    await dispatch.ok('couriers.edit', { id: rosa, body: { version: 1, changes: { state: 'ausente' } } });
    const attend = (absent: string[], present: string[], day = TODAY) =>
      dispatch.call('couriers.attend', { body: { day, absent, present } });
    expect((await attend([desk.sara], [desk.pedro, rosa])).body).toEqual({ changed: 2 });
    expect([await stateOf(desk.sara), await stateOf(desk.pedro), await stateOf(rosa)]).toEqual([
      'ausente',
      'activo',
      'activo',
    ]);
    expect((await attend([desk.sara], [desk.pedro, rosa])).body).toEqual({ changed: 0 });
    expect((await attend([desk.pedro, '999999'], [])).status).toBe(404);
    expect(await stateOf(desk.pedro)).toBe('activo');
    expect((await attend([desk.pedro], [desk.pedro])).status).toBe(400);
    expect((await attend([desk.pedro], [], '2026-11-19')).status).toBe(400);
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 1 } });
    const late = await attend([], [desk.sara]);
    expect([late.status, late.body]).toEqual([
      409,
      { message: 'Sara Núñez está retirado; vuelva a abrir la asistencia' },
    ]);
  });

  it('ends today’s absence when a courier is activated, and all when retired', async () => {
    await dispatch.ok('couriers.absent', { id: desk.sara, body: { from: TODAY, to: '2026-11-22', absent: true } });
    const body = { version: 1, changes: { state: 'activo' as const } };
    expect((await dispatch.ok('couriers.edit', { id: desk.sara, body })).state).toBe('activo');
    expect((await dispatch.ok('couriers.absences', { id: desk.sara })).days).toEqual(['2026-11-21', '2026-11-22']);
    const retired = await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 2 } });
    expect(retired.retiredAt).toBe('2026-11-20T15:00:00.000Z');
    expect(await desk.db.selectFrom('courier_absences').selectAll().execute()).toEqual([]);
    const back = await dispatch.ok('couriers.edit', {
      id: desk.sara,
      body: { version: 3, changes: { state: 'activo' } },
    });
    expect(back.retiredAt).toBeNull();
  });

  it('keeps the documents of a courier, and refuses a stale version', async () => {
    const soat: CourierDocument = { kind: 'soat', number: null, until: '2026-11-25' };
    expect((await write(desk.sara, [soat, LICENCE])).body).toEqual({ version: 2, documents: [LICENCE, soat] });
    expect(await dispatch.ok('couriers.documents', { as: 'chief', id: desk.sara })).toEqual({
      version: 2,
      documents: [LICENCE, soat],
    });
    const stale = await write(desk.sara, []);
    expect([stale.status, stale.body]).toMatchObject([409, { changed: { what: 'documentos' } }]);
    expect((await write(desk.sara, [LICENCE, LICENCE], 2)).status).toBe(400);
    expect((await write(desk.sara, [{ ...LICENCE, number: 'x'.repeat(41) }], 2)).status).toBe(400);
    expect((await write(desk.sara, [], 2)).body).toEqual({ version: 3, documents: [] });
    expect(JSON.stringify(await events())).not.toContain('Q12345678');
  });

  it('deletes old absences, and the documents of couriers retired long ago', async () => {
    await write(desk.sara, [LICENCE]);
    await write(desk.pedro, [LICENCE]);
    await dispatch.ok('couriers.absent', { id: desk.pedro, body: { from: TODAY, to: TODAY, absent: true } });
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 2 } });
    const left = async () => {
      await applyRetention(desk.services, KEEP_ALL);
      const documents = await desk.db.selectFrom('courier_documents').select('courier_id').execute();
      const absences = await desk.db.selectFrom('courier_absences').select('day').execute();
      return [documents.length, absences.length];
    };
    desk.clock.move(89 * DAY_MS);
    expect(await left()).toEqual([2, 1]);
    desk.clock.move(2 * DAY_MS);
    expect(await left()).toEqual([1, 0]);
  });

  it('creates the couriers of a file once, all or none', async () => {
    const preview = await dispatch.ok('couriers.preview', {
      query: { fileName: 'repartidores.csv' },
      file: Buffer.from('Nombre;Celular;Placa\nRosa Huanca;987654321;abc123\nSara Nuñez;;\nX;98765;\n'),
    });
    expect(preview).toMatchObject({
      readable: true,
      lines: [
        { line: 2, ok: true, known: null, input: { name: 'Rosa Huanca', phone: '987654321', plate: 'ABC-123' } },
        { line: 3, ok: true, known: 'Sara Núñez' },
        { line: 4, ok: false, errors: [{ column: 'phone' }] },
      ],
    });
    const key = randomUUID();
    const couriers = ['Rosa Huanca', 'Hugo Paredes'].map((name) => courierInput({ name }));
    const send = (named: typeof couriers) =>
      dispatch.call('couriers.import', { key, body: { couriers: named.map((each) => ({ ...each, zones: [] })) } });
    expect((await send(couriers)).body).toEqual({ created: 2 });
    expect((await send(couriers)).body).toEqual({ created: 2 });
    const names = (await dispatch.ok('couriers.list')).map(({ name }) => name);
    expect(names).toEqual(['Hugo Paredes', 'Pedro Rojas', 'Rosa Huanca', 'Sara Núñez']);
  });

  it('says what to do about an unreadable file', async () => {
    const why = async (content: string) => {
      const preview = await dispatch.ok('couriers.preview', {
        query: { fileName: 'x.csv' },
        file: Buffer.from(content),
      });
      return preview.readable ? 'readable' : `${preview.why}. ${preview.remedy}`;
    };
    expect(await why('Placa\nABC-123')).toMatch(/Falta la columna Nombre/);
    expect(await why('Nombre\n')).toMatch(/no tiene repartidores/);
    expect(await why('Nombre;Repartidor\nA;B')).toMatch(/Hay columnas repetidas: Nombre/);
    expect(await why(`Nombre\n${'Rosa\n'.repeat(501)}`)).toMatch(/Divida el archivo/);
    expect(await why('%PDF-1.7')).toMatch(/PDF/);
  });

  it('imports zones by name, and documents with G01 only', async () => {
    const zone = await dispatch.ok('zones.create', { as: 'chief', body: zoneInput({ name: 'Centro Histórico' }) });
    const read = async (file: string, as: 'chief' | 'ana', columns?: string) => {
      const preview = await dispatch.ok('couriers.preview', {
        as,
        query: { fileName: 'x.csv', ...(columns !== undefined && { columns }) },
        file: Buffer.from(file),
      });
      if (!preview.readable) throw new Error(preview.why);
      return preview;
    };
    const file = 'Nombre;Zonas;Vence el SOAT;Brevete\nRosa Huanca;centro historico;24/11/2027;1/3/28\nX;Sur;;\n';
    const documents = [
      { kind: 'licencia', number: null, until: '2028-03-01' },
      { kind: 'soat', number: null, until: '2027-11-24' },
    ];
    const { lines } = await read(file, 'chief');
    expect(lines).toMatchObject([
      { ok: true, zoneNames: ['Centro Histórico'], input: { zoneIds: [zone.id], documents } },
      {
        ok: false,
        errors: [{ column: 'zones', remedy: expect.stringContaining('una zona: Centro Histórico') as string }],
      },
    ]);
    const withoutG01 = await read(file, 'ana');
    expect(withoutG01.ignored).toEqual(['Vence el SOAT', 'Brevete']);
    expect(withoutG01.lines[0]).not.toHaveProperty('input.documents');
    const chosen = '1:0-name,2-soat';
    expect((await read(file, 'chief', chosen)).lines[0]).toHaveProperty('input.documents');
    expect((await read(file, 'ana', chosen)).lines[0]).not.toHaveProperty('input.documents');
    const couriers = lines.flatMap((line) => (line.ok ? line.input : []));
    expect((await dispatch.call('couriers.import', { body: { couriers } })).status).toBe(403);
    await dispatch.ok('couriers.import', { as: 'chief', body: { couriers } });
    const stored = await desk.db.selectFrom('courier_documents').select(['kind', 'until']).orderBy('kind').execute();
    expect(stored).toEqual(documents.map(({ kind, until }) => ({ kind, until })));
  });
});
