import { MODULE_CODES, MODULES } from '@despacho/contracts';
import { type Profile } from '@despacho/contracts/dispatch';
import { Button } from '#shared/ui/Button/Button.tsx';
import styles from './ModulePicker.module.css';

interface Props {
  modules: readonly string[];
  /** Codes that cannot be changed here: those that the user may not give. */
  locked: ReadonlySet<string>;
  profiles: readonly Profile[];
  error?: string | undefined;
  onChange: (code: string, on: boolean) => void;
  /** Replaces the modules with those of a profile, except locked ones. */
  onApply?: (modules: readonly string[]) => void;
}

/** Modules as checkboxes, with profiles that fill them in. */
export function ModulePicker({ modules, locked, profiles, error, onChange, onApply }: Props) {
  return (
    <fieldset className="stack">
      <legend className={styles['legend']}>Módulos</legend>
      {onApply && profiles.length > 0 && (
        <div className="row" role="group" aria-label="Aplicar un perfil">
          {profiles.map((profile) => (
            <Button
              key={profile.id ?? profile.name}
              size="sm"
              aria-label={`Aplicar el perfil ${profile.name}`}
              onClick={() => onApply(profile.modules)}
            >
              {profile.name}
            </Button>
          ))}
        </div>
      )}
      <div className={styles['modules']}>
        {MODULE_CODES.map((code) => (
          <label key={code} className={styles['module']} data-locked={locked.has(code) || undefined}>
            <input
              type="checkbox"
              checked={modules.includes(code)}
              disabled={locked.has(code)}
              onChange={({ target }) => onChange(code, target.checked)}
            />
            <span className={styles['code']}>{code}</span>
            <span>
              {MODULES[code].section === MODULES[code].name
                ? MODULES[code].name
                : `${MODULES[code].section}: ${MODULES[code].name}`}
            </span>
          </label>
        ))}
      </div>
      {locked.size > 0 && <p className="note">Solo puede dar o quitar los módulos que usted tiene.</p>}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
