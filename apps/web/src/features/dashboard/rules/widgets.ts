import { MODULES, type ModuleCode } from '@despacho/contracts';

interface Widget {
  code: ModuleCode;
  title: string;
  /** Description of the planned figure. */
  text: string;
}

const widget = (code: ModuleCode, text: string): Widget => ({ code, title: MODULES[code].name, text });

/** Figures not built yet, each with its module, in display order. */
export const WIDGETS: readonly Widget[] = [
  widget('D02', 'Qué parte de las entregas llegó dentro de su horario.'),
  widget('D03', 'Entregas de cada repartidor en el día.'),
  widget('D05', 'Volumen y entregas fallidas por cliente.'),
];
