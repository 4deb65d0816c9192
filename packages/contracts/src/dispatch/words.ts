/** How a recipient pays on delivery (contra entrega), with the names people see. */
export const COLLECTION_MEANS = { efectivo: 'Efectivo', yape: 'Yape', plin: 'Plin', pos: 'POS' } as const;

export type CollectionMeans = keyof typeof COLLECTION_MEANS;

export const COLLECTION_MEANS_CODES = Object.keys(COLLECTION_MEANS) as [CollectionMeans, ...CollectionMeans[]];

export const PRIORITIES = { normal: 'Normal', alta: 'Alta' } as const;

export type Priority = keyof typeof PRIORITIES;

export const PRIORITY_CODES = Object.keys(PRIORITIES) as [Priority, ...Priority[]];

export const VEHICLES = {
  moto: 'Moto',
  auto: 'Auto',
  furgoneta: 'Furgoneta',
  camion: 'Camión',
  bicicleta: 'Bicicleta',
  a_pie: 'A pie',
} as const;

export type Vehicle = keyof typeof VEHICLES;

export const VEHICLE_CODES = Object.keys(VEHICLES) as [Vehicle, ...Vehicle[]];

/** A courier who is away keeps the load; a retired one can hold none. */
export const COURIER_STATES = { activo: 'Activo', ausente: 'Ausente', retirado: 'Retirado' } as const;

export type CourierState = keyof typeof COURIER_STATES;

export const COURIER_STATE_CODES = Object.keys(COURIER_STATES) as [CourierState, ...CourierState[]];

/** Why a visit failed: what an office has until it keeps a catalogue of its own. */
export const DEFAULT_REASONS = [
  { code: 'ausente', name: 'Destinatario ausente' },
  { code: 'direccion_errada', name: 'Dirección errada' },
  { code: 'no_contesta', name: 'No contesta' },
  { code: 'rechazado', name: 'Rechazado por el destinatario' },
  { code: 'sin_dinero', name: 'Sin dinero para el cobro' },
  { code: 'zona_peligrosa', name: 'Zona peligrosa' },
  { code: 'reprogramado', name: 'Pidió otra fecha' },
  { code: 'danado', name: 'Paquete dañado' },
] as const;

/** Most orders one request may change. */
export const MOST_ORDERS = 1000;

/** How long one's own batch can be undone, by the server's clock. */
export const UNDO_SECONDS = 30;

/** «Por vencer»: due within these minutes from now. */
export const DUE_SOON_MINUTES = 120;

/** Header of a request that may be repeated without being done twice. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** An idempotency key: a UUID, or anything as hard to guess. */
export const IDEMPOTENCY_KEY_FORM = /^[\w-]{8,100}$/;
