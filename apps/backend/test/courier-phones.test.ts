import { type FieldRoute, fieldRoute } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { assertionOf } from './assertions.ts';
import { workerClaims } from './dispatch-world.ts';
import request from './request.ts';
import { usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const VOID = [410, 'Este enlace ya no sirve: venció, ya se usó o lo reemplazó otro. Pida uno nuevo a su oficina.'];

/** Another code than this one. */
const other = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');

describe('the phone of a courier', () => {
  const desk = usePhones();
  const { dispatch, newPhone, phoneOf, linkOf, assign } = desk;

  const answer = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { message: string }).message,
  ];
  const deviceOf = async (id: string) => (await dispatch.ok('couriers.device', { id })).device;

  it('G41: is connected with a link and its code, once', async () => {
    const link = await linkOf(desk.pedro);
    const [phone, late] = [newPhone(), newPhone()];
    const read = await phone.call('field.enrolment', { secret: link.fragment });
    expect(read.body).toEqual({ courier: 'Pedro Rojas', office: 'Norte uno', expiresAt: link.expiresAt });
    expect((await phone.connect(link)).body).toMatchObject({ courier: 'Pedro Rojas', device: 'Chrome en Android' });
    expect((await phone.call('field.session')).body).toMatchObject({
      office: 'Norte uno',
      timeZone: 'America/Lima',
      courierId: desk.pedro,
      now: '2026-11-20T15:00:00.000Z',
    });
    expect(answer(await late.connect(link))).toEqual(VOID);
    expect(answer(await late.call('field.enrolment', { secret: link.fragment }))).toEqual(VOID);
    expect((await late.call('field.session')).status).toBe(403);
    expect((await phone.call('field.session')).status).toBe(200);
  });

  it('G41: is connected once when two phones use the link at the same time', async () => {
    const link = await linkOf(desk.pedro);
    const answers = await Promise.all([newPhone(), newPhone(), newPhone()].map((phone) => phone.connect(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const connected = await desk.db.selectFrom('courier_devices').select('id').execute();
    expect(connected).toHaveLength(1);
  });

  it('G41: is not connected with an expired, replaced or invented link', async () => {
    const phone = newPhone();
    const replaced = await linkOf(desk.pedro);
    const link = await linkOf(desk.pedro);
    expect(answer(await phone.connect(replaced))).toEqual(VOID);
    expect(answer(await phone.connect({ ...link, fragment: 'A'.repeat(43) }))).toEqual(VOID);
    desk.clock.move(30 * MINUTE - 1);
    expect((await phone.call('field.enrolment', { secret: link.fragment })).status).toBe(200);
    desk.clock.move(1);
    expect(answer(await phone.connect(link))).toEqual(VOID);
  });

  it('G41: voids a link after five wrong codes, also concurrent ones', async () => {
    const link = await linkOf(desk.pedro);
    const phone = newPhone();
    const first = await phone.connect(link, other(link.code));
    expect([first.status, first.body]).toEqual([
      422,
      { message: 'El código no es correcto. Le quedan 4 intentos.', field: 'code' },
    ]);
    const answers = await Promise.all(Array.from({ length: 9 }, () => newPhone().connect(link, other(link.code))));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
    expect(answer(await phone.connect(link))).toEqual(VOID);
    const next = await linkOf(desk.pedro);
    expect((await phone.connect(next)).status).toBe(200);
  });

  it('stores no secret, code or session id', async () => {
    const link = await linkOf(desk.pedro);
    const stored = JSON.stringify(await desk.db.selectFrom('courier_links').selectAll().execute());
    expect(stored).not.toContain(link.fragment);
    expect(stored).not.toContain(`"${link.code}"`);
  });

  it('G41: replaces the previous phone when it is connected, not when the link is created', async () => {
    const old = await phoneOf(desk.pedro);
    const link = await linkOf(desk.pedro);
    expect((await old.call('field.route')).status).toBe(200);
    const phone = newPhone();
    expect((await phone.connect(link)).status).toBe(200);
    expect((await old.call('field.route')).status).toBe(403);
    expect((await phone.call('field.route')).status).toBe(200);
  });

  it('can be read from while the database accepts no changes', async () => {
    const phone = await phoneOf(desk.pedro);
    vi.spyOn(desk.services.fitness, 'refusal', 'get').mockReturnValue('full');
    desk.clock.move(5 * MINUTE);
    await sql`set default_transaction_read_only = on`.execute(desk.db);
    const { status } = await phone.call('field.route');
    await sql`set default_transaction_read_only = off`.execute(desk.db);
    vi.restoreAllMocks();
    expect(status).toBe(200);
  });

  it('G41: is shown to the office, and disconnected immediately', async () => {
    expect(await dispatch.ok('couriers.device', { id: desk.pedro })).toMatchObject({
      device: null,
      linkExpiresAt: null,
    });
    const phone = await phoneOf(desk.pedro);
    const sara = await phoneOf(desk.sara);
    desk.clock.move(5 * MINUTE);
    await phone.call('field.route');
    const { expiresAt } = await linkOf(desk.pedro);
    expect(await dispatch.ok('couriers.device', { id: desk.pedro })).toMatchObject({
      device: {
        name: 'Chrome en Android',
        connectedAt: '2026-11-20T15:00:00.000Z',
        usedAt: '2026-11-20T15:05:00.000Z',
      },
      linkExpiresAt: expiresAt,
    });
    expect(await dispatch.ok('couriers.disconnect', { id: desk.pedro })).toMatchObject({
      device: null,
      linkExpiresAt: null,
    });
    expect((await phone.call('field.route')).status).toBe(403);
    expect((await sara.call('field.route')).status).toBe(200);
  });

  it('G41: signs itself out, which may be repeated', async () => {
    const phone = await phoneOf(desk.pedro);
    expect((await phone.call('field.signOut')).status).toBe(200);
    expect((await phone.call('field.signOut')).status).toBe(200);
    expect((await phone.call('field.session')).status).toBe(403);
    expect(await deviceOf(desk.pedro)).toBeNull();
  });

  it('G41: is disconnected after seven days without use and after thirty days', async () => {
    const used = await phoneOf(desk.sara);
    for (let day = 0; day < 29; day += 1) {
      desk.clock.move(DAY);
      expect((await used.call('field.session')).status).toBe(200);
    }
    desk.clock.move(DAY);
    expect((await used.call('field.session')).status).toBe(403);
    const next = await phoneOf(desk.pedro);
    desk.clock.move(7 * DAY - MINUTE);
    expect((await next.call('field.session')).status).toBe(200);
    desk.clock.move(7 * DAY);
    expect((await next.call('field.session')).status).toBe(403);
    expect(await deviceOf(desk.pedro)).toBeNull();
  });

  it('is disconnected when its courier is retired, permanently', async () => {
    const phone = await phoneOf(desk.sara);
    await linkOf(desk.sara);
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 1 } });
    expect((await phone.call('field.route')).status).toBe(403);
    expect((await dispatch.call('couriers.connect', { id: desk.sara })).status).toBe(409);
    await dispatch.ok('couriers.edit', { id: desk.sara, body: { version: 2, changes: { state: 'activo' } } });
    expect((await phone.call('field.route')).status).toBe(403);
    expect(await dispatch.ok('couriers.device', { id: desk.sara })).toMatchObject({
      device: null,
      linkExpiresAt: null,
    });
  });

  it('G41: is refused with an assertion of staff, and staff with an assertion of a phone', async () => {
    const staff = await assertionOf({ ...workerClaims('chief'), device: 'A'.repeat(43), deviceName: '' });
    const asStaff = await request(desk.app).get('/operations/field/route').set('Authorization', `Bearer ${staff}`);
    expect([asStaff.status, asStaff.body]).toMatchObject([401, { reason: 'form' }]);
    const claims = { ...workerClaims('chief'), device: null, deviceName: '' };
    const phone = await assertionOf(claims, { audience: 'despacho-field' });
    for (const path of ['orders?officeId=N1', 'couriers?officeId=N1', 'offices', 'events'])
      expect((await request(desk.app).get(`/operations/${path}`).set('Authorization', `Bearer ${phone}`)).status).toBe(
        401,
      );
    expect(
      (await request(desk.app).get('/operations/field/route').set('Authorization', `Bearer ${phone}`)).status,
    ).toBe(403);
  });

  const routeOf = async (phone: ReturnType<typeof newPhone>): Promise<FieldRoute> =>
    fieldRoute.parse((await phone.call('field.route')).body);

  it("G41: gets the courier's own stops of the day, and nothing else", async () => {
    const [first, second, later, saras, closed] = await dispatch.createOrders(5);
    if (!first || !second || !later || !saras || !closed) throw new Error('orders are missing');
    const tomorrow = await dispatch.createOrder({ date: '2026-11-21' });
    await assign([second, first, tomorrow, closed, later], desk.pedro);
    await assign([saras], desk.sara);
    await dispatch.state([closed.id], { to: 'en_ruta' });
    await dispatch.close([closed.id], { to: 'no_entregada', reason: 'ausente' });
    const phone = await phoneOf(desk.pedro);
    const { day, stops, reasons } = await routeOf(phone);
    expect(day).toBe('2026-11-20');
    expect(stops.map(({ id }) => id)).toEqual([second.id, first.id, closed.id, later.id]);
    expect(stops[2]).toMatchObject({ state: 'no_entregada', reason: 'ausente', place: { district: 'Miraflores' } });
    expect(reasons.length).toBeGreaterThan(0);
    // The next day, what is still open comes first. Stops are numbered per day: both days have a first one.
    desk.clock.move(DAY);
    expect((await routeOf(phone)).stops.map(({ id }) => id)).toEqual([second.id, first.id, later.id, tomorrow.id]);
  });
});
