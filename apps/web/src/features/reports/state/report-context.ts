import { type DaySpan, type ReportGroup, type ReportPeriod } from '@despacho/contracts/dispatch';
import { createContext, use } from 'react';

/** Which report a screen shows. */
export interface ShownReport {
  officeId: string;
  today: string;
  group: ReportGroup;
  period: ReportPeriod;
  /** The days that are counted. */
  span: DaySpan;
}

export const ReportContext = createContext<ShownReport | null>(null);

/** @throws Error outside of the screen. */
export function useShownReport(): ShownReport {
  const shown = use(ReportContext);
  if (!shown) throw new Error('A part of a report without its screen');
  return shown;
}
