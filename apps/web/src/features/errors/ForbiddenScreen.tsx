import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import { firstSection } from '#features/session/rules/first-section.ts';
import { modulesOf } from '#features/session/rules/person.ts';
import { currentSession } from '#features/session/state/session.ts';
import { unknownAddress } from './unknown-address.ts';
import styles from '#shared/ui/PlainPage/PlainPage.module.css';

interface Target {
  to: string;
  label: string;
}

const SIGN_IN: Target = { to: paths.login, label: 'Ir al inicio de sesión' };
const SIGN_OUT: Target = { to: paths.logout, label: 'Salir' };

/** @returns where the page's link leads. */
async function findTarget(): Promise<Target> {
  const view = await currentSession();
  if (!view) return SIGN_IN;
  const section = firstSection(modulesOf(view));
  return section === paths.forbidden ? SIGN_OUT : { to: section, label: 'Ir a su primera sección' };
}

/** Key of the history entry of the first error, which replaced the address with which the page was opened. */
let firstKey: string | undefined;

/**
 * @returns the address with which the page was opened, if it does not exist; the menu shows everybody the existing
 * ones. Undefined for a later error of the same page.
 */
function useUnknownAddress(): string | undefined {
  const { key } = useLocation();
  const [first] = useState(() => (firstKey ??= key));
  return key === first
    ? unknownAddress(performance.getEntriesByType('navigation')[0]?.name, document.baseURI)
    : undefined;
}

/** Shown both for addresses that do not exist and for those without permission. */
export function Component() {
  const [target, setTarget] = useState<Target>();
  const unknown = useUnknownAddress();
  useEffect(() => {
    // On an outage, link to the sign-in page, which reports it.
    void findTarget().then(setTarget, () => setTarget(SIGN_IN));
  }, []);
  return (
    <main className={styles['page']}>
      <title>{`${unknown === undefined ? 'Sin acceso' : 'Esta dirección no existe'} · Despacho`}</title>
      <Logo />
      <div className={styles['words']}>
        {unknown === undefined && <p className={styles['code']}>Error 403</p>}
        <h1 className={styles['title']}>
          {unknown === undefined ? 'No tiene acceso a esta página' : 'Esta dirección no existe'}
        </h1>
        {unknown !== undefined && (
          <p>
            En Despacho no hay ninguna página con la dirección <b>«{unknown}»</b>. Revise cómo está escrita; quizá es de
            otro sistema o de una versión anterior.
          </p>
        )}
        {target === SIGN_OUT && (
          <p>Su cuenta no tiene ninguna sección asignada. Pida permisos al administrador de su oficina.</p>
        )}
        {target !== SIGN_OUT && unknown === undefined && (
          <p>
            La dirección no existe, o su cuenta no tiene permiso para verla. Si la necesita, pida el permiso al
            administrador de su oficina.
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        {target && (
          <Link className={styles['go']} to={target.to}>
            {target.label}
          </Link>
        )}
      </div>
    </main>
  );
}
