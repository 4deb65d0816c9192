import { type StoredExtra } from '#platform/database/schema.ts';
import { type CourierNames, type KnownCouriers } from './known-couriers.ts';
import { type LineReader } from './line-reader.ts';
import { bad, type Read } from './read-values.ts';

type LineRoute = Pick<StoredExtra, 'courierId' | 'stop'>;

/** Characters of a name that notes quote. */
const MAX_SHOWN = 60;

function readStop(text: string): Read<number> {
  const [, digits] = /^(\d{1,4})(?:[.,]0{1,2})?$/.exec(text) ?? [];
  return digits === undefined
    ? bad('No es una parada', 'Escriba el orden de visita, como 1, 2 o 3')
    : { value: Number(digits) };
}

/**
 * Reads the courier and the stop of a line. An unknown name only adds a note, and the order stays unassigned; a name
 * that is similar to a courier's is an error with that name as the suggestion.
 */
export function readRoute(line: LineReader, couriers: KnownCouriers, notes: string[]): LineRoute {
  const stop = line.value('stop', readStop, undefined);
  const find = (key: 'courier' | 'plate' | 'route'): CourierNames | undefined => {
    const text = line.cell(key);
    if (text === '' || line.isReported(key)) return undefined;
    const match = couriers.find(text);
    const shown = `«${text.slice(0, MAX_SHOWN)}»`;
    if (match.kind === 'found' && match.courier.state !== 'retirado') return match.courier;
    if (match.kind === 'found') notes.push(`${match.courier.name} está retirado; la orden quedará sin asignar`);
    else if (match.kind === 'several') line.fault(key, 'Hay más de un repartidor con ese nombre', 'Escriba su placa');
    else if (match.likely !== undefined && key !== 'route')
      line.fault(
        key,
        'No hay repartidor con ese nombre o placa',
        `¿Quiso decir «${match.likely}»? Si la deja vacía, queda sin asignar`,
        match.likely,
      );
    else if (key === 'route') notes.push(`La ruta ${shown} no es de un repartidor; la orden quedará sin asignar`);
    else notes.push(`No hay repartidor con nombre o placa ${shown}; la orden quedará sin asignar`);
    return undefined;
  };
  const named = find('courier');
  const driving = find('plate');
  if (named && driving && named.id !== driving.id)
    line.fault('plate', `No es la placa de ${named.name}`, 'Corrija el repartidor o la placa');
  const isNamed = line.cell('courier') !== '' || line.cell('plate') !== '';
  const courier = named ?? driving ?? (isNamed ? undefined : find('route'));
  if (!courier && stop !== undefined && !isNamed && line.cell('route') === '')
    notes.push('La parada no se usa, porque la línea no dice el repartidor');
  if (courier) notes.push(`Se asignará a ${courier.name}`);
  return courier ? { courierId: courier.id, ...(stop !== undefined && { stop }) } : {};
}
