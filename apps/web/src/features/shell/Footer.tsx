import styles from './Footer.module.css';
import { usePublicConfig } from './use-shell-data.ts';

/** The year, who provides the service, and which version of it this is. */
export function Footer() {
  const config = usePublicConfig();
  return (
    <footer className={styles['footer']}>
      <span>
        © {new Date().getFullYear()}
        {config !== undefined && <> · Un servicio de {config.provider}</>}
      </span>
      {config !== undefined && <span>Versión {config.version}</span>}
    </footer>
  );
}
