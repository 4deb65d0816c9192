import * as z from 'zod/mini';
import { MODULE_CODES, MODULES, type ModuleCode } from '../../modules.ts';
import { operation } from '../../operation.ts';
import { CLOSINGS_BODY, DISPATCH, FILE_TIME_MS, LIST_ANSWER, type OperationPolicy } from '../../policy.ts';
import { id, officeId } from '../../subjects/shared.ts';
import { line, searchText } from '../../text.ts';
import { actor, inOffice, officeEvent, recordInOffice, rowInOffice, version } from '../platform/fields.ts';
import {
  brokenLine,
  IMPORT_FILE,
  type ImportColumn,
  keysOf,
  MAX_IMPORT_BYTES,
  tablePreview,
  tableQuery,
} from '../platform/import-table.ts';
import { type TrailKind } from './trail.ts';
import { codesOf } from '../platform/words.ts';

/** Charges that people of our own service may have. Only S has an effect; the others describe a person's role. */
export const CHARGES = {
  S: 'Toda la empresa',
  A: 'Administración de la oficina',
  J: 'Jefatura',
  D: 'Despacho',
  C: 'Caja y clientes',
  O: 'Otro',
} as const;

export type ChargeCode = keyof typeof CHARGES;

export const CHARGE_CODES = codesOf(CHARGES);

export const isChargeCode = (code: string): code is ChargeCode => Object.hasOwn(CHARGES, code);

/** Only active people sign in. Retired ones stay in the history. */
export const PERSON_STATES = { active: 'Activa', disabled: 'Desactivada', retired: 'Retirada' } as const;

export type PersonState = keyof typeof PERSON_STATES;

export const PERSON_STATE_CODES = codesOf(PERSON_STATES);

/** What a list of people has: those with a state, or the active ones who lack a required second factor. */
export const PEOPLE_LISTS = [...PERSON_STATE_CODES, 'withoutFactor'] as const;

export type PeopleList = (typeof PEOPLE_LISTS)[number];

/** Maximum number of people of a company, retired ones included. */
export const MAX_PEOPLE = 10_000;

/** People in one page of the list. */
export const PEOPLE_PAGE = 100;

/** People that one request creates: each needs 20 ms to hash a password. */
export const MAX_NEW_PEOPLE = 100;

/**
 * Accounts that a person may create within 24 hours, including those that the created accounts create: with G01, and with
 * charge S. The operator's commands have no such limit.
 */
export const NEW_ACCOUNTS_A_DAY = { usual: 500, chargeS: 2000 } as const;

/** Profiles that an office may add to the standard ones. */
export const MAX_PROFILES = 30;

/** Modules of one list: twice those that exist, because unknown codes of older products are kept. */
const MAX_MODULES = 40;

const username = z
  .string()
  .check(z.trim(), z.regex(/^[\w.@-]{1,64}$/, 'El usuario lleva letras sin tilde, números y . _ - @'));

/** @returns the end of the refusal of a taken username, with a free one; empty without one. */
export const freeUsernameText = (free: string): string => (free === '' ? '' : `. Puede usar ${free}`);

/** @returns the free username that such a refusal names. */
export const freeUsernameIn = (refusal: string): string | undefined =>
  /\. Puede usar ([\w.@-]{1,64})$/.exec(refusal)?.[1];

const name = line(80, 'Escriba el nombre');

const moduleCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,16}$/));

const modules = z.array(moduleCode).check(z.maxLength(MAX_MODULES));

const charge = z.enum(CHARGE_CODES);

export const newPerson = z.strictObject({ name, username, charge, modules });

export type NewPerson = z.infer<typeof newPerson>;

export const personOfOffice = z.object({
  id: z.string(),
  version: z.int(),
  state: z.enum(PERSON_STATE_CODES),
  username: z.string(),
  name: z.string(),
  charge: z.string(),
  modules: z.array(z.string()),
  /** Null for somebody who never signed in. */
  lastSignIn: z.nullable(z.iso.datetime()),
  /** Whether the account can be deleted: nobody has ever signed in with it. Others are retired. */
  unused: z.boolean(),
  /** Open sessions, which the gateway adds to the list; null if unknown. */
  sessions: z.nullable(z.int()),
  /** Whether name and username were removed on request. */
  erased: z.boolean(),
  /** Whether sign-ins need a second factor. */
  factor: z.boolean(),
  /** Of an active person who lacks a required second factor: until when sign-ins need none. Null for all others. */
  factorBy: z.nullable(z.iso.datetime()),
  /** Whether the account is linked with one at the company's identity provider. */
  provider: z.boolean(),
});

