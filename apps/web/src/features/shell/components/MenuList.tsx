import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { classes } from '#shared/styles/classes.ts';
import { Tooltip } from '#shared/ui/Tooltip/Tooltip.tsx';
import { AttentionBadge } from '#features/attention/AttentionBadge.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { EntryIcon } from './EntryIcon.tsx';
import { MenuGroupItem } from './MenuGroupItem.tsx';
import styles from './MenuList.module.css';
import type { MenuEntry } from '../rules/menu.ts';

/** The sidebar's menu. Minimised, it shows icons with their titles as tooltips. */
export function MenuList({ entries, isMini }: { entries: readonly MenuEntry[]; isMini: boolean }) {
  const mayUse = useMayUse();
  const { data: config } = useQuery(configQuery);
  const hasAttention = config?.sections.operations === true && mayUse(DISPATCH_EVENT_ACCESS['attention.moved']);
  return (
    <ul className={styles['list']} data-mini={isMini || undefined}>
      {entries.map((entry) => (
        <li key={entry.path}>
          {entry.type === 'link' ? (
            <Tooltip text={entry.title} side="right" disabled={!isMini}>
              <NavLink
                to={entry.path}
                className={({ isActive }) => classes(styles['entry'], isActive && styles['active'])}
              >
                <EntryIcon icon={entry.icon} />
                <span className={styles['title']}>{entry.title}</span>
                {entry.path === paths.dashboard && hasAttention && <AttentionBadge />}
              </NavLink>
            </Tooltip>
          ) : (
            <MenuGroupItem group={entry} isMini={isMini} />
          )}
        </li>
      ))}
    </ul>
  );
}
