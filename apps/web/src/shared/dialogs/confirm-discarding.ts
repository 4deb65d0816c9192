import { confirm } from './confirm.ts';

/** Asks before the input of a window is lost. @returns whether the user agreed. */
export const confirmDiscarding = (): Promise<boolean> =>
  confirm({
    title: '¿Descartar lo que escribió?',
    confirmLabel: 'Descartar',
    cancelLabel: 'Seguir editando',
    danger: true,
  });