export type PersonOfOffice = z.infer<typeof personOfOffice>;

export const peoplePage = z.object({
  /** By name. */
  people: z.array(personOfOffice),
  /** People of the office in each list, whatever the search. */
  counts: z.object({
    active: z.int(),
    disabled: z.int(),
    retired: z.int(),
    withoutFactor: z.int(),
  } satisfies Record<PeopleList, unknown>),
  /** Whether the company allows passwords. New people get no temporary one otherwise. */
  byUsername: z.boolean(),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
});

export type PeoplePage = z.infer<typeof peoplePage>;

/** A person's open work. */
const openWork = z.object({
  /** Lines of «Por atender» that the person has taken. */
  lines: z.int(),
  /** Days with money of couriers that the person received, and that nobody has closed. */
  money: z.array(z.object({ day: z.string(), couriers: z.int() })),
});

export type OpenWork = z.infer<typeof openWork>;

/** Maximum number of colleagues listed. */
export const MAX_COLLEAGUES = 500;

const openWorkToGive = z.extend(openWork, {
  /** Who can receive the lines: active people of the office who see and take lines. By name; empty without lines. */
  colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
});

export type OpenWorkToGive = z.infer<typeof openWorkToGive>;

const createdPerson = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** The password that is shown once; null if there is none, or if it is no longer valid. Not named `password`, which the gateway drops. */
  temporary: z.nullable(z.string()),
});

export type CreatedPerson = z.infer<typeof createdPerson>;

export const createdPeople = z.object({
  people: z.array(createdPerson),
  /** Whether they got temporary passwords. Otherwise they need an invitation to link the company's account. */
  byUsername: z.boolean(),
});

export type CreatedPeople = z.infer<typeof createdPeople>;

/** The columns of a list of people. A list without headings has the first four. */
export const PEOPLE_COLUMNS = {
  name: { header: 'Nombre', required: true, hint: 'Nombre y apellidos' },
  username: { header: 'Usuario', required: false, hint: 'Si lo deja vacío, se propone uno' },
  charge: { header: 'Cargo', required: false, hint: 'Código o nombre; si lo deja vacío: O' },
  profile: { header: 'Perfil', required: false, hint: 'Despachador' },
  modules: { header: 'Módulos', required: false, hint: 'D01, U01' },
} as const satisfies Record<string, ImportColumn>;

export type PeopleColumn = keyof typeof PEOPLE_COLUMNS;

export const PEOPLE_COLUMN_KEYS = keysOf<PeopleColumn>(PEOPLE_COLUMNS);

const personLine = z.discriminatedUnion('ok', [
  z.object({
    line: z.int(),
    ok: z.literal(true),
    input: newPerson,
    /** Whether the username was made of the name. */
    proposed: z.boolean(),
  }),
  brokenLine(PEOPLE_COLUMN_KEYS),
]);

export type PersonLine = z.infer<typeof personLine>;

const peoplePreview = tablePreview(PEOPLE_COLUMN_KEYS, personLine);

export type PeoplePreview = z.infer<typeof peoplePreview>;

const profileFields = { name: line(60, 'Escriba el nombre del perfil'), modules };

/** A named set of modules. It is applied to people and not linked to them: later changes of it do not affect them. */
const profile = z.object({
  /** Null for a standard one. */
  id: z.nullable(z.string()),
  version: z.int(),
  name: z.string(),
  modules: z.array(z.string()),
});

export type Profile = z.infer<typeof profile>;

/** Every office has these. */
export const STANDARD_PROFILES: readonly { name: string; modules: readonly ModuleCode[] }[] = [
  { name: 'Despachador', modules: ['D01', 'D02', 'D04', 'M01', 'U01', 'T02'] },
  { name: 'Caja', modules: ['D04', 'D05', 'U01'] },
  { name: 'Supervisor', modules: ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'M01', 'U01', 'T02', 'G01', '000'] },
];

/** @returns the modules of the product as a person reads them in a message: «U01 Asignación, …». */
export const moduleChoices = (): string => MODULE_CODES.map((code) => `${code} ${MODULES[code].name}`).join(', ');

