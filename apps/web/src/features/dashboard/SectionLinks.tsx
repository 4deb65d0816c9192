import ArrowRight from 'lucide-react/icons/arrow-right';
import Building2 from 'lucide-react/icons/building-2';
import Images from 'lucide-react/icons/images';
import MapIcon from 'lucide-react/icons/map';
import Route from 'lucide-react/icons/route';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'react-router-dom';
import { useMayUse } from '../session/session.ts';
import { SECTION_LINKS, type SectionIcon } from './section-links.ts';
import styles from './SectionLinks.module.css';

const ICONS = {
  map: MapIcon,
  assign: Route,
  images: Images,
  permissions: ShieldCheck,
  clients: Building2,
} satisfies Record<SectionIcon, unknown>;

/** Ways into the sections this person may use. */
export function SectionLinks() {
  const mayUse = useMayUse();
  const links = SECTION_LINKS.filter(({ access }) => mayUse(access));
  if (links.length === 0) return null;
  return (
    <nav aria-label="Sus secciones">
      <ul className={styles['links']}>
        {links.map(({ path, title, text, icon }) => {
          const Drawing = ICONS[icon];
          return (
            <li key={path}>
              <Link to={path} className={styles['link']}>
                <span className={styles['icon']}>
                  <Drawing size={18} aria-hidden="true" />
                </span>
                <span>
                  <strong className={styles['title']}>{title}</strong>
                  <span className={styles['text']}>{text}</span>
                </span>
                <ArrowRight size={16} aria-hidden="true" className={styles['arrow']} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
