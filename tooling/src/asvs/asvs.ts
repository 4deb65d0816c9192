import { readFileSync } from 'node:fs';
import { ROOT } from '../root.ts';

/** What we say of one requirement of OWASP ASVS 5.0.0. */
export interface Assessment {
  /** `V6.2.1` */
  id: string;
  level: number;
  /** In our own words: the standard's text is under another licence. */
  topic: string;
  status: 'met' | 'not met' | 'not applicable';
  reason: string;
  /** Of what is met: rows (`G19`, `S6`, `C5`) or files of tests, from the repository's folder. */
  proof?: string[];
}

/** @returns the assessments of docs/security/asvs.json, in the order of the standard. */
export const readAssessments = (): Assessment[] =>
  JSON.parse(readFileSync(`${ROOT}docs/security/asvs.json`, 'utf8')) as Assessment[];
