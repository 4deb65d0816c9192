import { CHARGE_ALL_OFFICES, type ModuleCode } from '@despacho/contracts';
import { Refusal } from './refusal.ts';

/** A signed-in person: the caller of every legacy call. */
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

/**
 * The server's operator as the author in an office's log. No account can have this name: it contains characters that
 * accounts may not.
 */
export const OPERATOR = { username: '(servidor)', user: 'Administración del servidor' };

/** Whether a person may access every office of the company. Nobody may access another company. */
export const seesWholeCompany = (person: Pick<Person, 'charge'>): boolean => person.charge === CHARGE_ALL_OFFICES;

/** @throws Refusal if the person does not have the module. */
export function requireModule(person: Pick<Person, 'modules'>, code: ModuleCode): void {
  if (!person.modules.includes(code)) throw new Refusal('forbidden', 'No tiene permiso para esta operación');
}
