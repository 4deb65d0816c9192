import { describe, expect, it } from 'vitest';
import { type Operation } from '../operation.ts';
import { FULL_EXPORT_ORDERS, isFullExport } from './orders/exports.ts';
import { XLSX_MEDIA_TYPE } from './platform/files.ts';
import { DISPATCH_OPERATIONS, type DispatchOperationId } from './operations.ts';

const all = Object.entries(DISPATCH_OPERATIONS) as [DispatchOperationId, Operation][];
const TICKET = 'a'.repeat(43);
const REPORT = { periodo: 'mes', dia: '2026-11-20' };

/** Operations that need another module than U01. */
const OTHER_ACCESS: Partial<Record<DispatchOperationId, string[] | 'session'>> = {
  'trail.list': 'session',
  'trail.file': 'session',
  'offices.details': 'session',
  'offices.proposal': 'session',
  'offices.create': 'session',
  'offices.edit': 'session',
  'offices.close': 'session',
  'offices.reopen': 'session',
  'offices.remove': 'session',
  'offices.history': 'session',
  'firstDay.read': 'session',
  'firstDay.skip': 'session',
  'evidence.list': ['U01', 'T02'],
  'evidence.file': ['U01', 'T02'],
  'evidence.page': ['T02'],
  'evidence.missing': ['T02'],
  'evidence.prepare': ['T02'],
  'evidence.download': ['T02'],
  'evidence.remove': ['U01', 'T02'],
  'visits.list': ['U01', 'T02'],
  'attention.list': ['D04'],
  'attention.history': ['D04'],
  'handover.read': ['D04'],
  'handover.acknowledge': ['D04'],
  'guestLinks.list': ['U01', 'T02'],
  'guestLinks.create': ['U01', 'T02'],
  'guestLinks.revoke': ['U01', 'T02'],
  'dashboard.today': ['D01'],
  'dashboard.punctuality': ['D02'],
  'dashboard.couriers': ['D03'],
  'dashboard.money': ['D04'],
  'dashboard.clients': ['D05'],
  'dashboard.activity': ['D06'],
  'reports.clients': ['D05'],
  'reports.couriers': ['D03'],
  'reports.districts': ['D01', 'D02'],
  'reports.clientsFile': ['D05'],
  'reports.couriersFile': ['D03'],
  'reports.districtsFile': ['D01', 'D02'],
  'reports.sheet': ['D05'],
  'people.list': ['G01'],
  'people.preview': ['G01'],
  'people.create': ['G01'],
  'people.edit': ['G01'],
  'people.openWork': ['G01'],
  'people.history': ['G01'],
  'people.disable': ['G01'],
  'people.enable': ['G01'],
  'people.retire': ['G01'],
  'people.delete': ['G01'],
  'people.move': ['G01'],
  'people.removeFactor': ['G01'],
  'signInRules.read': ['G01'],
  'signInRules.edit': ['G01'],
  'people.permitFactor': ['G01'],
  'people.inviteProvider': ['G01'],
  'people.unlinkProvider': ['G01'],
  'people.profiles': ['G01'],
  'people.createProfile': ['G01'],
  'people.editProfile': ['G01'],
  'people.removeProfile': ['G01'],
  'clients.details': ['000'],
  'clients.history': ['000'],
  'clients.create': ['000'],
  'clients.edit': ['000'],
  'clients.disable': ['000'],
  'clients.mergePreview': ['000'],
  'clients.merge': ['000'],
  'clients.notes': ['000'],
  'clients.editNotes': ['000'],
  'clients.removeNotes': ['000'],
  'clients.importPreview': ['000'],
  'clients.importCommit': ['000'],
  'clients.importTemplate': ['000'],
  'passwords.link': ['G01'],
  'couriers.map': ['M01'],
  'arrivals.list': ['M01'],
  'trails.day': ['M01'],
  'trails.courier': ['M01'],
  'trails.follow': ['M01'],
  'trails.file': ['M01'],
  'money.day': ['D05'],
  'money.courier': ['D05'],
  'money.export': ['D05'],
  'money.receive': ['D05'],
  'money.verify': ['D05'],
  'money.undo': ['D05'],
  'money.agree': ['D05'],
  'money.repeated': ['D05'],
  'days.confirm': ['D05'],
  'days.reopen': ['D05'],
  'zones.list': ['U01', 'M01'],
  'zones.history': ['U01', 'M01'],
  'zones.uses': ['U01', 'M01'],
  'zones.removed': ['U01', 'M01'],
  'zones.create': ['U01', 'M01'],
  'zones.import': ['U01', 'M01'],
  'zones.edit': ['U01', 'M01'],
  'zones.remove': ['U01', 'M01'],
  'zones.restore': ['U01', 'M01'],
};