/** @returns the charges, in the same form. */
export const chargeChoices = (): string => CHARGE_CODES.map((code) => `${code} ${CHARGES[code]}`).join(', ');

export const PERSON_CHANGES = {
  created: 'Creada',
  edited: 'Editada',
  disabled: 'Desactivada',
  enabled: 'Activada',
  retired: 'Retirada',
  moved: 'Cambiada de oficina',
  deleted: 'Eliminada',
} as const;

export type PersonChange = keyof typeof PERSON_CHANGES;

const facts = z.partial(
  z.object({
    username: z.string(),
    name: z.string(),
    charge: z.string(),
    state: z.enum(PERSON_STATE_CODES),
    office: z.string(),
    modules: z.array(z.string()),
  } satisfies Record<keyof NewPerson | 'state' | 'office', unknown>),
);

export type PersonFacts = z.infer<typeof facts>;

/**
 * The kinds of the company's trail in the history of a person. Sign-ins, with their wrong and recovery codes, are in «Registro»,
 * for charge S. An index on the trail has the same list.
 */
export const PERSON_HISTORY_KINDS = [
  'account.created',
  'account.edited',
  'account.disabled',
  'account.enabled',
  'account.retired',
  'account.moved',
  'account.erased',
  'permissions.changed',
  'password.changed',
  'password.set',
  'password.linkCreated',
  'password.linkUsed',
  'factor.added',
  'factor.removed',
  'factor.permitted',
  'factor.codesRenewed',
  'provider.invited',
  'provider.linked',
  'provider.unlinked',
  'signIn.brokenGlass',
] as const satisfies readonly TrailKind[];

/** Maximum number of changes shown of one person. */
export const MAX_PERSON_CHANGES = 200;

const personChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(PERSON_HISTORY_KINDS),
  by: actor,
  /** The changed fields. */
  before: facts,
  after: facts,
  /** Lines of «Por atender» given to a colleague, or back to the list if `to` is null; null without any. */
  lines: z.nullable(z.object({ count: z.int(), to: z.nullable(z.string()) })),
});

export type PersonHistoryEntry = z.infer<typeof personChange>;

const personHistory = z.object({
  /** Newest first. */
  changes: z.array(personChange),
  /** Number of days that the company keeps them. */
  days: z.int(),
});

export type PersonHistory = z.infer<typeof personHistory>;

/** A person was created or changed; changes of modules alone are `permissions.changed`. */
export const personChanged = officeEvent('person.changed', {
  what: z.enum(codesOf(PERSON_CHANGES)),
  person: z.object({ id: z.string(), version: z.int(), username: z.string(), user: z.string() }),
  /** The changed fields. */
  before: facts,
  after: facts,
});

const PEOPLE = { ...DISPATCH, access: ['G01'], directory: true } as const satisfies OperationPolicy;

/**
 * `openWork`: the person was shown what stays open. `linesTo`: the colleague who receives the lines of «Por atender»; without one
 * they go back to the list.
 */
const leaving = z.strictObject({ version, openWork: z.optional(z.literal('known')), linesTo: z.optional(id) });

export type Leaving = z.infer<typeof leaving>;

const personEdit = z.strictObject({
  version,
  changes: z.partial(newPerson),
});

export type PersonEdit = z.infer<typeof personEdit>;

