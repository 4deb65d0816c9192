/** @returns `2026-11-24` as people in Peru write it: 24/11/2026. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/');