/** Those that need U01 in addition. */
const ALSO_U01 = [
  'clients.create',
  'clients.disable',
  'clients.edit',
  'clients.editNotes',
  'clients.importCommit',
  'clients.importPreview',
  'clients.importTemplate',
  'clients.merge',
  'clients.mergePreview',
  'clients.removeNotes',
  'days.confirm',
  'days.reopen',
  'money.receive',
  'money.undo',
  'money.verify',
];

/** Those about workers, which need G01 in addition. */
const ALSO_G01 = ['couriers.documents', 'couriers.writeDocuments'];

/** The required parameters of each query, except the office. */
const REQUIRED: Partial<Record<DispatchOperationId, object>> = {
  'arrivals.list': { orden: '7' },
  'couriers.retired': { antes: '7' },
  'couriers.preview': { fileName: 'repartidores.csv' },
  'people.preview': { fileName: 'personas.csv' },
  'clients.importPreview': { fileName: 'clientes.csv' },
  'clients.mergePreview': { from: 'c2' },
  'exports.download': { ticket: TICKET },
  'evidence.add': { kind: 'entrega' },
  'evidence.download': { ticket: TICKET },
  'imports.preview': { fileName: 'pedidos.csv' },
  'offices.proposal': { id: 'LIMA' },
  'money.courier': { courierId: '7', day: '2026-11-20' },
  'money.export': { day: '2026-11-20', formato: 'csv' },
  'trails.file': { formato: 'gpx' },
  'trail.file': { formato: 'csv' },
  'reports.clients': REPORT,
  'reports.couriers': REPORT,
  'reports.districts': REPORT,
  'reports.clientsFile': { ...REPORT, formato: 'csv' },
  'reports.couriersFile': { ...REPORT, formato: 'csv' },
  'reports.districtsFile': { ...REPORT, formato: 'csv' },
  'reports.sheet': { cliente: 'c1', dia: '2026-11-20' },
};

/** Writes without a body: their address is enough. */
const WITHOUT_BODY = [
  'couriers.connect',
  'couriers.disconnect',
  'trails.follow',
  'couriers.track',
  'couriers.untrack',
  'couriers.notice',
  'guestLinks.revoke',
  'handover.acknowledge',
  'passwords.link',
  'people.removeFactor',
  'people.permitFactor',
  'people.inviteProvider',
  'people.unlinkProvider',
];

/** Starts of the paths whose ids may be words: those of users and clients, which a legacy host may have chosen. */
const WORD_IDS = ['/api/people/:id', '/api/clients/:id'];

