import { describe, expect, it } from 'vitest';
import { parseImport, type ParseTask } from './parse-import.ts';

const CLIENT = { id: '1', code: 'C0001', name: 'Óptica', tax_id: '', phone: null, active: true };

const parsed = (text: string, task: Partial<ParseTask> = {}) =>
  parseImport({
    bytes: Buffer.from(text),
    today: '2026-11-29',
    timeZone: 'America/Lima',
    province: '1501',
    clients: [CLIENT],
    couriers: [],
    ...task,
  });

/** @returns the lines of a file: valid ones as orders, others as their errors. */
function linesOf(text: string, task: Partial<ParseTask> = {}) {
  const file = parsed(text, task);
  if (file.kind !== 'lines') throw new Error(JSON.stringify(file));
  return file.lines;
}

const valid = (text: string, task: Partial<ParseTask> = {}) =>
  linesOf(text, task).map((each) => (each.ok ? each.input : each.errors));

describe('text of other programs', () => {
  it('is composed when a Mac wrote the accents apart', () => {
    const text = 'Cliente,Destinatario,Dirección,Distrito,Fecha\nC0001,Iñigo Peña,Jr. Áncash 5,Breña,30/11/2026';
    expect(valid(text.normalize('NFD'))).toMatchObject([
      { recipient: { name: 'Iñigo Peña' }, place: { address: 'Jr. Áncash 5', ubigeo: '150105' } },
    ]);
  });

  it.each([',', ';', '\t'])('has its HTML entities decoded, separated by %j', (separator) => {
    const rows = [
      ['Cliente', 'Destinatario', 'Direcci&oacute;n', 'Distrito', 'Fecha', 'Nota'],
      [
        'C0001',
        'Mar&iacute;a Pe&ntilde;a',
        'Jr. &Aacute;ncash 5 &amp; 6',
        'Bre&ntilde;a',
        '30/11/2026',
        'D&#39;Onofrio',
      ],
      ['C0001', 'Luis &quot;Lucho&quot; Paz', 'Jr. Dos&#44; 2', 'Comas', '30/11/2026', 'x&#59; y'],
    ];
    const read = valid(rows.map((cells) => cells.join(separator)).join('\n'));
    expect(read[0]).toMatchObject({
      recipient: { name: 'María Peña' },
      place: { address: 'Jr. Áncash 5 & 6', ubigeo: '150105' },
      note: "D'Onofrio",
    });
    if (separator !== ';')
      expect(read[1]).toMatchObject({
        recipient: { name: 'Luis ”Lucho” Paz' },
        place: { address: 'Jr. Dos, 2' },
        note: 'x; y',
      });
  });

  it('shows rows of a document that disagree without internal marks', () => {
    const [line] = linesOf(
      'Cliente;Guía;Destinatario;Dirección;Distrito;Fecha;Producto\n' +
        'C0001;G-2;Luis Paz;Av. Dos 2;Breña;30/11/2026;Libro\nC0001;G-2;Eva Ríos;Av. Tres 3;Breña;30/11/2026;Lápiz',
    );
    expect(line).toMatchObject({ ok: false, recipient: 'Luis Paz ≠ Eva Ríos', address: 'Av. Dos 2 ≠ Av. Tres 3' });
    expect(JSON.stringify([line?.ok === false && line.errors])).not.toMatch(/[\ufdd0-\ufdef]/);
  });
});
