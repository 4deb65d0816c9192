import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

type View = Call<'trails.day', 'security'> | Call<'trails.courier', 'security'>;

/** Reads where one or all couriers were on a day, and logs who read it: positions are personal data of workers. */
export async function viewTrail(call: View, send: SendOn): Promise<unknown> {
  const { req, params, query, services } = call;
  const value = await send(undefined);
  services.security.log('trail.viewed', {
    ...exportFields(req, services.security, query.officeId),
    courier: params?.id,
    day: query.dia,
  });
  return value;
}

/** Logs who began to follow a courier on the live map. */
export async function followCourier(call: Call<'trails.follow', 'security'>, send: SendOn): Promise<unknown> {
  const { req, params, query, services } = call;
  const value = await send(undefined);
  services.security.log('courier.followed', {
    ...exportFields(req, services.security, query.officeId),
    courier: params.id,
  });
  return value;
}

/** Logs to the security log that a trail was sent as a file, completely or in part. */
export function logTrailExport(
  { req, params, query, services }: Call<'trails.file', 'security'>,
  whole: boolean,
): void {
  services.security.log('trail.exported', {
    ...exportFields(req, services.security, query.officeId),
    courier: params.id,
    day: query.dia,
    format: query.formato,
    outcome: whole ? 'complete' : 'cut',
  });
}
