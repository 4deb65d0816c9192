import { type Office } from '@despacho/contracts';
import { seesWholeCompany } from '../person.ts';
import { type Services } from '../services.ts';
import { listOfficesOf } from './offices-repository.ts';

/** Where someone stands, as the gateway's assertion tells it. The company is a tax id. */
export interface Standing {
  company: string | null;
  officeId: string;
  charge: string;
}

/** @returns the offices someone may look at: all of their company for charge S, else their own. */
export async function listOffices({ db }: Services, person: Standing): Promise<Office[]> {
  if (person.company === null) return [];
  return listOfficesOf(db, person.company, seesWholeCompany(person) ? undefined : person.officeId);
}
