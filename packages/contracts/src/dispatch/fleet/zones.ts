import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER, type OperationPolicy } from '../../policy.ts';
import { line } from '../../text.ts';
import {
  actor,
  allDiffer,
  inOffice,
  latitude,
  longitude,
  officeEvent,
  rowId,
  rowInOffice,
  version,
} from '../platform/fields.ts';
import { MAX_CORNERS, roundDegrees } from '../platform/zone-geometry.ts';
import { codesOf } from '../platform/words.ts';

/** Maximum number of zones per office: with `MAX_CORNERS` each, the list is 2 MB. */
export const MAX_ZONES = 200;

/** Removed zones kept per office, so that they can be restored; then the one removed first is deleted. */
export const MAX_REMOVED_ZONES = 100;

/** Versions kept of a zone; then the oldest is deleted. */
export const MAX_ZONE_VERSIONS = 20;

/** Maximum number of drawn zones that a courier serves. */
export const MAX_ZONES_OF_COURIER = 30;

/** Corners of one imported file, all zones together: an office with districts of Lima has less than half of it. */
export const MAX_IMPORTED_CORNERS = 20_000;

/** Fits `MAX_IMPORTED_CORNERS` of 22 bytes, and `MAX_ZONES` names. */
const IMPORT_BODY = 512 * 1024;

/** The colours of zones, with the text shown. Each is a token of the theme, `--zone-…`. */
export const ZONE_COLORS = {
  turquesa: 'Turquesa',
  azul: 'Azul',
  violeta: 'Violeta',
  rosa: 'Rosa',
  rojo: 'Rojo',
  ambar: 'Ámbar',
  verde: 'Verde',
  gris: 'Gris',
} as const;

export type ZoneColor = keyof typeof ZONE_COLORS;

export const ZONE_COLOR_CODES = codesOf(ZONE_COLORS);

const degrees = <Schema extends typeof latitude>(range: Schema) => range.check(z.overwrite<number>(roundDegrees));

/** Latitude and longitude in degrees, rounded to one metre. */
const corner = z.tuple([degrees(latitude), degrees(longitude)]);

/** The service also checks the border with `zoneProblem`, whose sentence it answers. */
const corners = z.array(corner).check(z.maxLength(MAX_CORNERS));

const fields = { name: line(40), color: z.enum(ZONE_COLOR_CODES), corners };

export const zoneInput = z.strictObject(fields);

export type ZoneInput = z.infer<typeof zoneInput>;

/** A zone of a file: new, or a replacement of one that the office has. */
const importedZone = z.strictObject({
  ...fields,
  replaces: z.nullable(z.strictObject({ id: rowId, version })),
});

const zonesImport = z.strictObject({
  zones: z.array(importedZone).check(
    z.minLength(1),
    z.maxLength(MAX_ZONES),
    z.refine(
      (zones) => zones.reduce((sum, { corners }) => sum + corners.length, 0) <= MAX_IMPORTED_CORNERS,
      'El archivo tiene demasiadas esquinas; divídalo',
    ),
  ),
});

export type ZonesImport = z.infer<typeof zonesImport>;

const zoneEdit = z.strictObject({ version, changes: z.partial(z.strictObject(fields)) });

export type ZoneEdit = z.infer<typeof zoneEdit>;

/** Without the checks of an input: a stored zone has passed them. */
const shape = {
  name: z.string(),
  color: z.enum(ZONE_COLOR_CODES),
  corners: z.array(z.tuple([z.number(), z.number()])),
};

/** An area that the office has drawn. Zones may overlap. */
const zone = z.object({ id: z.string(), version: z.int(), ...shape });

export type Zone = z.infer<typeof zone>;

const ZONE_CHANGES = ['creada', 'editada', 'quitada', 'restaurada'] as const;

export type ZoneChange = (typeof ZONE_CHANGES)[number];

