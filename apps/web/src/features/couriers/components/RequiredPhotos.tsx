import { EVIDENCE_KIND_CODES, type EvidenceKind, EVIDENCE_KINDS, REQUIRABLE_KINDS } from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { type SettingsForm, withKind } from '../rules/settings-form.ts';
import styles from '#shared/settings/PhotoRequirements.module.css';

interface Props {
  form: SettingsForm;
  onChange: (form: SettingsForm) => void;
}

const RESULTS = { delivered: 'Entregada', failed: 'No entregada' } as const;

const isRequirable = (kind: EvidenceKind, result: keyof typeof RESULTS): boolean =>
  REQUIRABLE_KINDS[result].some((each) => each === kind);

/** The photos that couriers must take, by the result of the visit. */
export function RequiredPhotos({ form, onChange }: Props) {
  const noteId = useId();
  return (
    <FieldGroup
      label="Fotos que se piden"
      noteId={noteId}
      note="Sin ellas el repartidor no puede cerrar la visita. Siempre puede agregar otras."
    >
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Foto</span>
            </th>
            {Object.values(RESULTS).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {EVIDENCE_KIND_CODES.map((kind) => (
            <tr key={kind}>
              <th scope="row">{EVIDENCE_KINDS[kind]}</th>
              {(['delivered', 'failed'] as const).map((result) => (
                <td key={result}>
                  {isRequirable(kind, result) && (
                    <label className={styles['cell']}>
                      <input
                        type="checkbox"
                        aria-label={`${EVIDENCE_KINDS[kind]}: ${RESULTS[result]}`}
                        checked={form[result].includes(kind)}
                        onChange={({ target }) =>
                          onChange({ ...form, [result]: withKind(form[result], kind, target.checked) })
                        }
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FieldGroup>
  );
}
