import { MODULES, type ModuleCode } from '@despacho/contracts';

interface Widget {
  code: ModuleCode;
  title: string;
  /** What it will tell. */
  text: string;
}

const widget = (code: ModuleCode, text: string): Widget => ({ code, title: MODULES[code].name, text });

/** The dashboard's figures, each with a module of its own, in the order they will stand. */
export const WIDGETS: readonly Widget[] = [
  widget('D01', 'Órdenes de hoy por estado, frente a ayer a la misma hora.'),
  widget('D02', 'Qué parte de las entregas llegó dentro de su horario.'),
  widget('D03', 'Entregas de cada repartidor en el día.'),
  widget('D04', 'Órdenes vencidas, repartidores sin señal y otros pendientes.'),
  widget('D05', 'Volumen y entregas fallidas por cliente.'),
  widget('D06', 'Lo que pasa en la oficina, en el momento en que pasa.'),
];
