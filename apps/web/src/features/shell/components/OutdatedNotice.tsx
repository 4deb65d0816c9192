import { outdated } from '#shared/http/outdated-page.ts';
import { useStore } from '#shared/state/store.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import styles from './OutdatedNotice.module.css';

/** Reports that a new release has replaced this page. Only the user reloads it: something may be typed in it. */
export function OutdatedNotice() {
  const isOutdated = useStore(outdated);
  // Always rendered, so that screen readers announce a change of its text.
  return (
    <div role="status">
      {isOutdated && (
        <p className={styles['notice']}>
          Hay una versión nueva de Despacho y parte de esta página ya no se puede abrir. Guarde lo que está haciendo y
          recargue.
          <Button size="sm" onClick={() => location.reload()}>
            Recargar
          </Button>
        </p>
      )}
    </div>
  );
}
