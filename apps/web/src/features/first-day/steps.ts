import { FIRST_DAY_STEPS, type FirstDayStep } from '@despacho/contracts/dispatch';
import { paths } from '#shared/paths.ts';

interface Step {
  /** What to do. */
  title: string;
  /** Where and how. */
  how: string;
  path: string;
}

/** Opens the window of the couriers. */
const COURIERS = `${paths.assign}?repartidores=1`;

/** The steps of the first day, for the person. */
export const STEPS: Record<FirstDayStep, Step> = {
  office: {
    title: 'Revise los datos y ajustes de su oficina',
    how: 'En «Oficinas y ajustes»: teléfono, fotos que se piden, tope de efectivo. Ahí se crean también otras oficinas.',
    path: paths.settings,
  },
  people: {
    title: 'Cree las cuentas de su equipo',
    how: 'En «Permiso Usuario», una por una o pegadas desde Excel, con los módulos de cada persona.',
    path: `${paths.permissions}?vista=personas`,
  },
  clients: {
    title: 'Registre a sus clientes',
    how: 'En «Clientes», uno por uno o desde un archivo: son quienes le encargan los envíos.',
    path: paths.clients,
  },
  couriers: {
    title: 'Registre a sus repartidores',
    how: 'En «Asig. Orden(B)», con «Administrar repartidores»: uno por uno, o desde un archivo.',
    path: COURIERS,
  },
  order: {
    title: 'Cree la primera orden',
    how: 'En «Asig. Orden(B)», con «Nueva orden», o importe el archivo de un cliente con «Archivo».',
    path: `${paths.assign}?nueva=1`,
  },
  phone: {
    title: 'Conecte el teléfono de un repartidor',
    how: 'En «Asig. Orden(B)», con «Teléfono» junto al repartidor: muestra el enlace y su código.',
    path: COURIERS,
  },
  delivery: {
    title: 'Asigne la orden y entréguela',
    how: 'Elija la orden, asígnela al repartidor, y él la cierra en su teléfono. Con eso termina esta guía.',
    path: paths.assign,
  },
};

/** @param past steps that are done, or were left out. @returns the next one. */
export const nextStep = (past: readonly FirstDayStep[]): FirstDayStep | undefined =>
  FIRST_DAY_STEPS.find((step) => !past.includes(step));