describe('the operations of the dispatch domain', () => {
  it('reject a word of a path as an id', () => {
    const words = new Set(all.flatMap(([, { path }]) => path.split('/').filter((part) => /^[a-z]/.test(part))));
    for (const [id, { params, path }] of all) {
      if (!params || WORD_IDS.some((start) => path.startsWith(start))) continue;
      expect(params.safeParse({ id: '17' }).success, id).toBe(true);
      for (const word of [...words, '0', '017', '../1', '1/2'])
        expect(params.safeParse({ id: word }).success, `${id} ${word}`).toBe(false);
    }
  });

  it('have no path with a word in place of an id that may be a word', () => {
    const parts = ({ method, path }: Pick<Operation, 'method' | 'path'>) => [method, ...path.split('/')];
    for (const [id, operation] of all) {
      if (!WORD_IDS.some((start) => operation.path.startsWith(start))) continue;
      const own = parts(operation);
      const same = all.filter(([other, each]) => {
        const theirs = parts(each);
        return (
          other !== id &&
          theirs.length === own.length &&
          own.every((part, place) => part === theirs[place] || part.startsWith(':'))
        );
      });
      expect(
        same.map(([other]) => other),
        id,
      ).toEqual([]);
    }
  });

  it.each(all)('%s: requires its office and rejects unknown parameters', (id, { query, method, body, upload }) => {
    const required = REQUIRED[id] ?? {};
    expect(query?.safeParse({ officeId: 'N1', ...required }).success).toBe(true);
    expect(query?.safeParse(required).success).toBe(false);
    expect(query?.safeParse({ officeId: 'N1', ...required, company: 'sur' }).success).toBe(false);
    expect(body === null && upload === undefined).toBe(method === 'GET' || WITHOUT_BODY.includes(id));
  });

  it.each(all)('%s: requires its modules, in the office of its query', (id, { policy }) => {
    expect(policy).toMatchObject({ access: OTHER_ACCESS[id] ?? ['U01'], office: { in: 'query', name: 'officeId' } });
    expect(policy.also).toEqual(ALSO_U01.includes(id) ? ['U01'] : ALSO_G01.includes(id) ? ['G01'] : undefined);
  });

  it('lists the operations that return a file', () => {
    const files = all.filter(([, { response }]) => response && 'file' in response && response.file);
    expect(files.map(([id]) => id).sort()).toEqual([
      'clients.importTemplate',
      'evidence.download',
      'evidence.file',
      'exports.download',
      'imports.broken',
      'imports.template',
      'money.export',
      'reports.clientsFile',
      'reports.couriersFile',
      'reports.districtsFile',
      'trail.file',
      'trails.file',
    ]);
  });

  it('require a reason for a failed visit, and payments only of a delivery', () => {
    const closes = (more: object) =>
      DISPATCH_OPERATIONS['assignments.close'].body.safeParse({ orders: [{ id: '1', version: 1, ...more }] }).success;
    const payments = [{ means: 'yape', amount: 500 }];
    expect(closes({ to: 'no_entregada', reason: 'ausente' })).toBe(true);
    expect(closes({ to: 'no_entregada' })).toBe(false);
    expect(closes({ to: 'entregada', reason: 'ausente' })).toBe(false);
    expect(closes({ to: 'entregada' })).toBe(true);
    expect(closes({ to: 'entregada', payments })).toBe(true);
    expect(closes({ to: 'entregada', payments, difference: 'Pagó una parte' })).toBe(true);
    expect(closes({ to: 'entregada', difference: 'Pagó una parte' })).toBe(false);
    expect(closes({ to: 'no_entregada', reason: 'ausente', payments })).toBe(false);
    expect(closes({ to: 'en_ruta' })).toBe(false);
    expect(closes({ to: 'entregada', at: '2026-11-20T15:00:00Z' })).toBe(true);
    expect(closes({ to: 'entregada', at: '15:00' })).toBe(false);
  });

  it('correct only to and from the states of a visit, with payments and time of a visit', () => {
    const corrects = (more: object) =>
      DISPATCH_OPERATIONS['assignments.correct'].body.safeParse({
        why: 'x',
        orders: [{ id: '1', version: 1, ...more }],
      }).success;
    expect(corrects({ to: 'entregada', payments: [{ means: 'pos', amount: 0 }], difference: 'Paga después' })).toBe(
      true,
    );
    expect(corrects({ to: 'en_ruta' })).toBe(true);
    expect(corrects({ to: 'en_ruta', at: '2026-11-20T15:00:00Z' })).toBe(false);
    expect(corrects({ to: 'anulada' })).toBe(false);
  });

  it('exclude closings from a change of state, where only a new visit has a day', () => {
    const changes = (more: object) =>
      DISPATCH_OPERATIONS['assignments.changeState'].body.safeParse({ ...more, orders: [{ id: '1', version: 1 }] })
        .success;
    expect(['en_ruta', 'pendiente', 'en_devolucion', 'devuelta'].every((to) => changes({ to }))).toBe(true);
    expect(['entregada', 'no_entregada', 'asignada', 'anulada'].some((to) => changes({ to }))).toBe(false);
    expect(changes({ to: 'pendiente', date: '2026-11-24' })).toBe(true);
    expect(changes({ to: 'en_ruta', date: '2026-11-24' })).toBe(false);
    expect(changes({ to: 'pendiente', date: '24/11/2026' })).toBe(false);
  });

  it('accept up to 1000 distinct orders', () => {
    const refs = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: String(index + 1), version: 1 }));
    const accepts = (orders: object[]) =>
      DISPATCH_OPERATIONS['assignments.unassign'].body.safeParse({ orders }).success;
    expect(accepts(refs(1000))).toBe(true);
    expect(accepts(refs(1001))).toBe(false);
    expect(accepts([])).toBe(false);
    expect(accepts([...refs(2), { id: '1', version: 2 }])).toBe(false);
    expect(accepts([{ id: '1', version: 1, officeId: 'S1' }])).toBe(false);
  });

  it('reject a guessable ticket', () => {
    const { query } = DISPATCH_OPERATIONS['exports.download'];
    for (const ticket of ['', '7', 'a'.repeat(19), 'a'.repeat(201), `${TICKET}/..`, `${TICKET} `])
      expect(query.safeParse({ officeId: 'N1', ticket }).success, ticket).toBe(false);
  });

  it('accept three file types for an import, with a one-line file name', () => {
    const { query, upload } = DISPATCH_OPERATIONS['imports.preview'];
    expect(upload).toEqual(['text/csv', 'text/plain', XLSX_MEDIA_TYPE]);
    const accepts = (fileName: string) => query.safeParse({ officeId: 'N1', fileName }).success;
    expect(accepts('pedidos de ñandú.csv')).toBe(true);
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(201)]) expect(accepts(name), name).toBe(false);
  });
});

