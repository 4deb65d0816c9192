import { timeIn } from './zoned-parts.ts';

/** @returns an instant's time in an IANA zone: «14:05». */
export const formatTime = (iso: string, timeZone: string): string => timeIn(timeZone, Date.parse(iso));
