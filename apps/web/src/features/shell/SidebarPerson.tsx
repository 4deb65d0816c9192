import { useSession } from '../session/session.ts';
import { Avatar } from '../../shared/ui/Avatar.tsx';
import { Tooltip } from '../../shared/ui/Tooltip.tsx';
import { officeLabel } from './office-label.ts';
import styles from './SidebarPerson.module.css';
import { useOffices } from './use-shell-data.ts';

/** Who is signed in, and from which office. */
export function SidebarPerson({ isMini }: { isMini: boolean }) {
  const { user, officeId } = useSession();
  const office = useOffices()?.find(({ id }) => id === officeId.id);
  const place = officeLabel(office?.name ?? officeId.id);
  if (isMini) {
    return (
      <Tooltip text={`${user} · ${place}`} side="right">
        <div className={styles['mini']} role="img" aria-label={`${user}, ${place}`} tabIndex={0}>
          <Avatar name={user} />
        </div>
      </Tooltip>
    );
  }
  return (
    <div className={styles['person']}>
      <p className={styles['name']}>{user}</p>
      <p className={styles['place']}>{place}</p>
    </div>
  );
}
