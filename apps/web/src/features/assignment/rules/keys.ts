/** What the keys of the section do, as a list for people. */
export const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Buscar órdenes'],
  [['↓'], 'Desde la búsqueda: pasar a la tabla'],
  [['N'], 'Nueva orden'],
  [['↑', '↓'], 'Ir por la tabla; con Mayús, elegir por el camino'],
  [['Espacio'], 'Elegir la orden, o dejar de elegirla'],
  [['Ctrl', 'A'], 'Elegir todo el resultado (hasta 1000)'],
  [['A'], 'Asignar las órdenes elegidas'],
  [['S'], 'Sugerir un reparto de las elegidas'],
  [['H'], 'Últimas acciones y sus recibos'],
  [['U'], 'Deshacer la última acción, mientras se pueda'],
  [['Alt', '↑'], 'En las paradas de un repartidor: subir la parada; con ↓, bajarla'],
  [['Esc'], 'Cerrar la ventana; dejar de elegir'],
  [['?'], 'Esta lista'],
];
