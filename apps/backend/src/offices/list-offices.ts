import { type Office } from '@despacho/contracts';
import { seesWholeCompany } from '../person.ts';
import { type Services } from '../services.ts';
import { listOfficesOf } from './offices-repository.ts';

/** A person's company and office according to the gateway's assertion. The company is a tax id. */
export interface Standing {
  company: string | null;
  officeId: string;
  charge: string;
}

/** @returns the offices a person may access: all of the company with charge S, otherwise their own. */
export async function listOffices({ db }: Services, person: Standing): Promise<Office[]> {
  if (person.company === null) return [];
  return listOfficesOf(db, person.company, seesWholeCompany(person) ? undefined : person.officeId);
}
