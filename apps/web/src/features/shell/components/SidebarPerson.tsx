import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/state/session.ts';
import { officesQuery } from '../../../shared/queries/offices-query.ts';
import { Avatar } from '../../../shared/ui/Avatar/Avatar.tsx';
import { Tooltip } from '../../../shared/ui/Tooltip/Tooltip.tsx';
import { officeLabel } from '../rules/office-label.ts';
import styles from './SidebarPerson.module.css';

export function SidebarPerson({ isMini }: { isMini: boolean }) {
  const { user, officeId } = useSession();
  const { data: offices } = useQuery(officesQuery);
  const office = offices?.find(({ id }) => id === officeId.id);
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
