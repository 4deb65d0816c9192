import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Logo } from '../../shared/ui/Logo/Logo.tsx';
import { firstSection } from '../session/rules/first-section.ts';
import { modulesOf } from '../session/rules/person.ts';
import { currentSession } from '../session/state/session.ts';
import styles from '../../shared/ui/PlainPage/PlainPage.module.css';

/** Where the page's link leads. */
type LinkTarget = 'unknown' | 'sign-in' | 'nowhere' | { section: string };

async function findTarget(): Promise<LinkTarget> {
  const view = await currentSession();
  if (!view) return 'sign-in';
  const section = firstSection(modulesOf(view));
  return section === paths.forbidden ? 'nowhere' : { section };
}

/** Shown both for URLs that do not exist and for those without permission, so that it does not reveal which exist. */
export function Component() {
  const [target, setTarget] = useState<LinkTarget>('unknown');
  useEffect(() => {
    // On an outage, link to the sign-in page, which reports it.
    void findTarget().then(setTarget, () => {
      setTarget('sign-in');
    });
  }, []);
  return (
    <main className={styles['page']}>
      <title>Sin acceso · Despacho</title>
      <Logo />
      <div className={styles['words']}>
        <p className={styles['code']}>Error 403</p>
        <h1 className={styles['title']}>No tiene acceso a esta página</h1>
        <p>
          {target === 'nowhere'
            ? 'Su cuenta no tiene ninguna sección asignada. Pida permisos al administrador de su oficina.'
            : 'La dirección no existe, o su cuenta no tiene permiso para verla. Si la necesita, pida el permiso al administrador de su oficina.'}
        </p>
      </div>
      <div className={styles['actions']}>
        {target === 'sign-in' && (
          <Link className={styles['go']} to={paths.login}>
            Ir al inicio de sesión
          </Link>
        )}
        {target === 'nowhere' && (
          <Link className={styles['go']} to={paths.logout}>
            Salir
          </Link>
        )}
        {typeof target === 'object' && (
          <Link className={styles['go']} to={target.section}>
            Ir a su primera sección
          </Link>
        )}
      </div>
    </main>
  );
}
