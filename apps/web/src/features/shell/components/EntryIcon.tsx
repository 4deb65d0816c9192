import FolderTree from 'lucide-react/icons/folder-tree';
import Settings from 'lucide-react/icons/settings';
import LogOut from 'lucide-react/icons/log-out';
import ScrollText from 'lucide-react/icons/scroll-text';
import { SectionDrawing } from '#shared/ui/SectionDrawing/SectionDrawing.tsx';
import type { MenuIcon } from '../rules/menu.ts';

export function EntryIcon({ icon }: { icon: MenuIcon }) {
  if (icon === 'group') return <FolderTree size={18} aria-hidden="true" />;
  if (icon === 'logout') return <LogOut size={18} aria-hidden="true" />;
  if (icon === 'records') return <ScrollText size={18} aria-hidden="true" />;
  if (icon === 'settings') return <Settings size={18} aria-hidden="true" />;
  return <SectionDrawing icon={icon} />;
}