describe('a full export', () => {
  it('has either no filter or very many orders', () => {
    expect(isFullExport({})).toBe(true);
    expect(isFullExport({ estado: undefined, buscar: '' })).toBe(true);
    // A query that selects everything does not count as a filter.
    expect(isFullExport({ buscar: '  ', no_estado: '' })).toBe(true);
    expect(isFullExport({ estado: 'pendiente' })).toBe(false);
    expect(isFullExport({ estado: 'pendiente' }, { orders: FULL_EXPORT_ORDERS })).toBe(false);
    expect(isFullExport({ estado: 'pendiente' }, { orders: FULL_EXPORT_ORDERS + 1 })).toBe(true);
  });

  it('filters only by days, over more than a month', () => {
    expect(isFullExport({ desde: '2026-01-01' })).toBe(true);
    expect(isFullExport({ hasta: '2026-12-31' })).toBe(true);
    expect(isFullExport({ desde: '2026-10-01', hasta: '2026-10-31' })).toBe(false);
    expect(isFullExport({ desde: '2026-10-01', hasta: '2026-11-01' })).toBe(true);
    expect(isFullExport({ desde: '2026-01-01', hasta: '2026-12-31', estado: 'no_entregada' })).toBe(false);
  });

  it("holds more than half of an office's orders, unless they are few", () => {
    const filter = { no_estado: 'anulada' };
    expect(isFullExport(filter, { orders: 500, ofOffice: 1000 })).toBe(false);
    expect(isFullExport(filter, { orders: 501, ofOffice: 1000 })).toBe(true);
    expect(isFullExport(filter, { orders: 200, ofOffice: 200 })).toBe(false);
    expect(isFullExport(filter, { orders: 201, ofOffice: 201 })).toBe(true);
  });
});
