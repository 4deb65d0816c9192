import { EVIDENCE_KIND_CODES, type EvidenceKind, EVIDENCE_KINDS, REQUIRABLE_KINDS } from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import styles from './PhotoRequirements.module.css';

const RESULTS = { delivered: 'Entregada', failed: 'No entregada' } as const;

type Result = keyof typeof RESULTS;

interface Props<Value> {
  label: string;
  note: string;
  value: Value;
  /** Called with the photos of one result replaced, in the order of the catalogue. */
  onChange: (value: Value) => void;
}

const isRequirable = (kind: EvidenceKind, result: Result): boolean =>
  REQUIRABLE_KINDS[result].some((each) => each === kind);

/** Selects the photos that couriers must take, by the result of the visit. */
export function PhotoRequirements<Value extends Readonly<Record<Result, readonly EvidenceKind[]>>>({
  label,
  note,
  value,
  onChange,
}: Props<Value>) {
  const noteId = useId();
  const set = (kind: EvidenceKind, result: Result, isOn: boolean): void =>
    onChange({
      ...value,
      [result]: EVIDENCE_KIND_CODES.filter((each) => (each === kind ? isOn : value[result].includes(each))),
    });
  return (
    <FieldGroup label={label} noteId={noteId} note={note}>
      <table ref={oneTabStop} role="grid" aria-label={label} className={styles['table']}>
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
                        checked={value[result].includes(kind)}
                        onChange={({ target }) => set(kind, result, target.checked)}
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
