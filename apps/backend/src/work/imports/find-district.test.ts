import { describe, expect, it } from 'vitest';
import { areaOf } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { districtInAddress, districtReader } from './find-district.ts';

const LIMA = '1501';
const AREQUIPA = '0401';

const readDistrict = (text: string, province?: string) => districtReader(province)(text);

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

  it.each([
    ['San Martín', LIMA, 'San Martín de Porres'],
    ['SAN MARTÍN, LIMA', LIMA, 'San Martín de Porres'],
    ['Lima - San Martin', LIMA, 'San Martín de Porres'],
    // In the same region, but one near the office begins like it.
    ['Santa María', LIMA, undefined],
    ['Santiago', LIMA, 'Santiago de Surco'],
    ['Cayma', LIMA, 'Cayma, Arequipa'],
    ['Barranco', AREQUIPA, 'Barranco, Lima'],
    ['San Juan', LIMA, undefined],
  ])('%j, for an office in %s, is a question that proposes %j', (text, province, suggestion) => {
    const read = readDistrict(text, province);
    expect('suggestion' in read ? read.suggestion : undefined).toBe(suggestion);
    expect(read).toHaveProperty('reason');
    expect(readDistrict(suggestion ?? 'San Juan de Lurigancho', province)).toHaveProperty('value');
  });

  it.each([
    ['Huacho', LIMA, '150801'],
    ['220303', LIMA, '220303'],
    ['San Martín, El Dorado', LIMA, '220303'],
    ['San Martín - San Martín', LIMA, '220303'],
    ['Mi Perú', LIMA, '070107'],
    ['Arequipa', LIMA, '040101'],
    ['Cayma', undefined, '040103'],
  ])('%j, for an office in %s, is %s without a question', (text, province, ubigeo) => {
    expect(codeOf(text, province)).toBe(ubigeo);
  });

  it('of another region needs no question if another cell of the line confirms it', () => {
    const read = districtReader(LIMA);
    expect(read('Cayma', [], () => true)).toHaveProperty('value.ubigeo', '040103');
    expect(read('Cayma', ['Arequipa'])).toHaveProperty('value.ubigeo', '040103');
    expect(read('San Martín', ['Lima', 'Lima'])).toMatchObject({ suggestion: 'San Martín de Porres' });
    expect(read('Sa Marrtin', ['Lima', 'Lima'])).toHaveProperty('reason', 'No se conoce ese distrito');
    expect(read('SAN MARTÍN, LIMA', [], () => true)).toHaveProperty('value.ubigeo', '220303');
  });

  it('is found by its name and area, whichever it is', () => {
    const read = districtReader(LIMA);
    const wrong = DISTRICTS.all.filter((each) => {
      const found = read(`${each.name}, ${areaOf(each)}`);
      return 'value' in found && found.value.ubigeo !== each.ubigeo;
    });
    expect(wrong.map(({ ubigeo }) => ubigeo)).toEqual([]);
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

describe('the district in an address', () => {
  const inAddress = (address: string, areas: string[] = [], province = LIMA): unknown => {
    const read = districtInAddress(address, areas, province);
    return 'value' in read ? read.value.ubigeo : (read.suggestion ?? read.reason);
  };
  const UNCLEAR = 'Falta, y la dirección no lo deja claro';
  const NONE = 'Falta, y la dirección no dice cuál es';

  it.each([
    ['Av. Perú 123, San Martín de Porres, Lima', '150135'],
    ['Av. Perú 123, San Martín de Porres, Lima 31, Perú', '150135'],
    ['Av. Perú 123, SMP', '150135'],
    ['Av. La Marina 2000, San Miguel', '150136'],
    ['Av. Larco 345 Miraflores', '150122'],
    ['Av. Larco 345-B Miraflores', '150122'],
    ['Av. Larco 345 - Miraflores - Lima', '150122'],
    ['AV. LARCO NRO. 345 LIMA-LIMA-MIRAFLORES', '150122'],
    ['Av. San Borja Sur 123, San Borja', '150130'],
    ['Av. Larco 345, 15074 Miraflores', '150122'],
    ['Av. Sáenz Peña 100, La Punta, Lima', '070105'],
    ['Calle Jerusalén 100, Miraflores, Arequipa', '040110'],
    ['Calle Uno 1, Cayma, Arequipa', '040103'],
    ['Calle Dos 2, Distrito de Ate', '150103'],
    ['Jr. Ica 100, Cercado de Lima', '150101'],
    ['Av. Miraflores 123, Lima', UNCLEAR],
    ['Jr. Lima 450', NONE],
    ['Av. Perú 123, Santa Anita, Ate', UNCLEAR],
    ['Calle Uno 1, Cayma', 'Cayma'],
    ['Calle Uno 1, frente al Parque Miraflores', 'Miraflores'],
    ['Calle Las Flores 123', NONE],
    ['Calle Las Flores 123, Lince, Arequipa', 'Lince'],
  ])('of «%s» is %s', (address, ubigeo) => {
    expect(inAddress(address)).toBe(ubigeo);
  });

  it('is read together with columns for the city', () => {
    expect(inAddress('Av. Larco 345', ['Miraflores', 'Lima'])).toBe('150122');
    expect(inAddress('Calle Uno 1, Miraflores', ['Arequipa'])).toBe('040110');
    expect(inAddress('Av. Larco 345', ['Lima'])).toBe(UNCLEAR);
  });

  it('in a separate column must be in the province or department of the other columns', () => {
    const within = (text: string, ...areas: string[]): unknown => {
      const read = districtReader(LIMA)(text, areas);
      return 'value' in read ? read.value.ubigeo : read.reason;
    };
    expect(within('Miraflores', 'Arequipa', 'Arequipa')).toBe('040110');
    expect(within('Miraflores', 'Dpto 302')).toBe('150122');
    expect(within('Callao', 'Lima')).toBe('070101');
    expect(within('Lima', 'Lima', 'Lima')).toBe('150101');
    expect(within('Breña', 'Arequipa')).toBe('Breña no está en Arequipa');
  });
});
