import { type AttentionCause } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { aLine } from '#test/an-attention.ts';
import { actionOf, lineSubject, lineTitle } from './kinds.ts';

/** 10:00 in Lima. */
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const READER = { timeZone: 'America/Lima', now: NOW };
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

it.each<[Partial<AttentionCause> & Pick<AttentionCause, 'kind'>, string]>([
  [{ kind: 'tarde', since: at(-35) }, 'Atrasada 35 min'],
  [{ kind: 'sin_senal', since: at(-16), orders: 4 }, 'Sin señal hace 16 min'],
  [{ kind: 'por_vencer', due: at(28) }, 'Vence en 28 min'],
  [{ kind: 'por_vencer', due: at(0) }, 'Vence ya'],
  [{ kind: 'sin_asignar', since: at(-130) }, 'Sin asignar hace 2 h'],
  [{ kind: 'revisar', why: 'reasignada' }, 'Visita por revisar: la orden ya era de otro repartidor'],
  [{ kind: 'revisar', why: 'foto' }, 'Foto dudosa por revisar'],
  [{ kind: 'tope', amounts: { due: 50_000, paid: 82_050 } }, 'Lleva S/ 820.50 en efectivo; el tope es S/ 500.00'],
  [{ kind: 'tope' }, 'Lleva más efectivo que el tope'],
  [
    { kind: 'acuerdo', day: '2026-11-19', times: 2, amounts: { due: 3000, paid: 8450 } },
    'Por aceptar en el día de ayer: gastos de S/ 84.50, con tope de S/ 30.00 y 2 cobros por menos, recibidos por quien los cerró',
  ],
  [{ kind: 'acuerdo', day: '2026-11-20', times: 0 }, 'Por aceptar en el día de hoy: gastos sobre el tope'],
  [{ kind: 'prueba', faults: ['muy_lejos', 'repetida'] }, 'Prueba: muy lejos de la dirección, foto repetida'],
  [{ kind: 'prueba' }, 'La prueba tiene observaciones'],
  [{ kind: 'cobro', amounts: { due: 8000, paid: 7900 } }, 'Cobró S/ 79.00 de S/ 80.00'],
  [{ kind: 'cobro' }, 'Se cobró otro monto'],
  [{ kind: 'sin_prueba', missing: ['entrega', 'firma'] }, 'Falta la prueba: entrega, firma'],
  [{ kind: 'reasignada', times: 3 }, 'Reasignada 3 veces'],
  [{ kind: 'parado', since: at(-14) }, 'Parado hace 14 min, lejos de sus direcciones'],
  [
    {
      kind: 'documentos',
      documents: [
        { kind: 'soat', until: '2026-11-17' },
        { kind: 'licencia', until: '2026-11-20' },
        { kind: 'revision', until: '2026-12-02' },
      ],
    },
    'SOAT: venció el 17 nov; Licencia de conducir: vence hoy; Revisión técnica: vence el 2 dic',
  ],
  [{ kind: 'documentos' }, 'Tiene documentos por vencer'],
  [{ kind: 'fuera', since: at(-14) }, 'Fuera de sus zonas hace 14 min'],
  [{ kind: 'sin_cierre', day: '2026-11-20' }, 'Ruta de hoy sin cierre'],
  [{ kind: 'sin_cierre', day: '2026-11-19' }, 'Ruta de ayer sin cierre'],
  [{ kind: 'sin_cierre', day: '2026-11-17' }, 'Ruta del 17 nov sin cierre'],
  [{ kind: 'sin_lugar' }, 'Por ubicar'],
])('describes %j', (cause, text) => {
  expect(lineTitle({ causes: [{ since: at(0), ...cause }] }, READER)).toBe(text);
});

it('joins the causes of a line, the most urgent first', () => {
  const causes: AttentionCause[] = [
    { kind: 'por_vencer', since: at(-2), due: at(28) },
    { kind: 'sin_asignar', since: at(-130) },
  ];
  expect(lineTitle({ causes }, READER)).toBe('Vence en 28 min y sin asignar hace 2 h');
  expect(lineTitle({ causes: [...causes, { kind: 'sin_lugar', since: at(0) }] }, READER)).toBe(
    'Vence en 28 min, sin asignar hace 2 h y por ubicar',
  );
});

it('names the order or the courier, as far as the user may see it', () => {
  const courier = { id: '3', name: 'Rosa Huanca', phone: null };
  expect(lineSubject(aLine({ courier }))).toBe('D0005964 · Boticas Aurora, San Borja · Rosa Huanca');
  const order = { id: '1', code: 'D0001', isAssigned: true, client: null, district: null };
  expect(lineSubject(aLine({ order, courier }))).toBe('D0001 · Rosa Huanca');
  const causes = [{ kind: 'sin_senal' as const, since: at(-16), orders: 4 }];
  expect(lineSubject(aLine({ order: null, courier, causes }))).toBe('Rosa Huanca · 4 órdenes a bordo');
});

const PLACE = { officeId: 'LIMA', viewer: { charge: 'D' } };

it.each([
  ['revisar', { causes: [{ kind: 'revisar', since: at(0) }] }, 'Decidir', '/assing?revisar=5964'],
  [
    'sin_cierre',
    {
      order: null,
      courier: { id: '3', name: 'Rosa', phone: '987 654 321' },
      causes: [{ kind: 'sin_cierre', since: at(0) }],
    },
    'Cerrar ruta',
    '/assing?cierre=3',
  ],
  [
    'documentos',
    {
      order: null,
      courier: { id: '3', name: 'Rosa', phone: null },
      causes: [{ kind: 'documentos', since: at(0) }],
    },
    'Ver repartidor',
    '/assing?datos=3',
  ],
  ['sin_lugar', { causes: [{ kind: 'sin_lugar', since: at(0) }] }, 'Ubicar', '/assing?ubicar=5964'],
] as const)('opens the window that solves a line of %s', (_, line, label, href) => {
  const { causes, ...rest } = line;
  expect(actionOf(aLine({ ...rest, causes: [...causes] }), PLACE)).toEqual({ label, href });
});
