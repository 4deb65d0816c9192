import { type Call } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/** Logs to the security log that the money of a day was sent, completely or in part. */
export function logMoneyExport({ req, query, services }: Call<'money.export', 'security'>, whole: boolean): void {
  services.security.log('money.exported', {
    ...exportFields(req, services.security, query.officeId),
    day: query.day,
    format: query.formato,
    outcome: whole ? 'complete' : 'cut',
  });
}
