import { FIRST_DAY_STEPS, type FirstDayStep } from '@despacho/contracts/dispatch';
import { paths } from '#shared/paths.ts';

interface Step {
  /** What to do. */
  title: string;
  /** Where and how. */
  how: string;
  path: string;
}

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
    how: 'En «Asig. Orden(B)», con «Repartidores»: nombre, vehículo, turno y zonas.',
    path: paths.assign,
  },
  order: {
    title: 'Cree la primera orden',
    how: 'En «Asig. Orden(B)», con «Nueva orden», o importe el archivo de un cliente.',
    path: paths.assign,
  },
  phone: {
    title: 'Conecte el teléfono de un repartidor',
    how: 'En «Asig. Orden(B)», con «Teléfono» junto al repartidor: muestra el enlace y su código.',
    path: paths.assign,
  },
  delivery: {
    title: 'Asigne la orden y entréguela',
    how: 'Elija la orden, asígnela al repartidor, y él la cierra en su teléfono. Con eso termina esta guía.',
    path: paths.assign,
  },
};

/** @returns the first step that is not done. */
export const nextStep = (done: readonly FirstDayStep[]): FirstDayStep | undefined =>
  FIRST_DAY_STEPS.find((step) => !done.includes(step));
