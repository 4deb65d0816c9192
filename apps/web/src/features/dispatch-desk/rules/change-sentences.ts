import { type OrderChange } from '@despacho/contracts/dispatch';

/** The text of a person's change of one order, after the name. */
export const CHANGE_SENTENCES: Readonly<Record<OrderChange, string>> = {
  creada: 'la creó',
  importada: 'la importó',
  duplicada: 'la creó como copia',
  editada: 'la editó',
  ubicada: 'la ubicó por su dirección',
  reprogramada: 'la reprogramó',
  asignada: 'la asignó',
  reasignada: 'la reasignó',
  desasignada: 'la desasignó',
  reordenada: 'cambió su parada',
  en_ruta: 'la puso en ruta',
  entregada: 'la marcó como entregada',
  no_entregada: 'la marcó como no entregada',
  nueva_visita: 'la volvió a programar',
  en_devolucion: 'la puso en devolución',
  devuelta: 'la marcó como devuelta',
  anulada: 'la anuló',
  corregida: 'corrigió su cierre',
  visita_aceptada: 'aceptó la visita del repartidor',
  visita_rechazada: 'rechazó la visita del repartidor',
  deshecha: 'deshizo un cambio',
};
