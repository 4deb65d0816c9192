/** Windows of the desk about nothing that is selected. */
export const WINDOW_COMMANDS = ['days', 'reviews', 'waiting', 'settings', 'reasons', 'couriers', 'history'] as const;
/** Changes of state, of `useStateMoves`. */
export const MOVE_COMMANDS = ['en_ruta', 'entregada', 'no_entregada', 'unassign', 'correct', 'cancel'] as const;

/** Commands about the selected orders, or the open one. */
export type OrdersCommand = 'assign' | 'suggest' | 'otherDay' | (typeof MOVE_COMMANDS)[number];
/** Commands about one courier. */
export type CourierCommand = 'move' | 'leave' | 'sort' | 'closing' | 'sheet' | 'record';
/** Commands of the desk that the box lists. */
export type DeskCommand =
  | OrdersCommand
  | CourierCommand
  | (typeof WINDOW_COMMANDS)[number]
  | 'new'
  | 'undo'
  | 'keys'
  | 'import'
  | 'export';
