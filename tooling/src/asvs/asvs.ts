import { readFileSync } from 'node:fs';
import { ROOT } from '../root.ts';

/** Our assessment of one requirement of OWASP ASVS 5.0.0. */
export interface Assessment {
  /** `V6.2.1` */
  id: string;
  level: number;
  /** In our own words, because the text of the standard has another licence. */
  topic: string;
  status: 'met' | 'not met' | 'not applicable';
  reason: string;
  /** Proof of a met requirement: rows (`G19`, `S6`, `C5`) or paths of test files from the repository root. */
  proof?: string[];
}

/** @returns the assessments in docs/security/asvs.json, in the order of the standard. */
export const readAssessments = (): Assessment[] =>
  JSON.parse(readFileSync(`${ROOT}docs/security/asvs.json`, 'utf8')) as Assessment[];
