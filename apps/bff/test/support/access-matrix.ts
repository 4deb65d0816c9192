import { type OperationId } from '@despacho/contracts/operations';
import { NEW_CLIENT, NEW_COURIER, NEW_ORDER, NEW_ZONE } from './dispatch-rows.ts';

/**
 * All roles. LIMA and AREQUIPA belong to one company, CUSCO to another. A role named after a module has only that one,
 * in LIMA and without charge over other offices; `none` has no module, `D05 U01` has both.
 */
export const WHO = [
  'nobody',
  'none',
  'D01',
  'D02',
  'D03',
  'D04',
  'D05',
  'D06',
  'M01',
  'U01',
  'T02',
  '000',
  'G01',
  'S of LIMA',
  'G01 of AREQUIPA',
  'S of CUSCO',
  'D05 U01',
] as const;

export type Who = (typeof WHO)[number];

/**
 * `ok`: answered, and the upstream was called once. `data`: admitted, and refused for a password or secret in it. `401`: not signed in. `csrf`: no csrf token, because the
 * pages of couriers and guests have their own. `module`: lacks the module. `charge`: has the
 * module but not charge S. `office`: may not name that office. `host`: passes the gateway, which cannot know the
 * company of an office; the service answers 404. Refused requests reach no upstream.
 */
export type Outcome = 'ok' | 'data' | '401' | 'csrf' | 'module' | 'charge' | 'office' | 'host';

export interface Line {
  id: OperationId;
  /**
   * `{LIMA}` is the id of a user of that office without modules, `{session}` the id of the user's session, `{orderLIMA}`,
   * `{courierLIMA}` and `{otherLIMA}` a new order and two new couriers of that office, `{stopLIMA}` an order just
   * assigned to the first, `{batchLIMA}` a change of theirs; `{importLIMA}` a preview with one valid line, `{viewLIMA}` a
   * view of theirs, `{paidLIMA}` an order of the first courier paid by Yape `{todayLIMA}`, `{#versionLIMA}` the number
   * of its newest entry, `{actLIMA}` money received of the courier, `{photoLIMA}` a photo of an order, `{reviewLIMA}` a
   * visit that waits for review, `{lineLIMA}` a line of «Por atender» that nobody has taken, `{shiftLIMA}` another
   * person's note to the next shift, `{guestLinkLIMA}` a link for guests, `{zoneLIMA}` a zone and `{removedZoneLIMA}` a removed one,
   * `{personLIMA}` and `{disabledLIMA}` a new account without modules, active and disabled, `{accountLIMA}` a username that
   * nobody has, `{profileLIMA}` a profile of the office,
   * `{recordLIMA}` and `{doubleLIMA}` two clients of its company, `{notedLIMA}` one with notes, `{clientsLIMA}` a preview of a file with one client,
   * `{emptyLIMA}` a new office of the same company,
   * `{ticket}` an export and `{zip}` an archive of photos prepared in the same session.
   */
  ask: string;
  /** JSON, or a file if it is text. */
  body?: object | string;
  /** The upstream call, as the hosts document it; null for none. */
  reaches: string | null;
  may: Record<Who, Outcome>;
}

const CODES: Record<string, Outcome> = {
  ok: 'ok',
  data: 'data',
  '401': '401',
  csrf: 'csrf',
  mod: 'module',
  chg: 'charge',
  off: 'office',
  host: 'host',
};

function line(id: OperationId, ask: string, reaches: string | null, may: string, body?: object | string): Line {
  const outcomes = may.trim().split(/\s+/);
  if (outcomes.length !== WHO.length) throw new Error(`${ask} says ${outcomes.length} outcomes, not ${WHO.length}`);
  const read = (index: number): Outcome => {
    const outcome = CODES[outcomes[index] ?? ''];
    if (!outcome) throw new Error(`${ask} says ${outcomes[index] ?? 'nothing'}, which is no outcome`);
    return outcome;
  };
  const table = Object.fromEntries(WHO.map((who, index) => [who, read(index)])) as Record<Who, Outcome>;
  return { id, ask, reaches, may: table, ...(body && { body }) };
}

/** Work on orders: U01 in their own office, charge S with U01 in all offices of the company. */
const OPEN: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  mod  mod  ok   mod  host ok',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  ok   mod  host off',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  host mod  ok   off',
};

/** Irreversible work: only charge S with U01. */
const CHARGED: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  mod  mod  mod  ok   mod  host chg',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  mod  mod  mod  ok   mod  host chg',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  mod  mod  mod  host mod  ok   chg',
};

/** Where couriers were: M01 in their own office, charge S with M01 in all offices of the company. */
const TRAILS: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  ok   mod  mod  mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  host mod  ok   mod',
};

/** Their trails as a file: only charge S with M01. */
const TRAIL_FILES: Record<string, string> = Object.fromEntries(
  Object.entries(TRAILS).map(([office, may]) => [office, may.replace(/ok|off/, 'chg')]),
);

/** The trail of the company: charge S, whatever the modules. */
const RECORDS: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  ok   chg  host chg',
  AREQUIPA: '401  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  ok   chg  host chg',
  CUSCO: '401  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  host chg  ok   chg',
};

/** Photos of orders: U01 or T02. */
const PHOTOS: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  ok   ok   mod  mod  ok   mod  host ok',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  off  off  mod  mod  ok   mod  host off',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  off  off  mod  mod  host mod  ok   off',
};

/** Removing a photo: charge S with U01 or T02. */
const PHOTOS_CHARGED: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  chg  mod  mod  ok   mod  host chg',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  chg  mod  mod  ok   mod  host chg',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  chg  mod  mod  host mod  ok   chg',
};

/** Documents of couriers: U01 and G01 together, which only charge S has here. */
const DOCUMENTS: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
};

/** Couriers on the map: only M01. */
const MAPPED: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  ok   mod  mod  mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  host mod  ok   mod',
};

/** All photos of an office: only T02. */
const WALL: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  host mod  ok   mod',
};

/** Zones: U01 or M01. */
const ZONES: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  ok   ok   mod  mod  mod  ok   mod  host ok',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  off  off  mod  mod  mod  ok   mod  host off',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  off  off  mod  mod  mod  host mod  ok   off',
};

/** Drawing them: charge S with either. */
const ZONES_CHARGED: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  chg  chg  mod  mod  mod  ok   mod  host chg',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  chg  chg  mod  mod  mod  ok   mod  host chg',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  chg  chg  mod  mod  mod  host mod  ok   chg',
};

