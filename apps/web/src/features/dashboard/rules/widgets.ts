import { MODULES, type ModuleCode } from '@despacho/contracts';

interface Widget {
  code: ModuleCode;
  title: string;
  /** What it will tell. */
  text: string;
}

const widget = (code: ModuleCode, text: string): Widget => ({ code, title: MODULES[code].name, text });

/** The figures that are still to come, each with a module of its own, in the order they will stand. */
export const WIDGETS: readonly Widget[] = [
  widget('D02', 'Qué parte de las entregas llegó dentro de su horario.'),
  widget('D03', 'Entregas de cada repartidor en el día.'),
  widget('D04', 'Órdenes vencidas, repartidores sin señal y otros pendientes.'),
  widget('D05', 'Volumen y entregas fallidas por cliente.'),
];
