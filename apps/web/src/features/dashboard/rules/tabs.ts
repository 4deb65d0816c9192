import { type Access, REPORT_ACCESS, SCREEN_ACCESS } from '@despacho/contracts';

export interface DashboardTab {
  /** Its path below `/dashboard`; empty for the first. */
  path: '' | 'liquidacion' | 'informes';
  title: string;
  /** Any one of these modules shows it. */
  access: Access;
}

/** The tabs of the Dashboard, in display order. */
export const DASHBOARD_TABS: readonly DashboardTab[] = [
  { path: '', title: 'Hoy', access: SCREEN_ACCESS.dashboard },
  { path: 'liquidacion', title: 'Liquidación', access: ['D05'] },
  { path: 'informes', title: 'Informes', access: REPORT_ACCESS },
];
