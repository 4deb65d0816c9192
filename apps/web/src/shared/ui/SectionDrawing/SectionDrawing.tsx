import Building2 from 'lucide-react/icons/building-2';
import Images from 'lucide-react/icons/images';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import MapIcon from 'lucide-react/icons/map';
import Route from 'lucide-react/icons/route';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type SectionIcon } from '../../sections.ts';

const DRAWINGS = {
  dashboard: LayoutDashboard,
  map: MapIcon,
  assign: Route,
  images: Images,
  permissions: ShieldCheck,
  clients: Building2,
} satisfies Record<SectionIcon, unknown>;

/** The icon of a section. */
export function SectionDrawing({ icon }: { icon: SectionIcon }) {
  const Drawing = DRAWINGS[icon];
  return <Drawing size={18} aria-hidden="true" />;
}