/** Widgets of the Dashboard: each only with its own module. */
const WIDGETS: Record<string, Record<string, string>> = {
  //              nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'   D05+U01
  D01: {
    LIMA: '401  mod  ok   mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    AREQUIPA: '401  mod  off  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    CUSCO: '401  mod  off  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
  },
  D02: {
    LIMA: '401  mod  mod  ok   mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    AREQUIPA: '401  mod  mod  off  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    CUSCO: '401  mod  mod  off  mod  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
  },
  D03: {
    LIMA: '401  mod  mod  mod  ok   mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    AREQUIPA: '401  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    CUSCO: '401  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
  },
  D04: {
    LIMA: '401  mod  mod  mod  mod  ok   mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    AREQUIPA: '401  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
    CUSCO: '401  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
  },
  D05: {
    LIMA: '401  mod  mod  mod  mod  mod  ok   mod  mod  mod  mod  mod  mod  ok   mod  host ok',
    AREQUIPA: '401  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  ok   mod  host off',
    CUSCO: '401  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  host mod  ok   off',
  },
  D06: {
    LIMA: '401  mod  mod  mod  mod  mod  mod  ok   mod  mod  mod  mod  mod  ok   mod  host mod',
    AREQUIPA: '401  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  ok   mod  host mod',
    CUSCO: '401  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  host mod  ok   mod',
  },
};

/** What couriers collected: D05 reads it. */
const MONEY: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  ok   mod  mod  mod  mod  mod  mod  ok   mod  host ok',
  AREQUIPA: '401  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  ok   mod  host off',
  CUSCO: '401  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  mod  mod  host mod  ok   off',
};

/** Receiving it: only with both D05 and U01. */
const RECEIVED: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host ok',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host off',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   off',
};

/** Reopening a confirmed day: charge S with both. */
const REOPENED: Record<string, string> = Object.fromEntries(
  Object.entries(RECEIVED).map(([office, may]) => [office, may.replace(/(ok|off)$/, 'chg')]),
);

/** «Por atender»: D04, who need not see orders. Acting on a line needs U01. */
const WATCHED = WIDGETS['D04'] ?? {};

/** Computed from positions: only M01. */
const TRACKED: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  ok   mod  mod  mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  off  mod  mod  mod  mod  host mod  ok   mod',
};

/** Reports by district: orders with D01, punctuality with D02. */
const DISTRICTS: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  ok   ok   mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  off  off  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  off  off  mod  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
};

/** A full export: the gateway checks the office first and the kind of export last. */
const FULL: Record<string, string> = {
  ...OPEN,
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  chg  mod  mod  mod  ok   mod  host chg',
};

/** People of an office: G01 in their own one, charge S with G01 in all offices of the company. */
const PEOPLE: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   ok   off  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  ok   ok   host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  host off  ok   mod',
};

/** Moving them between offices: only charge S. */
const PEOPLE_CHARGED: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  chg  ok   chg  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  chg  ok   chg  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  chg  host chg  ok   mod',
};

/** Clients: 000 reads them. */
const CLIENTS: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  mod  host mod  ok   mod',
};

/** Writing them: 000 with U01, or charge S with 000. */
const CLIENTS_WRITTEN: Record<string, string> = {
  LIMA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
  AREQUIPA: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  host mod',
  CUSCO: '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  host mod  ok   mod',
};

/** The offices of a company: charge S, whatever the modules. */
const OF_COMPANY: Record<string, string> = {
  //         nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  LIMA: '401  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  ok   chg  host chg',
  AREQUIPA: '401  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  ok   chg  host chg',
  CUSCO: '401  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  chg  host chg  ok   chg',
};

/** One line per office. `{OFFICE}` in the request is that office. */
function inOffices(
  id: OperationId,
  ask: string,
  reaches: string,
  may: Record<string, string>,
  body?: object | string,
  named = '{OFFICE}',
): Line[] {
  return Object.entries(may).map(([office, outcomes]) => {
    const filled = (text: string) => text.replaceAll('{OFFICE}', office);
    const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object | string);
    return line(
      id,
      `${filled(ask)}${ask.includes('?') ? '&' : '?'}officeId=${filled(named)}`,
      filled(reaches),
      outcomes,
      sent,
    );
  });
}

const ORDERS = { orders: [{ id: '{order{OFFICE}}', version: 1 }] };
const NEW_PHOTO = {
  id: '0b5e1c62-7c83-4d6f-9a77-1f3a5c9d2e10',
  visit: '3d1c8f5e-2b64-4f0a-8c19-6e7d5b4a3f21',
  kind: 'entrega',
  bytes: 3,
  sha256: '0'.repeat(64),
  takenAt: '2026-11-23T15:00:00Z',
  clockOffsetMs: 0,
  place: null,
};
/** The request's body is a photo. */
export const PHOTO = '{png}';
const NO_MODULES = { permissionsList: [] };
const CREDENTIALS = { sucursal: 'LIMA', username: '{name}', password: '{password}' };

/**
 * Who may do what, written by hand from the requirements and never from a table in the code. An operation without a
 * line here fails the tests.
 */
