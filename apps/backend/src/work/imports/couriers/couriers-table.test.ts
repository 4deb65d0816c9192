import { expect, it } from 'vitest';
import { parseTable } from '../parse-table.ts';

const CONTEXT = { existing: [], zones: [{ id: '7', name: 'Sur, Chorrillos' }], province: '1501', today: '2026-11-20' };

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

it('reads districts and zones of the office in one column, and asks about unclear ones', () => {
  const [mixed, far, unknown] = read(
    'Nombre;Distritos',
    'Rosa;"Breña, sur, chorrillos, Lince y San Isidro"',
    'Hugo;San Martín',
    'Eva;Norte',
  );
  expect(mixed).toMatchObject({ ok: false, errors: [{ reason: expect.stringContaining('«sur»') as string }] });
  expect(far).toMatchObject({
    ok: false,
    errors: [{ remedy: expect.stringContaining('San Martín de Porres') as string }],
  });
  expect(unknown).toMatchObject({
    ok: false,
    errors: [{ remedy: expect.stringContaining('Sur, Chorrillos') as string }],
  });
  const [good, both] = read('Nombre;Zonas', 'Ana;"Breña, Lince y San Isidro"', 'Luz;"Sur, Chorrillos"');
  expect(good).toMatchObject({
    ok: true,
    input: { zones: ['150105', '150116', '150131'], zoneIds: [] },
    zoneNames: ['Breña', 'Lince', 'San Isidro'],
  });
  expect(both).toMatchObject({ input: { zones: [], zoneIds: ['7'] } });
});

it('reads a shift in one cell, and English headings', () => {
  const [line] = read(
    'Full name,License plate,Vehicle,Shift,Districts',
    'Juan Pérez,abc123,motorcycle,8am - 5pm,Lince',
  );
  expect(line).toMatchObject({
    ok: true,
    input: { name: 'Juan Pérez', plate: 'ABC-123', vehicle: 'moto', zones: ['150116'] },
  });
  expect(line).toMatchObject({ input: { shift: { from: '08:00', to: '17:00' } } });
});

it.each([
  ['is its last day if it holds days', 'Licencia', '24/11/2027', ['2027-11-24']],
  ['is a number otherwise', 'Licencia', 'Q12345678', undefined],
  ['is a number beside the last day', 'Licencia;Vence la licencia', 'Q12345678;24/11/2027', ['2027-11-24']],
])('a column of licences %s', (_, heading, cells, until) => {
  const [line] = read(`Nombre;${heading}`, `Ana;${cells}`);
  expect(line?.ok === true && line.input.documents?.map((each) => each.until)).toEqual(until);
});

it('applies an accepted suggestion to equal texts only, one by one in a list', () => {
  const rows = ['Nombre;Distritos', 'Ana;San Martín', 'Eva;San Martín', 'Luz;Cayma, San Martín', 'Rosa;Barranco'];
  const zones = (...accepted: string[]) => {
    const bytes = Buffer.from(rows.join('\n'));
    const parsed = parseTable({ table: 'couriers', bytes, context: CONTEXT, accepted });
    if (parsed.kind !== 'table') throw new Error(parsed.kind);
    return parsed.lines.map((line) => (line.ok ? line.input.zones : line.errors[0]?.suggestion));
  };
  const porres = 'San Martín de Porres';
  expect(zones()).toEqual([porres, porres, 'Cayma (Arequipa), San Martín', ['150104']]);
  expect(zones('2-zones', '4-zones')).toEqual([['150135'], ['150135'], `Cayma (Arequipa), ${porres}`, ['150104']]);
  expect(zones('3-zones', '4-zones', '4-zones')).toEqual([porres, ['150135'], ['040103', '150135'], ['150104']]);
});
