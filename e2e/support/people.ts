/** Demo sign-ins, with the first section each is led to. Their password is no secret: it exists with demo data only. */
export const PEOPLE = {
  /** Charge S: every module, every office. */
  ana: { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho', first: '/dashboard' },
  /** D01 D02 D03 M01 U01. */
  luis: { sucursal: 'LIMA', username: 'luis.quispe', password: 'despacho', first: '/dashboard' },
  /** T02 000. */
  rosa: { sucursal: 'LIMA', username: 'rosa.mamani', password: 'despacho', first: '/images' },
  /** D01 M01 U01 X07, and what the tests of permissions give and take: for no other. */
  edgar: { sucursal: 'LIMA', username: 'edgar.ibanez', password: 'despacho', first: '/dashboard' },
} as const;

export type Person = keyof typeof PEOPLE;
