import { ARRIVAL_RADIUS } from '../fleet/arrivals.ts';
import { MAX_MESSAGE } from './message.ts';
import { type OfficeEdit } from './offices.ts';
import { FAR_BOUNDS } from '../platform/photo-faults.ts';
import { SILENCE_BOUNDS } from '../fleet/positions.ts';
import { type SettingsEdit } from './settings.ts';
import { REQUIRABLE_KINDS } from '../platform/words.ts';

/** A setting as the screen and the command name it. */
interface SettingWords {
  /** In the screen, its history and conflicts. */
  label: string;
  /** What a change of it does, shown before it is saved. */
  effect: string;
  /** Option of the command `office set`. */
  option: string;
  /** An accepted value, in the command's help. */
  example: string;
  /** What it is, in the command's help. */
  help: string;
}

export type SettingField = keyof SettingsEdit['changes'] | keyof OfficeEdit['changes'];

const NEXT_ROUTE = 'Cada teléfono lo recibe al actualizar su ruta.';

/**
 * Every setting of an office: one definition for the settings screen, its history, the command and its help. A new field
 * of `settingsEdit` or of the office does not compile without its words.
 */
export const SETTING_WORDS = {
  name: {
    label: 'Nombre',
    effect:
      'Se ve desde ahora en las pantallas, en los teléfonos y en los mensajes. El código con que se ingresa no cambia.',
    option: 'name',
    example: '"Lima Centro"',
    help: 'name of the office; its id stays',
  },
  timeZone: {
    label: 'Zona horaria',
    effect:
      'Los días y horas nuevos se cuentan en esta zona. Las órdenes ya creadas conservan el momento en que vencen.',
    option: 'time-zone',
    example: 'America/Lima',
    help: 'IANA name; orders keep the moment when they are due',
  },
  province: {
    label: 'Provincia',
    effect: 'Decide entre distritos del mismo nombre en las órdenes y archivos que se lean desde ahora.',
    option: 'province',
    example: 'Lima',
    help: 'decides between districts of equal names; "-" derives it',
  },
  delivered: {
    label: 'Fotos si se entregó',
    effect: `Sin ellas no se cierra una entrega. ${NEXT_ROUTE}`,
    option: 'delivered',
    example: 'entrega,firma',
    help: `photos of a delivery, of ${REQUIRABLE_KINDS.delivered.join(', ')}; "-" for none`,
  },
  failed: {
    label: 'Fotos si no se entregó',
    effect: `Sin ellas no se cierra una visita fallida. ${NEXT_ROUTE}`,
    option: 'failed',
    example: 'incidencia',
    help: `photos of a failed visit, of ${REQUIRABLE_KINDS.failed.join(', ')}; "-" for none`,
  },
  phone: {
    label: 'Teléfono de la oficina',
    effect: `Es el número que marca «Llamar a la oficina». ${NEXT_ROUTE}`,
    option: 'phone',
    example: '"01 444 5566"',
    help: 'telephone for couriers; "-" for none',
  },
  message: {
    label: 'Mensaje',
    effect: `Es el texto con que los repartidores escriben a quien recibe. ${NEXT_ROUTE}`,
    option: 'whatsapp',
    example: '"Hola {destinatario}"',
    help: `message to recipients, up to ${MAX_MESSAGE} characters; "-" for the usual one`,
  },
  cashLimit: {
    label: 'Tope de efectivo',
    effect: 'Quien lleve más aparece con un aviso desde ahora. Nunca impide entregar.',
    option: 'cash-limit',
    example: '500.00',
    help: 'most cash of a courier, in soles; "-" for no limit',
  },
  expenseLimit: {
    label: 'Tope de gastos',
    effect:
      'Con más gastos en un día, un repartidor queda en «Diferencia» hasta que otra persona los acepte. Con 0 no hay tope.',
    option: 'expense-limit',
    example: '30.00',
    help: 'expenses of a courier and day without another person, in soles; 0 for no limit',
  },
  surplusLimit: {
    label: 'Tope de sobrante',
    effect: 'Si sobra más que esto, una persona lo anota y otra lo recibe. Con 0 no hay tope.',
    option: 'surplus-limit',
    example: '100.00',
    help: 'cash above the expected amount without another person, in soles; 0 for no limit',
  },
  silence: {
    label: 'Minutos sin señal',
    effect: 'El mapa dice «sin señal» de quien no envió su posición en ese tiempo, desde ahora.',
    option: 'silence',
    example: '15',
    help: `minutes until the map says «sin señal», ${SILENCE_BOUNDS.least} to ${SILENCE_BOUNDS.most}`,
  },
  arrivalRadius: {
    label: 'Distancia de llegada',
    effect: 'Vale para las llegadas desde ahora; las anteriores quedan como están.',
    option: 'arrival-radius',
    example: '100',
    help: `meters within which a courier has arrived, ${ARRIVAL_RADIUS.least} to ${ARRIVAL_RADIUS.most}`,
  },
  far: {
    label: 'Fotos y cierres lejos',
    effect: 'Vale para las fotos y cierres que lleguen desde ahora.',
    option: 'photo-far',
    example: '150,500',
    help: `meters of warning and alert, ${FAR_BOUNDS.least} to ${FAR_BOUNDS.most}`,
  },
  attention: {
    label: '«Por atender»',
    effect: 'La lista de «Por atender» se calcula con esto desde el siguiente minuto.',
    option: 'attention',
    example: 'tarde=10,sin_lugar=off',
    help: 'kinds to change: a threshold, on or off; the others stay',
  },
} as const satisfies Record<SettingField, SettingWords>;

export const SETTING_FIELDS = Object.keys(SETTING_WORDS) as SettingField[];
