import { formatNumber } from '../../../shared/format/format-number.ts';
import { type Missed } from './missed.ts';

/** @returns a message with the number of changes during an absence. */
export function missedText({ events, isIncomplete }: Missed): string {
  if (events.length === 0) return 'Mientras estuvo fuera hubo cambios: todo se ha leído de nuevo';
  const changes = events.length === 1 ? '1 cambio' : `${formatNumber(events.length)} cambios`;
  return `Mientras estuvo fuera: ${isIncomplete ? 'más de ' : ''}${changes}`;
}
