import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import { firstSection } from './rules/first-section.ts';
import styles from './LoginScreen.module.css';
import scene from './components/scene.svg';
import { SignInForm } from './components/SignInForm.tsx';
import { modulesOf } from './rules/person.ts';
import { hasEnded } from './state/session.ts';
import { safeReturnPath, RETURN_PARAM } from './rules/return-path.ts';

/** The sign-in page. After signing in, navigates to the page originally requested, or to the first section the user may see. */
export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [ended] = useState(hasEnded);
  return (
    <div className={styles['page']}>
      <title>Ingresar · Despacho</title>
      <img className={styles['scene']} src={scene} alt="" />
      <main className={styles['panel']}>
        <div className={styles['column']}>
          <Logo />
          <header>
            <h1 className={styles['title']}>Ingrese a su oficina</h1>
            <p className={styles['lead']}>
              {ended
                ? 'Su sesión terminó. Ingrese otra vez para seguir donde estaba.'
                : 'Use la cuenta que le dio su empresa.'}
            </p>
          </header>
          <SignInForm
            onSignedIn={(view) =>
              navigate(safeReturnPath(search.get(RETURN_PARAM)) ?? firstSection(modulesOf(view)), { replace: true })
            }
          />
          <p className={styles['help']}>¿No puede entrar? Pida ayuda al administrador de su oficina.</p>
        </div>
      </main>
    </div>
  );
}