/** The people of an office: G01 in their own office, charge S in any of the company. */
export const peopleOperations = {
  'people.list': operation('GET', '/api/people', {
    summary: 'Las personas de una oficina, con estado, último ingreso y sesiones abiertas, por páginas',
    policy: { ...PEOPLE, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOffice.shape,
      estado: z.optional(z.enum(PEOPLE_LISTS)),
      buscar: z.optional(searchText(100)),
      cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1200}$/))),
    }),
    response: peoplePage,
  }),
  'people.preview': operation('POST', '/api/people/preview', {
    summary: 'Lee una lista de personas (CSV, XLSX o celdas pegadas) y dice qué falta corregir; no crea a nadie',
    policy: { ...PEOPLE, bodyBytes: MAX_IMPORT_BYTES, answerBytes: LIST_ANSWER, timeMs: FILE_TIME_MS },
    query: tableQuery,
    upload: IMPORT_FILE,
    response: peoplePreview,
  }),
  'people.create': operation('POST', '/api/people', {
    summary: 'Crea una o varias personas, con una contraseña temporal que se muestra una vez si la empresa las permite',
    policy: { ...PEOPLE, repeatable: true, bodyBytes: CLOSINGS_BODY, timeMs: FILE_TIME_MS },
    query: inOffice,
    body: z.strictObject({ people: z.array(newPerson).check(z.minLength(1), z.maxLength(MAX_NEW_PEOPLE)) }),
    response: createdPeople,
  }),
  'people.edit': operation('PATCH', '/api/people/:id', {
    summary: 'Cambia nombre, usuario, cargo o módulos de una persona, si nadie la cambió entretanto',
    policy: { ...PEOPLE },
    ...recordInOffice,
    body: personEdit,
    response: personOfOffice,
  }),
  'people.openWork': operation('GET', '/api/people/:id/open-work', {
    summary: 'Lo que una persona tiene abierto: líneas de «Por atender», quién puede recibirlas, y dinero sin cerrar',
    policy: { ...PEOPLE },
    ...recordInOffice,
    response: openWorkToGive,
  }),
  'people.history': operation('GET', '/api/people/:id/history', {
    summary: 'Los cambios de una persona: quién cambió qué de su cuenta, con antes y después',
    policy: { ...PEOPLE, answerBytes: LIST_ANSWER },
    ...recordInOffice,
    response: personHistory,
  }),
  'people.disable': operation('POST', '/api/people/:id/disable', {
    summary: 'Desactiva a una persona: no puede ingresar, sus sesiones terminan y sus líneas pasan a otra o a la lista',
    policy: { ...PEOPLE, inClosedOffice: true },
    ...recordInOffice,
    body: leaving,
    response: personOfOffice,
  }),
  'people.enable': operation('POST', '/api/people/:id/enable', {
    summary: 'Activa a una persona desactivada o retirada',
    policy: { ...PEOPLE },
    ...recordInOffice,
    body: z.strictObject({ version }),
    response: personOfOffice,
  }),
  'people.retire': operation('POST', '/api/people/:id/retire', {
    summary: 'Retira a una persona: no puede ingresar, y lo que hizo se sigue leyendo',
    policy: { ...PEOPLE, inClosedOffice: true },
    ...recordInOffice,
    body: leaving,
    response: personOfOffice,
  }),
  'people.delete': operation('POST', '/api/people/:id/delete', {
    summary: 'Elimina la cuenta de una persona que nunca ingresó y de la que nada depende; su usuario queda libre',
    policy: { ...PEOPLE, inClosedOffice: true },
    ...recordInOffice,
    body: z.strictObject({ version }),
    response: personOfOffice,
  }),
  'people.move': operation('POST', '/api/people/:id/move', {
    summary: 'Cambia a una persona de oficina dentro de la empresa (cargo S)',
    policy: { ...PEOPLE, charge: 'S' },
    ...recordInOffice,
    body: z.strictObject({ ...leaving.shape, to: officeId }),
    response: personOfOffice,
  }),
  'people.removeFactor': operation('POST', '/api/people/:id/remove-factor', {
    summary: 'Quita el segundo paso de una persona que lo perdió, y termina sus sesiones (cargo S, nunca el propio)',
    policy: { ...PEOPLE, charge: 'S' },
    ...recordInOffice,
    response: personOfOffice,
  }),
  'people.profiles': operation('GET', '/api/people/profiles', {
    summary: 'Los perfiles de una oficina: conjuntos de módulos con nombre',
    policy: { ...PEOPLE },
    query: inOffice,
    response: z.array(profile),
  }),
  'people.createProfile': operation('POST', '/api/people/profiles', {
    summary: 'Agrega un perfil a la oficina',
    policy: { ...PEOPLE },
    query: inOffice,
    body: z.strictObject(profileFields),
    response: profile,
  }),
  'people.editProfile': operation('PATCH', '/api/people/profiles/:id', {
    summary: 'Cambia un perfil de la oficina, si nadie lo cambió entretanto; no cambia a ninguna persona',
    policy: { ...PEOPLE },
    ...rowInOffice,
    body: z.strictObject({ version, ...profileFields }),
    response: profile,
  }),
  'people.removeProfile': operation('POST', '/api/people/profiles/:id/remove', {
    summary: 'Quita un perfil de la oficina; no cambia a ninguna persona',
    policy: { ...PEOPLE },
    ...rowInOffice,
    body: z.strictObject({ version }),
    response: profile,
  }),
};
