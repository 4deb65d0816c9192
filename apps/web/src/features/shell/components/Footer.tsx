import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../shared/queries/config-query.ts';
import styles from './Footer.module.css';

/** Footer: year, provider and version of the service. */
export function Footer() {
  const { data: config } = useQuery(configQuery);
  return (
    <footer className={styles['footer']}>
      <span>
        {/* oxlint-disable-next-line react/purity -- the year follows the clock at every render */}©{' '}
        {new Date().getFullYear()}
        {config !== undefined && <> · Un servicio de {config.provider}</>}
      </span>
      {config !== undefined && <span>Versión {config.version}</span>}
    </footer>
  );
}
