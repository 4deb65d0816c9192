import { fold } from '@despacho/contracts';
import { type Random } from './random.ts';

export const GIVEN = [
  'Ana',
  'Luis',
  'Rosa',
  'José',
  'Carmen',
  'Julio',
  'María',
  'Víctor',
  'Elena',
  'Raúl',
  'Lucía',
  'Óscar',
  'Milagros',
  'César',
  'Patricia',
  'Wílmer',
  'Yesenia',
  'Iván',
  'Nélida',
  'Édgar',
  'Flor',
  'Percy',
  'Gladys',
  'Ítalo',
  'Sonia',
] as const;

export const FAMILY = [
  'Torres',
  'Quispe',
  'Mamani',
  'Flores',
  'Huamán',
  'Rojas',
  'Sánchez',
  'Condori',
  'Vásquez',
  'Ñahui',
  'Chávez',
  'Peña',
  'Castañeda',
  'Ccori',
  'Gutiérrez',
  'Paredes',
  'Zúñiga',
  'Apaza',
  'Cárdenas',
  'Muñoz',
  'Salazar',
  'Llerena',
  'Bazán',
  'Yupanqui',
  'Alarcón',
  'Saldaña',
  'Ibáñez',
  'Cueva',
  'Núñez',
  'Valderrama',
] as const;

interface Name {
  given: string;
  family: string;
  /** One given name and both surnames. */
  full: string;
  username: string;
}

/** @returns a name whose user name is not in `taken`, and adds it. */
export function nextName(random: Random, taken: Set<string>): Name {
  for (;;) {
    const given = random.pick(GIVEN);
    const family = random.pick(FAMILY);
    const username = `${fold(given)}.${fold(family)}`;
    const mother = random.pick(FAMILY);
    if (taken.has(username) || mother === family) continue;
    taken.add(username);
    return { given, family, full: `${given} ${family} ${mother}`, username };
  }
}
