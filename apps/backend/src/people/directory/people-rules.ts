import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type PersonState } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Person, seesWholeCompany } from '#platform/person.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { type Account, someoneElseAdministers, someoneElseHasChargeS } from './accounts-repository.ts';

const ADMINISTRATION = 'G01';

/** @throws Refusal for a person who may change nobody, for a change of oneself, and of charge S without it. */
export function requireMayChange(caller: Person, target: Person): void {
  if (target.id === caller.id) throw new Refusal('forbidden', 'Nadie puede cambiar su propia cuenta');
  if (seesWholeCompany(target) && !seesWholeCompany(caller))
    throw new Refusal('forbidden', 'Solo una persona con cargo S puede cambiar a otra con cargo S');
}

/** @throws Refusal for modules that the caller lacks, unless their charge is S. */
export function requireMayGrant(caller: Person, added: readonly string[], field = 'changes.modules'): void {
  if (seesWholeCompany(caller)) return;
  const lacking = added.filter((code) => !caller.modules.includes(code));
  if (lacking.length > 0)
    throw new Refusal(
      'forbidden',
      `No puede otorgar un permiso que usted no tiene: ${lacking.join(', ')}`,
      undefined,
      field,
    );
}

/** @throws Refusal for charge S given by somebody without it. */
export function requireMayAppoint(caller: Person, charge: string, field = 'changes.charge'): void {
  if (charge === CHARGE_ALL_OFFICES && !seesWholeCompany(caller))
    throw new Refusal('forbidden', 'Solo una persona con cargo S puede dar el cargo S', undefined, field);
}

/** A person's values after a change. */
export interface Position {
  state: PersonState;
  officeId: string;
  charge: string;
  modules: readonly string[];
}

/**
 * @throws Refusal invalid if the change takes the last administrator from an office, or the last charge S from the
 * company. Only active people count.
 */
export async function requireSuccessors(trx: Database, target: Account, after: Position): Promise<void> {
  if (target.state !== 'active') return;
  const stays = after.state === 'active' && after.officeId === target.office.id;
  if (target.modules.includes(ADMINISTRATION) && !(stays && after.modules.includes(ADMINISTRATION)))
    if (!(await someoneElseAdministers(trx, target)))
      throw invalid('La oficina debe conservar al menos una persona que administre permisos (G01)');
  if (seesWholeCompany(target) && !(after.state === 'active' && after.charge === CHARGE_ALL_OFFICES))
    if (!(await someoneElseHasChargeS(trx, target)))
      throw invalid('La empresa debe conservar al menos una persona con cargo S');
}
