/** Demo sign-ins. Their password is no secret: it exists with demo data only. */
export const PEOPLE = {
  /** Charge S: every module, every office. */
  ana: { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho' },
  /** D01 D02 D03 M01 U01. */
  luis: { sucursal: 'LIMA', username: 'luis.quispe', password: 'despacho' },
  /** T02 000. */
  rosa: { sucursal: 'LIMA', username: 'rosa.mamani', password: 'despacho' },
} as const;

export type Person = keyof typeof PEOPLE;
