import { type OpenWork } from '@despacho/contracts/dispatch';
import { countText } from '#shared/format/count-text.ts';

/** @param iso `2026-11-25`. @returns «25/11». */
const shortDay = (iso: string): string => iso.slice(5).split('-').reverse().join('/');

/** @returns a person's open work, as a sentence without its subject; null without any. */
export function openWorkText({ lines, money }: OpenWork): string | null {
  const parts = [
    ...(lines > 0 ? [`${countText(lines, 'línea tomada', 'líneas tomadas')} en «Por atender»`] : []),
    ...money.map(
      ({ day, couriers }) =>
        `el dinero recibido de ${countText(couriers, 'repartidor', 'repartidores')} del ${shortDay(day)}, que nadie ha cerrado`,
    ),
  ];
  return parts.length === 0 ? null : new Intl.ListFormat('es').format(parts);
}
