import { PASSWORD_BOUNDS } from '@despacho/contracts';
import { type About } from '../api/passwords.ts';
import { useStrength } from '../state/use-strength.ts';
import styles from './StrengthMeter.module.css';

const LEVELS = ['Débil', 'Débil', 'Débil', 'Buena', 'Muy buena'] as const;
const BARS = [1, 2, 3, 4];

/** How strong a new password is, in words and bars. Announced politely, after a pause in typing. */
export function StrengthMeter({ password, about }: { password: string; about?: About | undefined }) {
  const verdict = useStrength(password, about);
  const level = verdict && (verdict.refused === null ? Math.max(verdict.strength, 3) : Math.min(verdict.strength, 2));
  const text =
    verdict === undefined || level === undefined
      ? `${PASSWORD_BOUNDS.least} caracteres o más; una frase de cuatro palabras sirve`
      : (verdict.refused ?? LEVELS[level]);
  return (
    <div className={styles['meter']}>
      <div className={styles['bars']} aria-hidden="true" data-level={level}>
        {BARS.map((bar) => (
          <span key={bar} className={level !== undefined && bar <= Math.max(level, 1) ? styles['on'] : undefined} />
        ))}
      </div>
      <p role="status" className="note">
        {text}
      </p>
    </div>
  );
}
