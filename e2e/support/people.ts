/** Demo sign-ins, with the first section each is led to. Their password is no secret: it exists with demo data only. */
export const PEOPLE = {
  /** Charge S: every module, every office. */
  ana: { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho', first: '/dashboard' },
  /** D01 D02 D03 M01 U01. */
  luis: { sucursal: 'LIMA', username: 'luis.quispe', password: 'despacho', first: '/dashboard' },
  /** T02 000. */
  rosa: { sucursal: 'LIMA', username: 'rosa.mamani', password: 'despacho', first: '/images' },
} as const;

export type Person = keyof typeof PEOPLE;