/** A zone was drawn, edited, removed or restored. Clients that show zones reload them. */
export const zoneChanged = officeEvent('zone.changed', {
  what: z.enum(ZONE_CHANGES),
  zone: z.object({ id: z.string(), name: z.string(), version: z.int() }),
});

/** The version of a zone after a change. */
const zoneVersion = z.object({
  version: z.int(),
  ...shape,
  what: z.enum(ZONE_CHANGES),
  at: z.iso.datetime(),
  by: actor,
});

export type ZoneVersion = z.infer<typeof zoneVersion>;

const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** What refers to a zone. */
const zoneUses = z.object({
  couriers: named,
  /** The couriers who serve nothing else: without the zone they are not suggested for any order. */
  onlyHere: z.int(),
  /** None for people without U01, who see no views. */
  views: named,
});

export type ZoneUses = z.infer<typeof zoneUses>;

/** People who see orders, or couriers on the map. */
const READS = { ...DISPATCH, access: ['U01', 'M01'] } as const satisfies OperationPolicy;

const WRITES = { ...READS, charge: 'S' } as const satisfies OperationPolicy;

/** Names are unique in an office, regardless of case and accents. */
export const zoneOperations = {
  'zones.list': operation('GET', '/api/zones', {
    summary: 'Zonas dibujadas de una oficina, por nombre',
    policy: { ...READS, answerBytes: LIST_ANSWER },
    query: inOffice,
    response: z.array(zone),
  }),
  'zones.history': operation('GET', '/api/zones/:id/history', {
    summary: 'Los últimos cambios de una zona, con su forma después de cada uno (cargo S)',
    policy: { ...WRITES },
    ...rowInOffice,
    response: z.array(zoneVersion),
  }),
  'zones.uses': operation('GET', '/api/zones/:id/uses', {
    summary: 'Qué repartidores atienden una zona y qué vistas filtran por ella (cargo S)',
    policy: { ...WRITES },
    ...rowInOffice,
    response: zoneUses,
  }),
  'zones.removed': operation('GET', '/api/zones/removed', {
    summary: 'Las zonas quitadas que se pueden restaurar, la última primero (cargo S)',
    policy: { ...WRITES },
    query: inOffice,
    response: z.array(
      z.object({ id: z.string(), version: z.int(), name: z.string(), at: z.iso.datetime(), by: actor }),
    ),
  }),
  'zones.create': operation('POST', '/api/zones', {
    summary: 'Dibuja una zona (cargo S)',
    policy: { ...WRITES },
    query: inOffice,
    body: zoneInput,
    response: zone,
  }),
  'zones.import': operation('POST', '/api/zones/import', {
    summary: 'Importa las zonas de un archivo, todas o ninguna (cargo S)',
    policy: { ...WRITES, bodyBytes: IMPORT_BODY },
    query: inOffice,
    body: zonesImport,
    /** Unchanged zones are not counted. */
    response: z.object({ created: z.int(), edited: z.int() }),
  }),
  'zones.edit': operation('PATCH', '/api/zones/:id', {
    summary: 'Cambia nombre, color o forma de una zona, si nadie la cambió entretanto (cargo S)',
    policy: { ...WRITES },
    ...rowInOffice,
    body: zoneEdit,
    response: zone,
  }),
  'zones.remove': operation('POST', '/api/zones/:id/remove', {
    summary: 'Quita una zona; responde la zona quitada, que se puede restaurar (cargo S)',
    policy: { ...WRITES },
    ...rowInOffice,
    body: z.strictObject({ version }),
    response: zone,
  }),
  'zones.restore': operation('POST', '/api/zones/:id/restore', {
    summary: 'Restaura una zona quitada, con los repartidores y las vistas que la tenían (cargo S)',
    policy: { ...WRITES },
    ...rowInOffice,
    body: z.strictObject({ version }),
    response: zone,
  }),
};

/** The drawn zones that a courier serves, by id. */
export const zoneIds = z.array(rowId).check(z.maxLength(MAX_ZONES_OF_COURIER), allDiffer('Hay zonas repetidas'));
