/* Responses of the bench's legacy host, in typical sizes: a session record of 2 KB, a record of 1 KB, a page of 50
   KB. */

const client = (serial: number) => ({
  id: 5000 + serial,
  code: `C${String(serial).padStart(4, '0')}`,
  name: `Distribuidora Señor de los Milagros ${serial} E.I.R.L.`,
  taxId: `20${String(512_345_678 + serial)}`,
  contact: 'María Fernanda Quispe Añaños',
  phone: '+51 987 654 321',
  email: null,
  address: 'Av. José Carlos Mariátegui 1234',
  reference: 'Frente al mercado, puerta verde, segundo piso',
  district: 'Villa María del Triunfo',
  ubigeo: '150143',
  lat: -12.158_913,
  lng: -76.943_421,
  active: true,
  createdAt: '2026-03-14T15:09:26.535Z',
  segmento: { zona: 'Sur', prioridad: 3 },
});

/** A list of about 50 KB. */
export const PAGE = Array.from({ length: 108 }, (_, index) => client(index + 1));

/** One record of about 1 KB. */
export const RECORD = {
  ...client(7),
  observaciones: 'Recibe de lunes a sábado, de nueve a seis. '.repeat(12),
};

/** Enough modules, with a legacy host's codes, to fill a session record to 2 KB. */
const MODULES = [
  '000',
  'D01',
  ...Array.from({ length: 100 }, (_, index) => `EXTERNO-${String(index).padStart(6, '0')}`),
];

export const LOGIN = {
  token: 'bench-token-0123456789abcdefghijklmnopqrstuvwxyz',
  sucursal: 'LIMA',
  ruc: '20512345678',
};

export const CREDENTIALS = {
  ...LOGIN,
  id: 1,
  username: 'ana.torres',
  user: 'Ana Torres',
  charge: 'S',
  officeId: { id: 'LIMA', name: 'Lima' },
  permissionsList: MODULES.map((module) => ({ module })),
};
