/** Demo users, each with the first section after sign-in. The password is not secret: it exists only in demo data. */
export const PEOPLE = {
  /** Charge S: every module, every office. */
  ana: { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho', first: '/dashboard' },
  /** D01 D02 D03 M01 U01. */
  luis: { sucursal: 'LIMA', username: 'luis.quispe', password: 'despacho', first: '/dashboard' },
  /** The modules of the profile «Despachador». */
  carla: { sucursal: 'LIMA', username: 'carla.rios', password: 'despacho', first: '/dashboard' },
  /** T02 000. */
  rosa: { sucursal: 'LIMA', username: 'rosa.mamani', password: 'despacho', first: '/images' },
  /** D04 D05 U01. */
  elena: { sucursal: 'LIMA', username: 'elena.caja', password: 'despacho', first: '/dashboard' },
  /** D01 M01 U01 X07, plus the permissions that tests grant and revoke; no other user. */
  edgar: { sucursal: 'LIMA', username: 'edgar.ibanez', password: 'despacho', first: '/dashboard' },
} as const;

export type Person = keyof typeof PEOPLE;
