import { describe, expect, it } from 'vitest';
import { isModuleCode, MODULE_CODES, MODULES } from './modules.ts';

describe('modules', () => {
  it('S23: follow the order of the menu', () => {
    expect(MODULE_CODES).toEqual(['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'M01', 'U01', 'T02', 'G01', '000']);
  });

  it('each have a name', () => {
    expect([...MODULE_CODES].sort()).toEqual(Object.keys(MODULES).sort());
    for (const code of MODULE_CODES) expect(MODULES[code].name).not.toBe('');
  });

  it('S23: have the section titles of the menu', () => {
    const sections = [...new Set(MODULE_CODES.map((code) => MODULES[code].section))];
    expect(sections).toEqual(['Dashboard', 'Mapa', 'Asig. Orden(B)', 'Imágenes', 'Permiso Usuario', 'Clientes']);
  });

  it.each(['logout', 'X99', '', 'toString', '__proto__', 'd01'])('rejects %j', (code) => {
    expect(isModuleCode(code)).toBe(false);
  });
});
