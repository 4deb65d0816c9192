import { isModuleCode } from '@despacho/contracts';
import { type ChargeCode, chargeChoices, isChargeCode, moduleChoices } from '@despacho/contracts/dispatch';
import { invalid } from '#platform/refusal.ts';

/** @throws Refusal invalid for a module that the product does not have, with those that it has. */
export function requireKnownModules(codes: readonly string[], field?: string): void {
  const unknown = codes.filter((code) => !isModuleCode(code));
  if (unknown.length > 0)
    throw invalid(`No hay un módulo ${unknown.join(', ')}. Elija entre ${moduleChoices()}`, field);
}

/** The same for a command. */
export function requireModuleOptions(codes: readonly string[]): void {
  const unknown = codes.filter((code) => !isModuleCode(code));
  if (unknown.length > 0) throw invalid(`There is no module ${unknown.join(', ')}. Choose from ${moduleChoices()}`);
}

/** @throws Refusal invalid for a charge that does not exist, with those that do. */
export function requireChargeOption(charge: string): asserts charge is ChargeCode {
  if (!isChargeCode(charge)) throw invalid(`There is no charge "${charge}". Choose from ${chargeChoices()}`);
}
