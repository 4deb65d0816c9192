import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import styles from './BackToList.module.css';

/** Link to the list. Goes back in history, which restores the scroll position, if the user came from there. */
export function BackToList() {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const fromList = typeof state === 'object' && state !== null && 'fromList' in state;
  return (
    <Link
      to={paths.clients}
      className={styles['back']}
      onClick={(event) => {
        if (!fromList || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ArrowLeft size={18} aria-hidden="true" />
      Clientes
    </Link>
  );
}
