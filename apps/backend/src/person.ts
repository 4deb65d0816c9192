import { CHARGE_ALL_OFFICES, type ModuleCode } from '@despacho/contracts';
import { Refusal } from './refusal.ts';

/** Someone signed in, as every verb is told who is asking. */
export interface Person {
  id: string;
  username: string;
  /** Display name. */
  user: string;
  charge: string;
  companyId: string;
  ruc: string;
  office: { id: string; name: string };
  modules: string[];
}

/** Charge S looks at every office of its company; nobody looks beyond the company. */
export const seesWholeCompany = (person: Pick<Person, 'charge'>): boolean => person.charge === CHARGE_ALL_OFFICES;

/** @throws Refusal when the person does not hold the module. */
export function requireModule(person: Pick<Person, 'modules'>, code: ModuleCode): void {
  if (!person.modules.includes(code)) throw new Refusal('forbidden', 'No tiene permiso para esta operación');
}
