import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin } from 'vite';
import { filesOf, type Manifest } from './scripts/login-budget.ts';
import { paths } from './src/shared/paths.ts';

/** Parts of every screen behind the sign-in. */
const FRAME = ['app/components/SignedIn.tsx'];

const DASHBOARD = 'features/dashboard/DashboardScreen.tsx';

/** Named in the HTML before everything else, which waits for it. */
const THEME = 'theme.js';

/**
 * The modules that each screen loads before it shows its data, by path (`routes.tsx`). A path that ends with a slash
 * stands for every path directly below it.
 */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: [DASHBOARD, 'features/dashboard/TodayScreen.tsx'],
  [`${paths.dashboard}/liquidacion`]: [DASHBOARD, 'features/settlement/SettlementScreen.tsx'],
  [`${paths.dashboard}/informes`]: [DASHBOARD, 'features/reports/ReportsScreen.tsx'],
  [paths.map]: ['features/map/MapScreen.tsx'],
  [paths.assign]: ['features/dispatch-desk/DispatchDeskScreen.tsx'],
  [paths.images]: ['features/images/ImagesScreen.tsx'],
  [paths.permissions]: ['features/permissions/PermissionsScreen.tsx'],
  [paths.clients]: ['features/clients/ClientsScreen.tsx'],
  [`${paths.clients}/`]: ['features/clients/ClientScreen.tsx'],
  [paths.sessions]: ['features/my-sessions/SessionsScreen.tsx'],
};

/**
 * Writes `.vite/screens.json` for the gateway: the files that each screen needs. Those of every page come first, because
 * they send the first requests for data.
 */
export const screenFiles: Plugin = {
  name: 'screen-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
    const screens = Object.entries(SCREENS).map(([path, modules]) => {
      const names = [...FRAME, ...modules].map((module) => `src/${module}`);
      return [path, [THEME, ...filesOf(manifest, ['index.html', ...names])]];
    });
    await writeFile(join(dir, '.vite/screens.json'), JSON.stringify(Object.fromEntries(screens)));
  },
};
