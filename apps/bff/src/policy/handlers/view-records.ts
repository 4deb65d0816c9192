import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/** Reads a page of the company's trail, and logs who began to read. */
export async function viewRecords({ req, query, services }: Call<'trail.list', 'security'>, send: SendOn) {
  const value = await send(undefined);
  if (query.antes === undefined)
    services.security.log('records.viewed', exportFields(req, services.security, query.officeId));
  return value;
}

/** Logs to the security log that the company's trail was sent as a file, completely or in part. */
export function logRecordsExport({ req, query, services }: Call<'trail.file', 'security'>, whole: boolean): void {
  services.security.log('records.exported', {
    ...exportFields(req, services.security, query.officeId),
    format: query.formato,
    outcome: whole ? 'complete' : 'cut',
  });
}
