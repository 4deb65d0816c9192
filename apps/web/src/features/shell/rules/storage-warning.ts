import { type Storage, storageWarningOf } from '@despacho/contracts';

/** @returns a short warning about low storage, or undefined. */
export function storageWarning({ almacenamientoMaximo, almacenamientoUsado }: Storage): string | undefined {
  const percent = storageWarningOf(almacenamientoUsado, almacenamientoMaximo);
  if (percent === undefined) return undefined;
  if (almacenamientoUsado >= almacenamientoMaximo) return 'Está lleno; avise al administrador';
  return percent === 95 ? 'Casi lleno; avise al administrador' : 'Queda poco espacio';
}
