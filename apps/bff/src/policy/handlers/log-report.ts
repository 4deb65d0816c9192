import { REPORT_GROUP_CODES, REPORT_OPERATIONS } from '@despacho/contracts/dispatch';
import { type Call } from '../policy.ts';
import { exportFields } from './export-fields.ts';

type ReportFile = (typeof REPORT_OPERATIONS)[keyof typeof REPORT_OPERATIONS]['file'];

/** @returns a function that logs to the security log that a report was sent as a file, completely or in part. */
export const logReport =
  (id: ReportFile) =>
  ({ req, query, services }: Call<ReportFile, 'security'>, whole: boolean): void => {
    services.security.log('report.exported', {
      ...exportFields(req, services.security, query.officeId),
      rows: REPORT_GROUP_CODES.find((group) => REPORT_OPERATIONS[group].file === id),
      period: query.periodo,
      day: query.dia,
      format: query.formato,
      outcome: whole ? 'complete' : 'cut',
    });
  };
