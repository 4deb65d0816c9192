import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router-dom';
import { SECTIONS } from '../../../shared/sections.ts';
import { SectionDrawing } from '../../../shared/ui/SectionDrawing/SectionDrawing.tsx';
import { useMayUse } from '../../session/state/session.ts';
import { SECTION_TEXTS } from '../rules/section-texts.ts';
import styles from './SectionLinks.module.css';

/** Links to the sections that the user may see. */
export function SectionLinks() {
  const mayUse = useMayUse();
  const links = SECTIONS.flatMap(({ screen, path, title, icon, access }) =>
    screen !== 'dashboard' && mayUse(access) ? [{ path, title, icon, text: SECTION_TEXTS[screen] }] : [],
  );
  if (links.length === 0) return null;
  return (
    <nav aria-label="Sus secciones">
      <ul className={styles['links']}>
        {links.map(({ path, title, text, icon }) => (
          <li key={path}>
            <Link to={path} className={styles['link']}>
              <span className={styles['icon']}>
                <SectionDrawing icon={icon} />
              </span>
              <span>
                <strong className={styles['title']}>{title}</strong>
                <span className={styles['text']}>{text}</span>
              </span>
              <ArrowRight size={16} aria-hidden="true" className={styles['arrow']} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
