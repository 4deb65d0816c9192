import { zonedFormat } from '../../../shared/format/zoned-format.ts';

const timeOf = zonedFormat('es-PE', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** @returns an instant's time in an IANA zone, with seconds: «10:42:08». */
export const clockTime = (iso: string, timeZone: string): string => timeOf(timeZone).format(new Date(iso));
