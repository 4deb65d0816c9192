import Building2 from 'lucide-react/icons/building-2';
import FolderTree from 'lucide-react/icons/folder-tree';
import Images from 'lucide-react/icons/images';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import MapIcon from 'lucide-react/icons/map';
import Route from 'lucide-react/icons/route';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { MenuIcon } from './menu.ts';

const ICONS = {
  dashboard: LayoutDashboard,
  map: MapIcon,
  assign: Route,
  images: Images,
  permissions: ShieldCheck,
  clients: Building2,
  logout: LogOut,
  group: FolderTree,
} satisfies Record<MenuIcon, unknown>;

/** The drawing of a menu entry. */
export function EntryIcon({ icon }: { icon: MenuIcon }) {
  const Drawing = ICONS[icon];
  return <Drawing size={18} aria-hidden="true" />;
}