// prettier-ignore
export const MATRIX: readonly Line[] = [
  //                                                                                                nob  none D01  D02  D03  D04  D05  D06  M01  U01  T02  000  G01  S    G01' S'  D05 U01
  line('config.read', 'GET /api/config', null,                                                     'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('session.login', 'POST /api/auth/login', 'GET base/auth',                                   'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', CREDENTIALS),
  line('session.logout', 'POST /api/auth/logout', null,                                            'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('session.read', 'GET /api/auth/session', null,                                              '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('session.touch', 'POST /api/auth/touch', null,                                              '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('sessions.list', 'GET /api/auth/sessions', null,                                            '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('sessions.endOthers', 'POST /api/auth/sessions/end-others', null,                           '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('sessions.end', 'DELETE /api/auth/sessions/{session}', null,                                '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('passwords.check', 'POST /api/auth/password/check', 'POST operations/passwords/check',      'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', { password: 'cuatro palabras sueltas' }),
  // Refused for their content: passwords.test.ts tests a right password, a temporary one and a valid link.
  line('passwords.change', 'POST /api/auth/password', 'POST operations/passwords/change',           '401  data data data data data data data data data data data data data data data data', { current: 'x', password: 'cuatro palabras sueltas' }),
  line('passwords.first', 'POST /api/auth/password/first', 'POST operations/passwords/change',      'data data data data data data data data data data data data data data data data data', { ...CREDENTIALS, newPassword: 'cuatro palabras sueltas' }),
  line('passwords.reset', 'POST /api/auth/password/reset', 'POST operations/passwords/reset',       'data data data data data data data data data data data data data data data data data', { secret: 'A'.repeat(43), password: 'cuatro palabras sueltas' }),
  // Refused for their content: second-factor.test.ts tests right codes.
  line('session.factor', 'POST /api/auth/factor', null,                                            'data data data data data data data data data data data data data data data data data', { code: '123456' }),
  line('session.factorCancel', 'POST /api/auth/factor/cancel', null,                               'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('session.setUpFactor', 'POST /api/auth/factor/set-up', null,                                'data data data data data data data data data data data data data data data data data'),
  line('session.finishSetUp', 'POST /api/auth/factor/set-up/finish', null,                         'data data data data data data data data data data data data data data data data data', { code: '123456' }),
  line('notices.read', 'GET /api/auth/notices', 'GET operations/factor/notices',                   '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('notices.seen', 'POST /api/auth/notices/seen', 'POST operations/factor/notices/seen',       '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', { until: '2026-11-20T15:00:00.000Z' }),
  line('session.prove', 'POST /api/auth/proof', 'POST operations/factor/prove',                    '401  data data data data data data data data data data data data data data data data', { current: 'x' }),
  line('factor.read', 'GET /api/auth/factor', 'GET operations/factor/read',                        '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('factor.start', 'POST /api/auth/factor/start', 'POST operations/factor/start',              '401  data data data data data data data data data data data data data data data data', { current: 'x' }),
  line('factor.confirm', 'POST /api/auth/factor/confirm', 'POST operations/factor/confirm',        '401  data data data data data data data data data data data data data data data data', { current: 'x', code: '123456' }),
  line('factor.codes', 'POST /api/auth/factor/codes', 'POST operations/factor/codes',              '401  data data data data data data data data data data data data data data data data', { current: 'x', code: '123456' }),
  line('factor.remove', 'POST /api/auth/factor/remove', 'POST operations/factor/remove',           '401  data data data data data data data data data data data data data data data data', { current: 'x', code: '123456' }),
  // Refused for their content, or without a provider: provider-lies.test.ts tests one.
  line('provider.start', 'POST /api/auth/provider', 'POST operations/provider/company',            'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok', { sucursal: 'LIMA' }),
  line('provider.finish', 'POST /api/auth/provider/finish', null,                                  'data data data data data data data data data data data data data data data data data', { state: 'x', code: 'x' }),
  line('provider.read', 'GET /api/auth/provider', 'GET operations/provider/read',                  '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('provider.link', 'POST /api/auth/provider/link', null,                                      '401  data data data data data data data data data data data data data data data data'),
  line('provider.unlink', 'POST /api/auth/provider/unlink', 'POST operations/provider/unlink',     '401  data data data data data data data data data data data data data data data data'),
  line('provider.prove', 'POST /api/auth/provider/prove', null,                                    '401  data data data data data data data data data data data data data data data data'),
  line('provider.logout', 'POST /api/auth/provider/logout', null,                                  'data data data data data data data data data data data data data data data data data', 'logout_token=x'),
  line('sessions.endOfUser', 'POST /api/users/LIMA/{LIMA}/end-sessions', 'GET api/users/LIMA',     '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   ok   off  host mod'),
  line('sessions.endOfUser', 'POST /api/users/AREQUIPA/{AREQUIPA}/end-sessions', 'GET api/users/AREQUIPA', '401 mod mod mod mod mod mod mod mod mod mod mod off  ok   ok   host mod'),
  line('sessions.endOfUser', 'POST /api/users/CUSCO/{CUSCO}/end-sessions', 'GET api/users/CUSCO',  '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  host off  ok   mod'),
  line('users.list', 'GET /api/users/LIMA', 'GET api/users/LIMA',                                  '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   ok   off  host mod'),
  line('users.list', 'GET /api/users/AREQUIPA', 'GET api/users/AREQUIPA',                          '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  ok   ok   host mod'),
  line('users.list', 'GET /api/users/CUSCO', 'GET api/users/CUSCO',                                '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  off  host off  ok   mod'),
  line('users.listOwn', 'GET /api/users', 'GET api/users/{own}',                                   '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   ok   ok   ok   mod'),
  line('permissions.update', 'POST /api/permission/{LIMA}?officeId=LIMA', 'POST api/permission/{LIMA}', '401 mod mod mod mod mod mod mod mod mod mod mod ok   ok   off  host mod', NO_MODULES),
  line('permissions.update', 'POST /api/permission/{AREQUIPA}?officeId=AREQUIPA', 'POST api/permission/{AREQUIPA}', '401 mod mod mod mod mod mod mod mod mod mod mod off ok ok host mod', NO_MODULES),
  line('permissions.update', 'POST /api/permission/{CUSCO}?officeId=CUSCO', 'POST api/permission/{CUSCO}', '401 mod mod mod mod mod mod mod mod mod mod mod off  host off  ok   mod', NO_MODULES),
  line('clients.list', 'GET /api/clients', 'GET base/clients/',                                    '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  ok   mod  ok   mod'),
  line('clients.read', 'GET /api/clients/{client}', 'GET base/clients/{client}',                   '401  mod  mod  mod  mod  mod  mod  mod  mod  mod  mod  ok   mod  ok   mod  ok   mod'),
  line('storage.read', 'GET /api/storage', 'GET storage/sgdempresa/findPredeterminado',            '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('offices.list', 'GET /api/offices', 'GET operations/offices',                               '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('events.stream', 'GET /api/events', 'GET operations/events',                                '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  ...inOffices('clients.details', 'GET /api/clients/{record{OFFICE}}/details', 'GET operations/clients/{record{OFFICE}}/details', CLIENTS),
  ...inOffices('clients.history', 'GET /api/clients/{record{OFFICE}}/history', 'GET operations/clients/{record{OFFICE}}/history', CLIENTS),
  ...inOffices('clients.notes', 'GET /api/clients/{record{OFFICE}}/notes', 'GET operations/clients/{record{OFFICE}}/notes', CLIENTS),
  ...inOffices('clients.create', 'POST /api/clients', 'POST operations/clients', CLIENTS_WRITTEN, NEW_CLIENT),
  ...inOffices('clients.edit', 'PATCH /api/clients/{record{OFFICE}}', 'PATCH operations/clients/{record{OFFICE}}', CLIENTS_WRITTEN, { version: 1, changes: {} }),
  ...inOffices('clients.disable', 'POST /api/clients/{record{OFFICE}}/state', 'POST operations/clients/{record{OFFICE}}/state', CLIENTS_WRITTEN, { version: 1, active: false }),
  ...inOffices('clients.mergePreview', 'GET /api/clients/{record{OFFICE}}/merge?from={double{OFFICE}}', 'GET operations/clients/{record{OFFICE}}/merge', CLIENTS_WRITTEN),
  ...inOffices('clients.merge', 'POST /api/clients/{record{OFFICE}}/merge', 'POST operations/clients/{record{OFFICE}}/merge', CLIENTS_WRITTEN, { version: 1, from: '{double{OFFICE}}', fromVersion: 1 }),
  ...inOffices('clients.editNotes', 'POST /api/clients/{record{OFFICE}}/notes', 'POST operations/clients/{record{OFFICE}}/notes', CLIENTS_WRITTEN, { version: 0, notes: 'Recibe por atrás', proof: { delivered: [], failed: [] } }),
  ...inOffices('clients.removeNotes', 'POST /api/clients/{noted{OFFICE}}/notes/remove', 'POST operations/clients/{noted{OFFICE}}/notes/remove', CLIENTS_WRITTEN, { version: 1 }),
  ...inOffices('clients.importPreview', 'POST /api/clients/import?fileName=c.csv', 'POST operations/clients/import', CLIENTS_WRITTEN, '{clientsFile}'),
  ...inOffices('clients.importCommit', 'POST /api/clients/import/{clients{OFFICE}}/commit', 'POST operations/clients/import/{clients{OFFICE}}/commit', CLIENTS_WRITTEN, { clients: 1 }),
  ...inOffices('clients.importTemplate', 'GET /api/clients/import/template', 'GET operations/clients/import/template', CLIENTS_WRITTEN),
  ...inOffices('orders.list', 'GET /api/orders?estado=pendiente', 'GET operations/orders', OPEN),
  ...inOffices('orders.map', 'GET /api/orders/map', 'GET operations/orders/map', OPEN),
  ...inOffices('orders.counts', 'GET /api/orders/counts', 'GET operations/orders/counts', OPEN),
  ...inOffices('orders.states', 'GET /api/orders/states', 'GET operations/orders/states', OPEN),
  ...inOffices('orders.clients', 'GET /api/orders/clients', 'GET operations/orders/clients', OPEN),
  ...inOffices('orders.read', 'GET /api/orders/{order{OFFICE}}', 'GET operations/orders/{order{OFFICE}}', OPEN),
  ...inOffices('orders.create', 'POST /api/orders', 'POST operations/orders', OPEN, NEW_ORDER),
  ...inOffices('orders.duplicate', 'POST /api/orders/{order{OFFICE}}/duplicate', 'POST operations/orders/{order{OFFICE}}/duplicate', OPEN, { date: '2026-11-21' }),
  ...inOffices('orders.edit', 'PATCH /api/orders/{order{OFFICE}}', 'PATCH operations/orders/{order{OFFICE}}', OPEN, { version: 1, changes: {} }),
  ...inOffices('districts.list', 'GET /api/districts', 'GET operations/districts', OPEN),
  ...inOffices('places.find', 'POST /api/places/find', 'POST operations/places/find', OPEN, { client: null, recipient: null, address: 'Av. Larco 345', ubigeo: '150122' }),
  ...inOffices('places.waiting', 'POST /api/places/waiting', 'POST operations/places/waiting', OPEN, { claim: null }),
  ...inOffices('places.answer', 'POST /api/places/answer', 'POST operations/places/answer', OPEN, { order: '{order{OFFICE}}', point: { lat: -12.12, lng: -77.03 } }),
  ...inOffices('couriers.list', 'GET /api/couriers', 'GET operations/couriers', OPEN),
  ...inOffices('couriers.map', 'GET /api/couriers/map', 'GET operations/couriers/map', MAPPED),
  ...inOffices('couriers.retired', 'GET /api/couriers/retired?antes=9', 'GET operations/couriers/retired', OPEN),
  ...inOffices('couriers.create', 'POST /api/couriers', 'POST operations/couriers', OPEN, NEW_COURIER),
  ...inOffices('couriers.edit', 'PATCH /api/couriers/{courier{OFFICE}}', 'PATCH operations/couriers/{courier{OFFICE}}', OPEN, { version: 1, changes: {} }),
  ...inOffices('couriers.retire', 'POST /api/couriers/{courier{OFFICE}}/retire', 'POST operations/couriers/{courier{OFFICE}}/retire', CHARGED, { version: 1 }),
  ...inOffices('couriers.attend', 'POST /api/couriers/attendance', 'POST operations/couriers/attendance', OPEN, { day: '{today{OFFICE}}', absent: [], present: ['{courier{OFFICE}}'] }),
  ...inOffices('couriers.absences', 'GET /api/couriers/{courier{OFFICE}}/absences', 'GET operations/couriers/{courier{OFFICE}}/absences', OPEN),
  ...inOffices('couriers.absent', 'POST /api/couriers/{courier{OFFICE}}/absences', 'POST operations/couriers/{courier{OFFICE}}/absences', OPEN, { from: '{today{OFFICE}}', to: '{today{OFFICE}}', absent: false }),
  ...inOffices('couriers.documents', 'GET /api/couriers/{courier{OFFICE}}/documents', 'GET operations/couriers/{courier{OFFICE}}/documents', DOCUMENTS),
  ...inOffices('couriers.writeDocuments', 'PUT /api/couriers/{courier{OFFICE}}/documents', 'PUT operations/couriers/{courier{OFFICE}}/documents', DOCUMENTS, { version: 1, documents: [] }),
  ...inOffices('couriers.preview', 'POST /api/couriers/import/preview?fileName=repartidores.csv', 'POST operations/couriers/import/preview', OPEN, '{file}'),
  ...inOffices('couriers.import', 'POST /api/couriers/import', 'POST operations/couriers/import', OPEN, { couriers: [NEW_COURIER] }),
  ...inOffices('couriers.connect', 'POST /api/couriers/{courier{OFFICE}}/link', 'POST operations/couriers/{courier{OFFICE}}/link', OPEN),
  ...inOffices('couriers.device', 'GET /api/couriers/{courier{OFFICE}}/device', 'GET operations/couriers/{courier{OFFICE}}/device', OPEN),
  ...inOffices('couriers.disconnect', 'POST /api/couriers/{courier{OFFICE}}/disconnect', 'POST operations/couriers/{courier{OFFICE}}/disconnect', OPEN),
  ...inOffices('trails.day', 'GET /api/trails', 'GET operations/trails', TRAILS),
  ...inOffices('trails.courier', 'GET /api/couriers/{courier{OFFICE}}/trail', 'GET operations/couriers/{courier{OFFICE}}/trail', TRAILS),
  ...inOffices('trails.follow', 'POST /api/couriers/{courier{OFFICE}}/follow', 'POST operations/couriers/{courier{OFFICE}}/follow', TRAILS),
  ...inOffices('trails.file', 'GET /api/couriers/{courier{OFFICE}}/trail/file?formato=gpx', 'GET operations/couriers/{courier{OFFICE}}/trail/file', TRAIL_FILES),
  ...inOffices('notes.write', 'PUT /api/orders/{order{OFFICE}}/courier-note', 'PUT operations/orders/{order{OFFICE}}/courier-note', OPEN, { text: 'Toque el timbre' }),
  ...inOffices('dashboard.today', 'GET /api/dashboard/today', 'GET operations/dashboard/today', WIDGETS['D01'] ?? {}),
  ...inOffices('dashboard.punctuality', 'GET /api/dashboard/punctuality', 'GET operations/dashboard/punctuality', WIDGETS['D02'] ?? {}),
  ...inOffices('dashboard.couriers', 'GET /api/dashboard/couriers', 'GET operations/dashboard/couriers', WIDGETS['D03'] ?? {}),
  ...inOffices('dashboard.money', 'GET /api/dashboard/money', 'GET operations/dashboard/money', WIDGETS['D04'] ?? {}),
  ...inOffices('dashboard.clients', 'GET /api/dashboard/clients', 'GET operations/dashboard/clients', WIDGETS['D05'] ?? {}),
  ...inOffices('dashboard.activity', 'GET /api/dashboard/activity', 'GET operations/dashboard/activity', WIDGETS['D06'] ?? {}),
  ...inOffices('attention.list', 'GET /api/attention?limite=1', 'GET operations/attention', WATCHED),
  ...inOffices('attention.history', 'GET /api/attention/history', 'GET operations/attention/history', WATCHED),
  ...inOffices('attention.act', 'POST /api/attention/{line{OFFICE}}/acts', 'POST operations/attention/{line{OFFICE}}/acts', OPEN, { version: 1, act: 'tomar' }),
  ...inOffices('handover.read', 'GET /api/handover', 'GET operations/handover', WATCHED),
  ...inOffices('handover.write', 'POST /api/handover', 'POST operations/handover', OPEN, { text: 'Falta recoger la llave' }),
  ...inOffices('handover.acknowledge', 'POST /api/handover/{shift{OFFICE}}/read', 'POST operations/handover/{shift{OFFICE}}/read', WATCHED),
  ...inOffices('arrivals.list', 'GET /api/arrivals?orden={order{OFFICE}}', 'GET operations/arrivals', TRACKED),
  ...inOffices('days.list', 'GET /api/days', 'GET operations/days', OPEN),
  ...inOffices('days.confirm', 'POST /api/days/confirm', 'POST operations/days/confirm', RECEIVED, { courierId: '{courier{OFFICE}}', day: '2020-01-02', delivered: 0, failed: 0, collected: 0, version: 0 }),
  ...inOffices('days.reopen', 'POST /api/days/reopen', 'POST operations/days/reopen', REOPENED, { courierId: '{courier{OFFICE}}', day: '2020-01-02', why: 'Faltaba un cobro' }),
  ...inOffices('money.day', 'GET /api/money', 'GET operations/money', MONEY),
  ...inOffices('money.courier', 'GET /api/money/courier?day=2020-01-02&courierId={courier{OFFICE}}', 'GET operations/money/courier', MONEY),
  ...inOffices('money.receive', 'POST /api/money/receive', 'POST operations/money/receive', RECEIVED, { courierId: '{courier{OFFICE}}', day: '{today{OFFICE}}', version: '{#version{OFFICE}}', amount: 100, difference: { amount: -100, reason: 'sobrante' } }),
  ...inOffices('money.verify', 'POST /api/money/verify', 'POST operations/money/verify', RECEIVED, { courierId: '{courier{OFFICE}}', day: '{today{OFFICE}}', version: '{#version{OFFICE}}', payments: [{ orderId: '{paid{OFFICE}}', means: 'yape', operation: '123456' }] }),
  ...inOffices('money.repeated', 'GET /api/money/repeated', 'GET operations/money/repeated', MONEY),
  ...inOffices('money.agree', 'POST /api/money/agree', 'POST operations/money/agree', MONEY, { courierId: '{courier{OFFICE}}', day: '{today{OFFICE}}', version: '{#version{OFFICE}}', matter: 'sobrante', amount: 20000 }),
  ...inOffices('money.undo', 'POST /api/money/undo', 'POST operations/money/undo', RECEIVED, { courierId: '{courier{OFFICE}}', day: '{today{OFFICE}}', act: '{act{OFFICE}}', why: 'Se contó mal' }),
  ...inOffices('money.export', 'GET /api/money/export?day=2020-01-02&formato=csv', 'GET operations/money/export', MONEY),
  ...inOffices('reports.clients', 'GET /api/reports/clients?periodo=mes&dia=2020-01-02', 'GET operations/reports/clients', WIDGETS['D05'] ?? {}),
  ...inOffices('reports.couriers', 'GET /api/reports/couriers?periodo=semana&dia=2020-01-02', 'GET operations/reports/couriers', WIDGETS['D03'] ?? {}),
  ...inOffices('reports.districts', 'GET /api/reports/districts?periodo=dia&dia=2020-01-02', 'GET operations/reports/districts', DISTRICTS),
  ...inOffices('reports.clientsFile', 'GET /api/reports/clients/file?periodo=mes&dia=2020-01-02&formato=csv', 'GET operations/reports/clients/file', WIDGETS['D05'] ?? {}),
  ...inOffices('reports.couriersFile', 'GET /api/reports/couriers/file?periodo=mes&dia=2020-01-02&formato=csv', 'GET operations/reports/couriers/file', WIDGETS['D03'] ?? {}),
  ...inOffices('reports.districtsFile', 'GET /api/reports/districts/file?periodo=mes&dia=2020-01-02&formato=csv', 'GET operations/reports/districts/file', DISTRICTS),
  ...inOffices('reports.sheet', 'GET /api/reports/sheet?cliente=c1&dia=2020-01-02', 'GET operations/reports/sheet', WIDGETS['D05'] ?? {}),
  ...inOffices('couriers.track', 'POST /api/couriers/{courier{OFFICE}}/tracker', 'POST operations/couriers/{courier{OFFICE}}/tracker', OPEN),
  ...inOffices('couriers.untrack', 'POST /api/couriers/{courier{OFFICE}}/tracker/disconnect', 'POST operations/couriers/{courier{OFFICE}}/tracker/disconnect', OPEN),
  ...inOffices('couriers.notice', 'POST /api/couriers/{courier{OFFICE}}/tracker/notice', 'POST operations/couriers/{courier{OFFICE}}/tracker/notice', OPEN),
  ...inOffices('assignments.assign', 'POST /api/assignments', 'POST operations/assignments', OPEN, { courierId: '{courier{OFFICE}}', ...ORDERS }),
  ...inOffices('assignments.unassign', 'POST /api/assignments/unassign', 'POST operations/assignments/unassign', OPEN, ORDERS),
  ...inOffices('assignments.moveLoad', 'POST /api/assignments/move-load', 'POST operations/assignments/move-load', OPEN, { from: '{courier{OFFICE}}', to: '{other{OFFICE}}' }),
  ...inOffices('assignments.changeState', 'POST /api/assignments/state', 'POST operations/assignments/state', OPEN, { to: 'en_ruta', ...ORDERS }),
  ...inOffices('assignments.reschedule', 'POST /api/assignments/reschedule', 'POST operations/assignments/reschedule', OPEN, { date: '2099-12-31', ...ORDERS }),
  ...inOffices('assignments.close', 'POST /api/assignments/close', 'POST operations/assignments/close', OPEN, { orders: ORDERS.orders.map((order) => ({ ...order, to: 'entregada' })) }),
  ...inOffices('assignments.cancel', 'POST /api/assignments/cancel', 'POST operations/assignments/cancel', CHARGED, { why: 'El cliente desistió', ...ORDERS }),
  ...inOffices('assignments.correct', 'POST /api/assignments/correct', 'POST operations/assignments/correct', CHARGED, { why: 'Se cerró por error', orders: ORDERS.orders.map((order) => ({ ...order, to: 'pendiente' })) }),
  ...inOffices('assignments.undo', 'POST /api/assignments/undo', 'POST operations/assignments/undo', OPEN, { batch: '{batch{OFFICE}}' }),
  ...inOffices('assignments.reorder', 'PUT /api/couriers/{courier{OFFICE}}/stops', 'PUT operations/couriers/{courier{OFFICE}}/stops', OPEN, { orders: [{ id: '{stop{OFFICE}}', version: 2 }] }),
  ...inOffices('assignments.route', 'PUT /api/couriers/{courier{OFFICE}}/route', 'PUT operations/couriers/{courier{OFFICE}}/route', OPEN, { stops: [{ id: '{stop{OFFICE}}', version: 2 }] }),
  ...inOffices('assignments.suggest', 'POST /api/assignments/suggest', 'POST operations/assignments/suggest', OPEN, ORDERS),
  ...inOffices('assignments.rank', 'POST /api/assignments/rank', 'POST operations/assignments/rank', OPEN, { orders: ORDERS.orders.map(({ id }) => id) }),
  ...inOffices('reasons.list', 'GET /api/reasons', 'GET operations/reasons', OPEN),
  ...inOffices('reasons.replace', 'PUT /api/reasons', 'PUT operations/reasons', CHARGED, { reasons: [{ code: 'ausente', name: 'Destinatario ausente' }] }),
  ...inOffices('offices.details', 'GET /api/offices/details', 'GET operations/offices/details', OF_COMPANY),
  ...inOffices('offices.proposal', 'GET /api/offices/proposal?id=LIMA', 'GET operations/offices/proposal', OF_COMPANY),
  ...inOffices('offices.create', 'POST /api/offices', 'POST operations/offices', OF_COMPANY, { id: '{name{OFFICE}}', name: 'Nueva', timeZone: 'America/Lima', province: null }),
  ...inOffices('offices.edit', 'PATCH /api/office', 'PATCH operations/office', OF_COMPANY, { version: 1, changes: {} }),
  ...inOffices('offices.close', 'POST /api/office/close', 'POST operations/office/close', OF_COMPANY, { version: 1 }, '{empty{OFFICE}}'),
  ...inOffices('offices.reopen', 'POST /api/office/reopen', 'POST operations/office/reopen', OF_COMPANY, { version: 1 }),
  ...inOffices('offices.remove', 'POST /api/office/remove', 'POST operations/office/remove', OF_COMPANY, { version: 1 }, '{empty{OFFICE}}'),
  ...inOffices('offices.history', 'GET /api/office/history', 'GET operations/office/history', OF_COMPANY),
  ...inOffices('firstDay.read', 'GET /api/first-day', 'GET operations/first-day', OF_COMPANY),
  ...inOffices('firstDay.skip', 'PUT /api/first-day', 'PUT operations/first-day', OF_COMPANY, { skipped: false }),
  ...inOffices('settings.read', 'GET /api/settings', 'GET operations/settings', OPEN),
  ...inOffices('settings.edit', 'PATCH /api/settings', 'PATCH operations/settings', CHARGED, { version: 1, changes: {} }),
  ...inOffices('imports.template', 'GET /api/imports/template', 'GET operations/imports/template', OPEN),
  ...inOffices('imports.preview', 'POST /api/imports?fileName=pedidos.csv', 'POST operations/imports', OPEN, '{file}'),
  ...inOffices('imports.commit', 'POST /api/imports/{import{OFFICE}}/commit', 'POST operations/imports/{import{OFFICE}}/commit', OPEN, { orders: 1 }),
  ...inOffices('imports.fix', 'POST /api/imports/{import{OFFICE}}/lines', 'POST operations/imports/{import{OFFICE}}/lines', OPEN, { column: 'district', value: '150101', lines: [2] }),
  ...inOffices('imports.clients', 'POST /api/imports/{import{OFFICE}}/clients', 'POST operations/imports/{import{OFFICE}}/clients', OPEN, { clients: [], keepOthers: true }),
  ...inOffices('imports.broken', 'GET /api/imports/{import{OFFICE}}/broken', 'GET operations/imports/{import{OFFICE}}/broken', OPEN),
  ...inOffices('exports.prepare', 'POST /api/exports', 'POST operations/exports', OPEN, { format: 'csv', filter: { estado: 'pendiente' } }),
  ...inOffices('exports.prepare', 'POST /api/exports', 'POST operations/exports', FULL, { format: 'csv', filter: {} }),
  ...inOffices('exports.download', 'GET /api/exports?ticket={ticket}', 'GET operations/exports', OPEN),
  ...inOffices('evidence.list', 'GET /api/orders/{order{OFFICE}}/evidence', 'GET operations/orders/{order{OFFICE}}/evidence', PHOTOS),
  ...inOffices('evidence.add', 'POST /api/orders/{order{OFFICE}}/evidence?kind=entrega', 'POST operations/orders/{order{OFFICE}}/evidence', OPEN, PHOTO),
  // Without an open request and without faults, both change nothing.
  ...inOffices('evidence.ask', 'PUT /api/orders/{order{OFFICE}}/photo-request', 'PUT operations/orders/{order{OFFICE}}/photo-request', OPEN, { kind: null }),
  ...inOffices('evidence.settle', 'PUT /api/orders/{order{OFFICE}}/photo-checks', 'PUT operations/orders/{order{OFFICE}}/photo-checks', OPEN, { photo: null, visit: null }),
  ...inOffices('evidence.page', 'GET /api/evidence', 'GET operations/evidence', WALL),
  ...inOffices('evidence.file', 'GET /api/evidence/{photo{OFFICE}}/file?medida=mini', 'GET operations/evidence/{photo{OFFICE}}/file', PHOTOS),
  ...inOffices('evidence.missing', 'GET /api/evidence/missing', 'GET operations/evidence/missing', WALL),
  ...inOffices('evidence.prepare', 'POST /api/evidence/exports', 'POST operations/evidence/exports', WALL, { photos: ['{photo{OFFICE}}'] }),
  ...inOffices('evidence.download', 'GET /api/evidence/exports?ticket={zip}', 'GET operations/evidence/exports', WALL),
  ...inOffices('evidence.remove', 'POST /api/evidence/{photo{OFFICE}}/remove', 'POST operations/evidence/{photo{OFFICE}}/remove', PHOTOS_CHARGED, { why: 'Es de otra persona' }),
  ...inOffices('guestLinks.list', 'GET /api/guest-links', 'GET operations/guest-links', PHOTOS),
  ...inOffices('guestLinks.create', 'POST /api/guest-links', 'POST operations/guest-links', PHOTOS, { subject: { kind: 'order', orderId: '{order{OFFICE}}' }, days: 7 }),
  ...inOffices('guestLinks.revoke', 'POST /api/guest-links/{guestLink{OFFICE}}/revoke', 'POST operations/guest-links/{guestLink{OFFICE}}/revoke', PHOTOS),
  line('passwords.link', 'POST /api/people/{LIMA}/password-link?officeId=LIMA', 'POST operations/people/{LIMA}/password-link', '401 mod mod mod mod mod mod mod mod mod mod mod chg ok chg host mod'),
  line('passwords.link', 'POST /api/people/{AREQUIPA}/password-link?officeId=AREQUIPA', 'POST operations/people/{AREQUIPA}/password-link', '401 mod mod mod mod mod mod mod mod mod mod mod chg ok chg host mod'),
  line('passwords.link', 'POST /api/people/{CUSCO}/password-link?officeId=CUSCO', 'POST operations/people/{CUSCO}/password-link', '401 mod mod mod mod mod mod mod mod mod mod mod chg host chg ok mod'),
  ...inOffices('reviews.list', 'GET /api/reviews?estado=pendiente', 'GET operations/reviews', OPEN),
  ...inOffices('reviews.accept', 'POST /api/reviews/{review{OFFICE}}/accept', 'POST operations/reviews/{review{OFFICE}}/accept', OPEN, { version: 3 }),
  ...inOffices('reviews.reject', 'POST /api/reviews/{review{OFFICE}}/reject', 'POST operations/reviews/{review{OFFICE}}/reject', OPEN, { version: 3 }),
  ...inOffices('reviews.rejectAll', 'POST /api/reviews/reject-all', 'POST operations/reviews/reject-all', OPEN, { courierId: '{courier{OFFICE}}', upTo: '{review{OFFICE}}', why: 'Le robaron el teléfono' }),
  ...inOffices('visits.list', 'GET /api/orders/{order{OFFICE}}/visits', 'GET operations/orders/{order{OFFICE}}/visits', PHOTOS),
  ...inOffices('visits.receiver', 'GET /api/visits/{review{OFFICE}}/receiver', 'GET operations/visits/{review{OFFICE}}/receiver', OPEN),
  ...inOffices('views.list', 'GET /api/views', 'GET operations/views', OPEN),
  ...inOffices('views.create', 'POST /api/views', 'POST operations/views', OPEN, { name: '{name{OFFICE}}', filter: { estado: 'pendiente' }, sort: null }),
  ...inOffices('views.edit', 'PATCH /api/views/{view{OFFICE}}', 'PATCH operations/views/{view{OFFICE}}', OPEN, { version: 1, changes: {} }),
  ...inOffices('views.remove', 'POST /api/views/{view{OFFICE}}/remove', 'POST operations/views/{view{OFFICE}}/remove', OPEN, { version: 1 }),
  ...inOffices('trail.list', 'GET /api/trail', 'GET operations/trail', RECORDS),
  ...inOffices('trail.file', 'GET /api/trail/file?formato=jsonl', 'GET operations/trail/file', RECORDS),
  ...inOffices('zones.list', 'GET /api/zones', 'GET operations/zones', ZONES),
  ...inOffices('zones.history', 'GET /api/zones/{zone{OFFICE}}/history', 'GET operations/zones/{zone{OFFICE}}/history', ZONES_CHARGED),
  ...inOffices('zones.uses', 'GET /api/zones/{zone{OFFICE}}/uses', 'GET operations/zones/{zone{OFFICE}}/uses', ZONES_CHARGED),
  ...inOffices('zones.removed', 'GET /api/zones/removed', 'GET operations/zones/removed', ZONES_CHARGED),
  ...inOffices('zones.create', 'POST /api/zones', 'POST operations/zones', ZONES_CHARGED, { ...NEW_ZONE, name: '{name{OFFICE}}' }),
  ...inOffices('zones.import', 'POST /api/zones/import', 'POST operations/zones/import', ZONES_CHARGED, { zones: [{ ...NEW_ZONE, name: '{name{OFFICE}}', replaces: null }] }),
  ...inOffices('zones.edit', 'PATCH /api/zones/{zone{OFFICE}}', 'PATCH operations/zones/{zone{OFFICE}}', ZONES_CHARGED, { version: 1, changes: {} }),
  ...inOffices('zones.remove', 'POST /api/zones/{zone{OFFICE}}/remove', 'POST operations/zones/{zone{OFFICE}}/remove', ZONES_CHARGED, { version: 1 }),
  ...inOffices('zones.restore', 'POST /api/zones/{removedZone{OFFICE}}/restore', 'POST operations/zones/{removedZone{OFFICE}}/restore', ZONES_CHARGED, { version: 2 }),
  ...inOffices('people.list', 'GET /api/people', 'GET operations/people', PEOPLE),
  ...inOffices('people.preview', 'POST /api/people/preview?fileName=personas.csv', 'POST operations/people/preview', PEOPLE, '{file}'),
  ...inOffices('people.create', 'POST /api/people', 'POST operations/people', PEOPLE, { people: [{ name: 'Nueva', username: '{account{OFFICE}}', charge: 'O', modules: [] }] }),
  ...inOffices('people.edit', 'PATCH /api/people/{person{OFFICE}}', 'PATCH operations/people/{person{OFFICE}}', PEOPLE, { version: 1, changes: {} }),
  ...inOffices('people.openWork', 'GET /api/people/{person{OFFICE}}/open-work', 'GET operations/people/{person{OFFICE}}/open-work', PEOPLE),
  ...inOffices('people.history', 'GET /api/people/{person{OFFICE}}/history', 'GET operations/people/{person{OFFICE}}/history', PEOPLE),
  ...inOffices('people.disable', 'POST /api/people/{person{OFFICE}}/disable', 'POST operations/people/{person{OFFICE}}/disable', PEOPLE, { version: 1 }),
  ...inOffices('people.enable', 'POST /api/people/{disabled{OFFICE}}/enable', 'POST operations/people/{disabled{OFFICE}}/enable', PEOPLE, { version: 2 }),
  ...inOffices('people.retire', 'POST /api/people/{person{OFFICE}}/retire', 'POST operations/people/{person{OFFICE}}/retire', PEOPLE, { version: 1 }),
  ...inOffices('people.delete', 'POST /api/people/{person{OFFICE}}/delete', 'POST operations/people/{person{OFFICE}}/delete', PEOPLE, { version: 1 }),
  ...inOffices('people.move', 'POST /api/people/{person{OFFICE}}/move', 'POST operations/people/{person{OFFICE}}/move', PEOPLE_CHARGED, { version: 1, to: '{OFFICE}' }),
  ...inOffices('people.removeFactor', 'POST /api/people/{person{OFFICE}}/remove-factor', 'POST operations/people/{person{OFFICE}}/remove-factor', PEOPLE_CHARGED),
  ...inOffices('people.permitFactor', 'POST /api/people/{person{OFFICE}}/permit-factor', 'POST operations/people/{person{OFFICE}}/permit-factor', PEOPLE_CHARGED),
  ...inOffices('signInRules.read', 'GET /api/sign-in-rules', 'GET operations/sign-in-rules', PEOPLE_CHARGED),
  ...inOffices('signInRules.edit', 'POST /api/sign-in-rules', 'POST operations/sign-in-rules', PEOPLE_CHARGED, { version: 1, changes: {} }),
  ...inOffices('people.inviteProvider', 'POST /api/people/{person{OFFICE}}/provider-invitation', 'POST operations/people/{person{OFFICE}}/provider-invitation', PEOPLE_CHARGED),
  ...inOffices('people.unlinkProvider', 'POST /api/people/{person{OFFICE}}/unlink-provider', 'POST operations/people/{person{OFFICE}}/unlink-provider', PEOPLE_CHARGED),
  ...inOffices('people.profiles', 'GET /api/people/profiles', 'GET operations/people/profiles', PEOPLE),
  ...inOffices('people.createProfile', 'POST /api/people/profiles', 'POST operations/people/profiles', PEOPLE, { name: '{account{OFFICE}}', modules: [] }),
  ...inOffices('people.editProfile', 'PATCH /api/people/profiles/{profile{OFFICE}}', 'PATCH operations/people/profiles/{profile{OFFICE}}', PEOPLE, { version: 1, name: '{account{OFFICE}}', modules: [] }),
  ...inOffices('people.removeProfile', 'POST /api/people/profiles/{profile{OFFICE}}/remove', 'POST operations/people/profiles/{profile{OFFICE}}/remove', PEOPLE, { version: 1 }),
  ...inOffices('presence.tell', 'PUT /api/presence', 'PUT operations/presence', OPEN, { doing: 'viendo', orders: ['{order{OFFICE}}'] }),
  ...inOffices('events.history', 'GET /api/events/history', 'GET operations/events/history', OPEN),
  // Sessions of staff count for nothing here: access of phones is in courier-sessions.test.ts.
  line('field.session', 'GET /api/field/session', null,                                            '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401'),
  line('field.enrolment', 'POST /api/field/enrolment', null,                                       'csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf   csrf', { secret: 'A'.repeat(43) }),
  line('field.connect', 'POST /api/field/connect', null,                                           'csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf   csrf', { secret: 'A'.repeat(43), code: '0000' }),
  line('field.signOut', 'POST /api/field/sign-out', null,                                          'ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
  line('field.route', 'GET /api/field/route', null,                                                '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401'),
  line('field.area', 'GET /api/field/area', null,                                                  '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401'),
  line('field.positions', 'POST /api/field/positions', null,                                       '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { fixes: [] }),
  line('field.visit', 'POST /api/field/visits', null,                                              '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { id: '00000000-0000-4000-8000-000000000001', order: '1', attempt: 1, version: 1, to: 'entregada', at: '2026-11-20T15:00:00.000Z' }),
  line('field.reportVisit', 'POST /api/field/visits/report', null,                                 '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { id: '00000000-0000-4000-8000-000000000001', order: '1', attempt: 1, version: 1, to: 'entregada', at: '2026-11-20T15:00:00.000Z' }),
  line('field.start', 'POST /api/field/start', null,                                               '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { id: '0b8e3f54-3f0c-4c53-9c1e-2f6f3f5a1c01', at: '2026-11-20T15:00:00.000Z' }),
  line('field.reorder', 'POST /api/field/stops', null,                                             '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { id: '0b8e3f54-3f0c-4c53-9c1e-2f6f3f5a1c03', at: '2026-11-20T15:00:00.000Z', before: [], stops: [] }),
  line('field.door', 'POST /api/field/doors', null,                                                '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { id: '0b8e3f54-3f0c-4c53-9c1e-2f6f3f5a1c04', at: '2026-11-20T15:00:00.000Z', order: '1', attempt: 1, place: { lat: -12.1, lng: -77, accuracy: 9 } }),
  line('field.readNote', 'POST /api/field/notes/1/read', null,                                     '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401'),
  line('field.end', 'POST /api/field/end', null,                                                   '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', { id: '0b8e3f54-3f0c-4c53-9c1e-2f6f3f5a1c02', at: '2026-11-20T15:00:00.000Z', unsent: 0 }),
  line('field.photo', 'POST /api/field/photos', null,                                              '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', NEW_PHOTO),
  line('field.photoPart', `POST /api/field/photos/${NEW_PHOTO.id}/parts?offset=0`, null,           '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401', 'abc'),
  // The same holds for guests: their access is in guest-sessions.test.ts.
  line('guest.session', 'GET /api/guest/session', null,                                            '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401'),
  line('guest.open', 'POST /api/guest/open', null,                                                 'csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf csrf', { secret: 'A'.repeat(43) }),
  line('guest.content', 'GET /api/guest/content', null,                                            '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401'),
  line('guest.photo', 'GET /api/guest/photos/1?medida=mini', null,                                 '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401'),
  line('tiles.field', 'GET /api/field/tiles/12/1171/2186', null,                                   '401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401   401'),
  line('tiles.read', 'GET /tiles/3/1/2', 'GET mapa/3/1/2',                                         '401  ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok   ok'),
];
