import { describe, expect, it } from 'vitest';
import { type Access, EVENT_ACCESS, mayUse, SCREEN_ACCESS } from './access.ts';
import { isModuleCode, MODULE_CODES } from './modules.ts';
import { liveEvent } from './subjects/events.ts';

describe('the access table', () => {
  it('S23: gives each screen the modules of its menu entry', () => {
    expect(SCREEN_ACCESS).toEqual({
      dashboard: ['D01', 'D02', 'D03', 'D04', 'D05', 'D06'],
      map: ['M01'],
      assing: ['U01'],
      images: ['T02'],
      clients: ['000'],
      permissions: ['G01'],
    });
  });

  it('covers every live event', () => {
    const types = liveEvent.def.options.map((option) => option.shape.type.def.values[0]);
    expect(Object.keys(EVENT_ACCESS).sort()).toEqual([...types].sort());
  });

  it('names known modules only', () => {
    const tables: Record<string, Access>[] = [SCREEN_ACCESS, EVENT_ACCESS];
    const named: string[] = tables.flatMap((table) => Object.values(table)).flat();
    expect(named.filter((code) => code !== 'session' && !isModuleCode(code))).toEqual([]);
  });

  it('opens no screen and no event to everyone', () => {
    for (const codes of [...Object.values(SCREEN_ACCESS), ...Object.values(EVENT_ACCESS)])
      expect(codes.length).toBeGreaterThan(0);
  });
});

describe('mayUse', () => {
  it('requires any one of the modules', () => {
    expect(mayUse(['D01', 'D02'], ['D02', 'X99'])).toBe(true);
    expect(mayUse(['D01', 'D02'], ['D03'])).toBe(false);
    expect(mayUse(['G01'], [])).toBe(false);
    expect(mayUse(['G01'], ['g01', 'G011'])).toBe(false);
  });

  it('requires no module for an operation that is open to everyone signed in', () => {
    for (const access of ['session', 'public', 'everyone'] as const) expect(mayUse(access, [])).toBe(true);
  });

  it('allows nobody when the list of modules is empty', () => {
    expect(mayUse([], MODULE_CODES)).toBe(false);
  });
});
