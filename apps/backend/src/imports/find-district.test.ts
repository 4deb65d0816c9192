import { describe, expect, it } from 'vitest';
import { readDistrict } from './find-district.ts';

const LIMA = '1501';
const AREQUIPA = '0401';

const codeOf = (text: string, province?: string): unknown => {
  const read = readDistrict(text, province);
  return 'value' in read ? read.value.ubigeo : read.reason;
};

describe('the district of a line', () => {
  it.each([
    ['Miraflores', LIMA, '150122'],
    ['MIRAFLORES ', AREQUIPA, '040110'],
    ['Miraflores, Arequipa', LIMA, '040110'],
    ['Miraflores (Lima)', undefined, '150122'],
    ['150122', undefined, '150122'],
    ['40110', undefined, '040110'],
    ['surco', LIMA, '150140'],
    ['S.J.L.', LIMA, '150132'],
    ['smp', undefined, '150135'],
    ['S. M. de Porres', LIMA, '150135'],
    ['V.M.T.', LIMA, '150143'],
    ['ves', LIMA, '150142'],
    ['SJM', LIMA, '150133'],
    ['Sta. Anita', LIMA, '150137'],
    ['Chosica', LIMA, '150118'],
    ['Lurigancho-Chosica', LIMA, '150118'],
    ['Ñaña', LIMA, '150118'],
    ['Huaycán', LIMA, '150103'],
    ['Barrios Altos', LIMA, '150101'],
    ['Cercado', LIMA, '150101'],
    ['Cercado', AREQUIPA, '040101'],
    ['cercado de Ica', LIMA, '110101'],
    ['Cercado de Lima', AREQUIPA, '150101'],
    ['Callao', LIMA, '070101'],
    ['La Perla', LIMA, '070104'],
    ['Bellavista', LIMA, '070102'],
    ['Bellavista, Sullana', LIMA, '200602'],
    ['San Miguel', LIMA, '150136'],
    ['San Miguel - Cajamarca', LIMA, '061101'],
    ['Lima / Lima / Ate', undefined, '150103'],
    ['distrito de Breña', LIMA, '150105'],
    ['Ventanilla, Callao, Perú', undefined, '070106'],
    ['26 de octubre', '2001', '200115'],
    ['rupa-rupa', undefined, '100601'],
    ['Miraflores-Arequipa', LIMA, '040110'],
    ['yanacancha, pasco', LIMA, '190113'],
  ])('%j, for an office in %s, is %s', (text, province, ubigeo) => {
    expect(codeOf(text, province)).toBe(ubigeo);
  });

  it('names the remedy for an ambiguous or unknown district', () => {
    expect(readDistrict('San Miguel', AREQUIPA)).toEqual({
      reason: 'Hay más de un distrito con ese nombre',
      remedy:
        'Agregue la provincia o escriba su UBIGEO: 050501 (La Mar, Ayacucho) o 061101 (San Miguel, Cajamarca) o 150136 (Lima) o 211105 (San Román, Puno)',
    });
    expect(readDistrict('San Isidor', LIMA)).toMatchObject({ remedy: '¿Quiso decir «San Isidro»?' });
    expect(readDistrict('999999', LIMA)).toMatchObject({ remedy: 'Revise los seis dígitos del INEI' });
    expect(readDistrict('Villa Inexistente', LIMA)).toMatchObject({ remedy: 'Escriba el nombre completo o el UBIGEO' });
  });

  it('reads the beginning of a cell of any length', () => {
    // Not timed: a quadratic algorithm would exceed the test's timeout.
    expect(codeOf(`x${' '.repeat(500_000)}x`, LIMA)).toBe('No se conoce ese distrito');
    expect(codeOf(`Miraflores${',-'.repeat(200_000)}Arequipa`, LIMA)).toBe('150122');
  });
});
