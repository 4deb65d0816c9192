import { REPORT_GROUP_CODES, REPORT_OPERATIONS } from '@despacho/contracts/dispatch';
import { type OperationId } from '@despacho/contracts/operations';
import { type Request } from 'express';
import { type SecurityEventName } from '#security-events/event-table.ts';
import { type SecurityLog } from '#security-events/security-log.ts';
import { type Answer, type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/*
 * Operations of the dispatch service that the security log names, with the person, the address and the office: most show
 * or send personal data, or give somebody access.
 */

/** An operation in the office that its query names. */
interface OfficeCall {
  req: Request;
  query: { officeId: string };
  services: { security: SecurityLog };
}

type Of<Id extends OperationId> = Call<Id, 'security'>;
type Fields = Parameters<SecurityLog['log']>[1];

function log(event: SecurityEventName, { req, query, services: { security } }: OfficeCall, fields: Fields): void {
  security.log(event, { ...exportFields(req, security, query.officeId), ...fields });
}

/** Forwards a request without a body, and logs it once it is done. */
async function sendAndLog(event: SecurityEventName, call: OfficeCall, send: SendOn, fields: Fields): Promise<unknown> {
  const value = await send(undefined);
  log(event, call, fields);
  return value;
}

const outcomeOf = (whole: boolean) => (whole ? 'complete' : 'cut');

export const linkPhone = (call: Of<'couriers.connect'>, send: SendOn) =>
  sendAndLog('phone.linked', call, send, { courier: call.params.id });

export const disconnectPhone = (call: Of<'couriers.disconnect'>, send: SendOn) =>
  sendAndLog('phone.disconnected', call, send, { courier: call.params.id });

export const linkTracker = (call: Of<'couriers.track'>, send: SendOn) =>
  sendAndLog('tracker.linked', call, send, { courier: call.params.id });

export const revokeTracker = (call: Of<'couriers.untrack'>, send: SendOn) =>
  sendAndLog('tracker.revoked', call, send, { courier: call.params.id });

export const revokeGuestLink = (call: Of<'guestLinks.revoke'>, send: SendOn) =>
  sendAndLog('guest.revoked', call, send, { link: call.params.id });

export const linkPassword = (call: Of<'passwords.link'>, send: SendOn) =>
  sendAndLog('password.linked', call, send, { target: call.params.id });

export const viewDocuments = (call: Of<'couriers.documents'>, send: SendOn) =>
  sendAndLog('documents.viewed', call, send, { courier: call.params.id });

/** Somebody reads the whole document of a receiver. */
export const viewReceiver = (call: Of<'visits.receiver'>, send: SendOn) =>
  sendAndLog('receiver.viewed', call, send, { visit: call.params.id });

export const viewTrail = (call: Of<'trails.day'> | Of<'trails.courier'>, send: SendOn) =>
  sendAndLog('trail.viewed', call, send, { courier: call.params?.id, day: call.query.dia });

export const followCourier = (call: Of<'trails.follow'>, send: SendOn) =>
  sendAndLog('courier.followed', call, send, { courier: call.params.id });

/** Logs only who began to read the company's trail, not each page. */
export const viewRecords = (call: Of<'trail.list'>, send: SendOn) =>
  call.query.antes === undefined ? sendAndLog('records.viewed', call, send, {}) : send(undefined);

export async function removePhoto(call: Of<'evidence.remove'>, send: SendOn): Promise<unknown> {
  const value = (await send(call.body)) as Partial<Answer<'evidence.remove'>> | undefined;
  log('photo.removed', call, { photo: call.params.id, order: value?.order?.id });
  return value;
}

/** Thumbnails are part of lists, of which a page may show hundreds. */
export function logPhotoView(call: Of<'evidence.file'>): void {
  if (call.query.medida !== 'mini') log('photo.viewed', call, { photo: call.params.id });
}

export function logTrailExport(call: Of<'trails.file'>, whole: boolean): void {
  const { dia, formato } = call.query;
  log('trail.exported', call, { courier: call.params.id, day: dia, format: formato, outcome: outcomeOf(whole) });
}

export const logRecordsExport = (call: Of<'trail.file'>, whole: boolean): void =>
  log('records.exported', call, { format: call.query.formato, outcome: outcomeOf(whole) });

export const logMoneyExport = (call: Of<'money.export'>, whole: boolean): void =>
  log('money.exported', call, { day: call.query.day, format: call.query.formato, outcome: outcomeOf(whole) });

type ReportFile = (typeof REPORT_OPERATIONS)[keyof typeof REPORT_OPERATIONS]['file'];

export const logReport =
  (id: ReportFile) =>
  (call: Of<ReportFile>, whole: boolean): void => {
    const { periodo, dia, formato } = call.query;
    const rows = REPORT_GROUP_CODES.find((group) => REPORT_OPERATIONS[group].file === id);
    log('report.exported', call, { rows, period: periodo, day: dia, format: formato, outcome: outcomeOf(whole) });
  };
