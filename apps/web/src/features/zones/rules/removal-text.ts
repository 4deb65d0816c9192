import { type ZoneUses } from '@despacho/contracts/dispatch';

/** Names shown; more are counted. */
const SHOWN = 3;

function listed(names: readonly string[]): string {
  const [shown, rest] = [names.slice(0, SHOWN), names.length - SHOWN];
  return rest > 0 ? `${shown.join(', ')} y ${rest} más` : shown.join(', ');
}

/** @returns what removing a zone does to the couriers and saved views that have it. */
export function removalText({ couriers, onlyHere, views }: ZoneUses): string {
  const sentences = [];
  if (couriers.length > 0)
    sentences.push(`La atienden ${listed(couriers.map(({ name }) => name))}: ya no se les sugerirán órdenes por ella.`);
  if (onlyHere > 0)
    sentences.push(
      onlyHere === 1
        ? 'Uno no tiene otra zona ni distrito: no se le sugerirá ninguna orden hasta que le asigne otra.'
        : `${onlyHere} no tienen otra zona ni distrito: no se les sugerirá ninguna orden hasta que les asigne otra.`,
    );
  if (views.length > 0)
    sentences.push(
      `Las vistas que filtran por ella (${listed(views.map(({ name }) => name))}) no encontrarán órdenes.`,
    );
  sentences.push('Si la restaura, todo vuelve a como estaba.');
  return sentences.join(' ');
}
