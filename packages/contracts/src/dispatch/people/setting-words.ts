import { type OfficeEdit } from './offices.ts';
import { type SettingsEdit } from './settings.ts';

/** A setting as the screen names it. */
interface SettingWords {
  /** In the screen, its history and conflicts. */
  label: string;
  /** The effect of a change, shown before it is saved. */
  effect: string;
}

export type SettingField = keyof SettingsEdit['changes'] | keyof OfficeEdit['changes'];

const NEXT_ROUTE = 'Cada teléfono lo recibe al actualizar su ruta.';

/**
 * Every setting of an office: one definition for the settings screen and its history. A new field
 * of `settingsEdit` or of the office does not compile without its words.
 */
export const SETTING_WORDS = {
  name: {
    label: 'Nombre',
    effect:
      'Se ve desde ahora en las pantallas, en los teléfonos y en los mensajes. El código con que se ingresa no cambia.',
  },
  timeZone: {
    label: 'Zona horaria',
    effect:
      'Los días y horas nuevos se cuentan en esta zona. Las órdenes ya creadas conservan el momento en que vencen.',
  },
  province: {
    label: 'Provincia',
    effect: 'Decide entre distritos del mismo nombre en las órdenes y archivos que se lean desde ahora.',
  },
  delivered: {
    label: 'Fotos si se entregó',
    effect: `Sin ellas no se cierra una entrega. ${NEXT_ROUTE}`,
  },
  failed: {
    label: 'Fotos si no se entregó',
    effect: `Sin ellas no se cierra una visita fallida. ${NEXT_ROUTE}`,
  },
  phone: {
    label: 'Teléfono de la oficina',
    effect: `Es el número que marca «Llamar a la oficina». ${NEXT_ROUTE}`,
  },
  message: {
    label: 'Mensaje',
    effect: `Es el texto con que los repartidores escriben a quien recibe. ${NEXT_ROUTE}`,
  },
  cashLimit: {
    label: 'Tope de efectivo',
    effect: 'Quien lleve más aparece con un aviso desde ahora. Nunca impide entregar.',
  },
  expenseLimit: {
    label: 'Tope de gastos',
    effect:
      'Con más gastos en un día, un repartidor queda en «Diferencia» hasta que otra persona los acepte. Con 0 no hay tope.',
  },
  surplusLimit: {
    label: 'Tope de sobrante',
    effect: 'Si sobra más que esto, una persona lo anota y otra lo recibe. Con 0 no hay tope.',
  },
  silence: {
    label: 'Minutos sin señal',
    effect: 'El mapa dice «sin señal» de quien no envió su posición en ese tiempo, desde ahora.',
  },
  arrivalRadius: {
    label: 'Distancia de llegada',
    effect: 'Vale para las llegadas desde ahora; las anteriores quedan como están.',
  },
  startingPoint: {
    label: 'Punto de partida',
    effect: 'Desde ahí se ordenan las rutas nuevas. Sin él, cada una empieza donde esté su repartidor.',
  },
  objective: {
    label: 'Qué se busca',
    effect: 'Decide entre dos órdenes posibles de las paradas cuando se sugiera uno, desde ahora.',
  },
  doorMinutes: {
    label: 'Minutos en la puerta',
    effect: 'Se cuentan por parada cuando se sugiera un orden, desde ahora.',
  },
  routeEnd: {
    label: 'Fin de la ruta',
    effect: 'Se cuenta el regreso, o no, cuando se sugiera un orden, desde ahora.',
  },
  far: {
    label: 'Fotos y cierres lejos',
    effect: 'Vale para las fotos y cierres que lleguen desde ahora.',
  },
  attention: {
    label: '«Por atender»',
    effect: 'La lista de «Por atender» se calcula con esto desde el siguiente minuto.',
  },
} as const satisfies Record<SettingField, SettingWords>;

export const SETTING_FIELDS = Object.keys(SETTING_WORDS) as SettingField[];
