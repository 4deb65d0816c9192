/** @returns the codes of a table of words, in its order. */
// @__NO_SIDE_EFFECTS__
export const codesOf = <Code extends string>(words: Readonly<Record<Code, unknown>>): [Code, ...Code[]] =>
  Object.keys(words) as [Code, ...Code[]];

/** How a recipient pays on delivery (contra entrega), with the text shown. */
export const COLLECTION_MEANS = {
  efectivo: 'Efectivo',
  yape: 'Yape',
  plin: 'Plin',
  transferencia: 'Transferencia',
  pos: 'POS',
} as const;

export type CollectionMeans = keyof typeof COLLECTION_MEANS;

export const COLLECTION_MEANS_CODES = codesOf(COLLECTION_MEANS);

export const PRIORITIES = { normal: 'Normal', alta: 'Alta' } as const;

export type Priority = keyof typeof PRIORITIES;

export const PRIORITY_CODES = codesOf(PRIORITIES);

export const VEHICLES = {
  moto: 'Moto',
  auto: 'Auto',
  furgoneta: 'Furgoneta',
  camion: 'Camión',
  bicicleta: 'Bicicleta',
  a_pie: 'A pie',
} as const;

export type Vehicle = keyof typeof VEHICLES;

export const VEHICLE_CODES = codesOf(VEHICLES);

/** Categories of vehicles as the MTC registers them. */
export const VEHICLE_CATEGORIES = {
  L1: 'L1, ciclomotor',
  L2: 'L2, ciclomotor de tres ruedas',
  L3: 'L3, motocicleta',
  L4: 'L4, motocicleta con sidecar',
  L5: 'L5, trimoto',
  M1: 'M1, auto o camioneta',
  M2: 'M2, minibús',
  N1: 'N1, carga hasta 3.5 t',
  N2: 'N2, carga hasta 12 t',
  N3: 'N3, carga de más de 12 t',
} as const;

export type VehicleCategory = keyof typeof VEHICLE_CATEGORIES;

export const VEHICLE_CATEGORY_CODES = codesOf(VEHICLE_CATEGORIES);

/** Documents of a courier and the vehicle, of which an office keeps number and expiry. */
export const COURIER_DOCUMENTS = {
  licencia: 'Licencia de conducir',
  soat: 'SOAT',
  revision: 'Revisión técnica',
  propiedad: 'Tarjeta de propiedad',
  sctr: 'SCTR',
  permiso: 'Permiso del MTC o municipal',
  otro: 'Otro documento',
} as const;

export type CourierDocumentKind = keyof typeof COURIER_DOCUMENTS;

export const COURIER_DOCUMENT_CODES = codesOf(COURIER_DOCUMENTS);

/** A courier who is away keeps the load; a retired one has none. */
export const COURIER_STATES = { activo: 'Activo', ausente: 'Ausente', retirado: 'Retirado' } as const;

export type CourierState = keyof typeof COURIER_STATES;

export const COURIER_STATE_CODES = codesOf(COURIER_STATES);

/** The kinds of photos, with the text shown. */
export const EVIDENCE_KINDS = {
  entrega: 'Entrega',
  fachada: 'Fachada',
  guia: 'Guía o cargo',
  incidencia: 'No entrega',
  firma: 'Firma',
} as const;

export type EvidenceKind = keyof typeof EVIDENCE_KINDS;

export const EVIDENCE_KIND_CODES = codesOf(EVIDENCE_KINDS);

/**
 * What became of a visit: applied to its order; replaced by a later one of the same courier; waiting for the office;
 * accepted or rejected by it.
 */
export const VISIT_STATES = {
  aplicada: 'Aplicada',
  reemplazada: 'Reemplazada',
  pendiente: 'Por revisar',
  aceptada: 'Aceptada',
  rechazada: 'Rechazada',
} as const;

export type VisitState = keyof typeof VISIT_STATES;

/** Faults of a visit's picture, with the text shown. The visit counts anyway. */
export const PICTURE_MARKS = {
  ilegible: 'Foto ilegible',
  oscura: 'Foto oscura',
  blanca: 'Foto en blanco',
  firma: 'Firma en blanco',
} as const;

export type PictureMark = keyof typeof PICTURE_MARKS;

export const PICTURE_MARK_CODES = codesOf(PICTURE_MARKS);

/** The reason of the default catalogue for a recipient who asks for another date. */
export const ANOTHER_DATE = 'reprogramado';

export const VISIT_STATE_CODES = codesOf(VISIT_STATES);

/**
 * The kinds that an office may require, by the result of the visit. The courier's page offers no others: with another
 * one required, a visit could not be closed.
 */
export const REQUIRABLE_KINDS = {
  delivered: ['entrega', 'fachada', 'guia', 'firma'],
  failed: ['incidencia', 'fachada'],
} as const satisfies Record<'delivered' | 'failed', readonly EvidenceKind[]>;

/** Media types of an uploaded photo. The service decodes the file itself and stores its own encoding. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Why a visit failed: the catalogue of an office that has not defined its own. */
export const DEFAULT_REASONS = [
  { code: 'ausente', name: 'Destinatario ausente' },
  { code: 'direccion_errada', name: 'Dirección errada' },
  { code: 'no_contesta', name: 'No contesta' },
  { code: 'rechazado', name: 'Rechazado por el destinatario' },
  { code: 'sin_dinero', name: 'Sin dinero para el cobro' },
  { code: 'zona_peligrosa', name: 'Zona peligrosa' },
  { code: ANOTHER_DATE, name: 'Pidió otra fecha' },
  { code: 'danado', name: 'Paquete dañado' },
] as const;

/** Maximum number of orders that one request may change. */
export const MAX_ORDERS = 1000;

/** How long a batch can be undone by its author, in seconds of the server's clock. */
export const UNDO_SECONDS = 30;

/** «Por vencer»: due within this many minutes from now. */
export const DUE_SOON_MINUTES = 120;

/** The accuracy in meters above which the place of a phone does not say where a door is. */
export const DOOR_ACCURACY = 50;

/** Maximum length of the reason that a person writes for an exceptional action. */
export const MAX_WHY = 300;

/**
 * A receiver's document: eight digits are a DNI; up to twelve letters and digits another one, such as a carné de
 * extranjería.
 */
export const IDENTITY_DOCUMENT = /^(?:\d{8,12}|\d*[A-Z][A-Z\d]*)$/;
export const MIN_DOCUMENT = 6;
export const MAX_DOCUMENT = 12;

/** Header with the key of a request that can be repeated without being carried out twice. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** An idempotency key: a UUID, or any other value as hard to guess. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\w-]{8,100}$/;
