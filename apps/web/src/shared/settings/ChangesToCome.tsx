import { type SettingValues, settingChanges } from './setting-text.ts';
import styles from './ChangesToCome.module.css';

interface Props {
  /** The stored settings. */
  now: SettingValues;
  /** What would be saved; undefined while it is invalid. */
  edit: { changes: SettingValues } | undefined;
}

/** What saving a form of settings will change, and what each change does. */
export function ChangesToCome({ now, edit }: Props) {
  const changes = edit ? settingChanges(now, edit.changes) : [];
  return (
    // Always rendered, so that screen readers announce what appears in it.
    <div role="status" className={styles['changes']}>
      {changes.length > 0 && (
        <>
          <p className="note">Al guardar cambia</p>
          <div>
            {changes.map(({ field, label, before, after, effect }) => (
              <p key={field}>
                <strong>{label}:</strong> <del>{before}</del> → <ins>{after}</ins>
                <span className={styles['effect']}>{effect}</span>
              </p>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
