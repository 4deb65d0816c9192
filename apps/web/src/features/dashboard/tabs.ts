import { type Access, SCREEN_ACCESS } from '@despacho/contracts';
import { REPORT_ACCESS } from '@despacho/contracts/dispatch';
import { type ComponentType } from 'react';

export interface DashboardTab {
  /** Its path below `/dashboard`; empty for the first. */
  path: string;
  title: string;
  /** Any one of these modules shows it. */
  access: Access;
  load: () => Promise<{ Component: ComponentType }>;
}

/** The tabs of the Dashboard, in display order. */
export const DASHBOARD_TABS: readonly DashboardTab[] = [
  {
    path: '',
    title: 'Hoy',
    access: SCREEN_ACCESS.dashboard,
    load: () => import('./TodayScreen.tsx'),
  },
  {
    path: 'liquidacion',
    title: 'Liquidación',
    access: ['D05'],
    load: () => import('../settlement/SettlementScreen.tsx'),
  },
  {
    path: 'informes',
    title: 'Informes',
    access: REPORT_ACCESS,
    load: () => import('../reports/ReportsScreen.tsx'),
  },
];
