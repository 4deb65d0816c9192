type KeyLine = [keys: readonly string[], what: string];

/** Keys of both places with orders. */
const MARKS: readonly KeyLine[] = [
  [['Ctrl', 'clic'], 'En el mapa: seleccionar la orden, o quitarla de la selección'],
  [['Mayús', 'arrastrar'], 'En el mapa: seleccionar las del recuadro'],
];
const ACTIONS: readonly KeyLine[] = [
  [['A'], 'Asignar las órdenes seleccionadas'],
  [['R'], 'Reprogramar las seleccionadas, o la orden abierta: otro día'],
  [['S'], 'Sugerir un reparto de las seleccionadas'],
  [['O'], 'Ordenar las paradas de todos los repartidores'],
  [['C'], 'Cerrar la ruta de un repartidor'],
  [['H'], 'Últimas acciones y sus constancias'],
  [['U'], 'Deshacer la última acción, mientras se pueda'],
  [['Ctrl', 'Z'], 'Lo mismo, también desde un campo que no se editó después'],
];
const ENDS: readonly KeyLine[] = [
  [['Alt', '↑'], 'En las paradas de un repartidor o una ruta propuesta: subir la parada; con ↓, bajarla'],
  [['P'], 'En una parada: fijarla en su lugar, o dejar de fijarla'],
  [['Ctrl', 'K'], 'Buscar una orden, un repartidor, un cliente, una sección o una acción'],
  [['Esc'], 'Cerrar la ventana, la orden o la constancia; después, quitar la selección'],
  [['?'], 'Esta lista'],
];

/** Where the help is opened: the section with the table, or the map. */
export type KeysPlace = 'table' | 'map';

/** Keyboard shortcuts for the help dialog, by place. */
export const KEYS: Readonly<Record<KeysPlace, readonly KeyLine[]>> = {
  table: [
    [['/'], 'Buscar órdenes'],
    [['↓'], 'Desde la búsqueda: pasar a la tabla'],
    [['N'], 'Nueva orden'],
    [['↑', '↓'], 'Ir por la tabla; con Mayús, seleccionar por el camino'],
    [['Inicio', 'Fin'], 'Primera y última orden de la lista'],
    [['Re Pág', 'Av Pág'], 'Una pantalla hacia arriba o hacia abajo'],
    [['Enter'], 'Abrir la orden, con su historia'],
    [['K'], 'Con una orden abierta: la anterior de la lista'],
    [['J'], 'Con una orden abierta: la siguiente'],
    [['D'], 'Duplicar la orden abierta'],
    [['Espacio'], 'Seleccionar la orden, o quitarla de la selección'],
    [['Ctrl', 'A'], 'Seleccionar todo el resultado (hasta 1000)'],
    [['Supr'], 'En un aviso o filtro: quitarlo'],
    ...MARKS,
    ...ACTIONS,
    ...ENDS,
  ],
  map: [
    [['/'], 'Buscar un pedido o un repartidor'],
    [['↑', '↓'], 'Ir por la lista de repartidores o de órdenes'],
    [['Inicio', 'Fin'], 'Primera y última línea de la lista'],
    [['Enter'], 'Mostrar al repartidor, o abrir la orden'],
    [['D'], 'Duplicar la orden abierta'],
    [['Espacio'], 'Seleccionar la orden, o quitarla de la selección'],
    [['Ctrl', 'A'], 'En la lista de órdenes: seleccionar todo el resultado (hasta 1000)'],
    [['+', '−'], 'En el mapa: acercar y alejar; con las flechas, moverlo'],
    ...MARKS,
    ...ACTIONS,
    ...ENDS,
  ],
};
