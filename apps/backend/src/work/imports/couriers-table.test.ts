import { expect, it } from 'vitest';
import { parseTable } from './parse-table.ts';

const CONTEXT = { existing: [], zones: [{ id: '7', name: 'Sur, Chorrillos' }], today: '2026-11-20' };

const read = (...rows: string[]) => {
  const parsed = parseTable({ table: 'couriers', bytes: Buffer.from(rows.join('\n')), context: CONTEXT });
  if (parsed.kind !== 'table') throw new Error(parsed.kind);
  return parsed.lines;
};

it('puts the hyphen of a plate where cars and motorcycles have it', () => {
  const plates = ['abc123', 'ABC 123', '1234ab', '1234-AB', 'mg-1234', ''];
  const lines = read('Nombre;Placa', ...plates.map((plate, at) => `Repartidor ${at};${plate}`));
  expect(lines.map((line) => (line.ok ? line.input.plate : line.errors))).toEqual([
    'ABC-123',
    'ABC-123',
    '1234-AB',
    '1234-AB',
    'MG-1234',
    null,
  ]);
});

it('reads a zone with a comma in its name, and rejects an invalid shift and capacity', () => {
  const [zone, shift, capacity] = read(
    'Nombre;Zonas;Entrada;Salida;Capacidad (órdenes)',
    'Rosa;sur, chorrillos;8 am;6 pm;',
    'Hugo;;18:00;08:00;',
    'Eva;;;;0',
  );
  expect(zone).toMatchObject({ ok: true, input: { zoneIds: ['7'], shift: { from: '08:00', to: '18:00' } } });
  expect(shift).toMatchObject({ ok: false, errors: [{ column: 'to', reason: 'El fin no es posterior al inicio' }] });
  expect(capacity).toMatchObject({ ok: false, errors: [{ column: 'capacityOrders', remedy: 'Escriba de 1 a 1000' }] });
});
