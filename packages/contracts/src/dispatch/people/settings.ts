import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH } from '../../policy.ts';
import { foldedText } from '../../text.ts';
import { ARRIVAL_RADIUS } from '../fleet/arrivals.ts';
import { attentionEdit, attentionRules } from './attention-kinds.ts';
import { actor, allDiffer, centimos, inOffice, officeEvent, phone, version } from '../platform/fields.ts';
import { MAX_MESSAGE, unknownWord } from './message.ts';
import { routeSettings } from './route-settings.ts';
import { FAR_BOUNDS } from '../platform/photo-faults.ts';
import { SILENCE_BOUNDS } from '../fleet/positions.ts';
import { EVIDENCE_KIND_CODES, type EvidenceKind, REQUIRABLE_KINDS } from '../platform/words.ts';

export const distinct = <Kind extends EvidenceKind>(kinds: readonly [Kind, ...Kind[]]) =>
  z.array(z.enum(kinds)).check(z.maxLength(kinds.length), allDiffer('Hay fotos repetidas'));

const farMeters = z.int().check(z.minimum(FAR_BOUNDS.least), z.maximum(FAR_BOUNDS.most));

const fields = {
  /** The photos that a courier must take of a delivered order. */
  delivered: distinct(REQUIRABLE_KINDS.delivered),
  /** The same when the visit failed. */
  failed: distinct(REQUIRABLE_KINDS.failed),
  /** The office's telephone for its couriers. */
  phone: z.nullable(phone),
  /** The message to a recipient; null for `DEFAULT_MESSAGE`. */
  message: z.nullable(
    foldedText(MAX_MESSAGE).check(
      z.refine((text) => unknownWord(text) === undefined, 'Tiene una palabra entre llaves que no existe'),
    ),
  ),
  /** The most cash that a courier should carry, in céntimos; null for no limit. Nothing is refused above it. */
  cashLimit: z.nullable(centimos),
  /** Expenses of a courier's day above which another person has to agree, in céntimos; 0 for no limit. */
  expenseLimit: centimos,
  /** Cash above what a courier should hand over that needs another person, in céntimos; 0 for no limit. */
  surplusLimit: centimos,
  /** Minutes without a position after which a courier counts as silent on the map. */
  silence: z.int().check(z.minimum(SILENCE_BOUNDS.least), z.maximum(SILENCE_BOUNDS.most)),
  /** What «Por atender» lists: the kinds to change. */
  attention: attentionEdit,
  /** From how many meters a photo is far, and very far, from its address. Photos that arrived before keep their checks. */
  far: z
    .strictObject({ warn: farMeters, alert: farMeters })
    .check(z.refine(({ warn, alert }) => warn <= alert, 'La alerta empieza donde el aviso, o más lejos')),
  /** How near a stop's place a courier has arrived, in meters. Arrivals before a change stay. */
  arrivalRadius: z.int().check(z.minimum(ARRIVAL_RADIUS.least), z.maximum(ARRIVAL_RADIUS.most)),
  ...routeSettings,
};

export const settingsEdit = z.strictObject({ version, changes: z.partial(z.strictObject(fields)) });

export type SettingsEdit = z.infer<typeof settingsEdit>;

const settings = {
  delivered: z.array(z.enum(EVIDENCE_KIND_CODES)),
  failed: z.array(z.enum(EVIDENCE_KIND_CODES)),
  phone: z.nullable(z.string()),
  message: z.nullable(z.string()),
  cashLimit: z.nullable(z.int()),
  expenseLimit: z.int(),
  surplusLimit: z.int(),
  silence: z.int(),
  attention: attentionRules,
  far: z.object({ warn: z.int(), alert: z.int() }),
  arrivalRadius: z.int(),
  ...routeSettings,
} satisfies Record<keyof typeof fields, unknown>;

/** What an office sets for the phones of its couriers, their routes and «Por atender». */
const courierSettings = z.object({
  version: z.int(),
  ...settings,
  /** The company's name, for the message. */
  company: z.string(),
  /** Null until somebody changed them. */
  changed: z.nullable(z.object({ at: z.iso.datetime(), by: actor })),
});

export type CourierSettings = z.infer<typeof courierSettings>;

/** The settings for couriers' phones were changed. The phones receive them with their next route. */
export const settingsChanged = officeEvent('settings.changed', {
  version: z.int(),
  /** The changed fields. */
  before: z.partial(z.object(settings)),
  after: z.partial(z.object(settings)),
});

export type SettingsChanged = z.infer<typeof settingsChanged>;

export const settingsOperations = {
  'settings.read': operation('GET', '/api/settings', {
    summary: 'Ajustes para los teléfonos de los repartidores: fotos que se piden, teléfono de la oficina y mensaje',
    policy: { ...DISPATCH },
    query: inOffice,
    response: courierSettings,
  }),
  'settings.edit': operation('PATCH', '/api/settings', {
    summary: 'Cambia esos ajustes, si nadie los cambió entretanto (cargo S)',
    policy: { ...DISPATCH, charge: 'S' },
    query: inOffice,
    body: settingsEdit,
    response: courierSettings,
  }),
};
