import { zonedFormat } from './zoned-format.ts';

const timeOf = zonedFormat('es-PE', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** @returns an instant's time in an IANA zone: «14:05». */
export const formatTime = (iso: string, timeZone: string): string => timeOf(timeZone).format(new Date(iso));
