import { type FieldRoute } from '@despacho/contracts/dispatch';
import { formatTime } from '#shared/format/format-time.ts';
import { classes } from '#shared/styles/classes.ts';
import common from './Common.module.css';

/** When the day was handed in, and whether the office has confirmed it. */
export function EndStatus({ end, timeZone }: { end: NonNullable<FieldRoute['end']>; timeZone: string }) {
  return (
    <p role="status" className={classes(common[end.confirmedAt === null ? 'warn' : 'good'], common['status'])}>
      {end.confirmedAt === null
        ? `${end.byOffice ? 'La oficina cerró su ruta' : 'Entregó su cierre'} a las ${formatTime(end.at, timeZone)}. Falta que la oficina lo confirme.`
        : `La oficina confirmó su cierre a las ${formatTime(end.confirmedAt, timeZone)}. Los cobros de hoy ya no cambian.`}
    </p>
  );
}
