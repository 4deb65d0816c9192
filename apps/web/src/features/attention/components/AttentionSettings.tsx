import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import {
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionKind,
  type CourierSettings,
  type SettingsEdit,
  settingsOperations,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { rebased } from '#shared/fields/form-changes.ts';
import { useRebasedForm } from '#shared/fields/use-rebased-form.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { settingsKey, settingsQuery } from '#features/couriers/api/settings-query.ts';
import { ChangesToCome } from '#shared/settings/ChangesToCome.tsx';
import { useSession } from '#features/session/state/session.ts';
import { attentionKey } from '../api/attention-query.ts';
import styles from '../AttentionWindow.module.css';
import {
  changedFar,
  changedRules,
  farError,
  type TypedFar,
  limitError,
  type TypedRules,
  typedRules,
} from '../rules/typed-rules.ts';

/** The kinds of «Por atender» that the office lists, with their thresholds. Only charge S may change it. */
export function AttentionSettings({ officeId }: { officeId: string }) {
  const query = useQuery(settingsQuery(officeId));
  if (query.isPending) return <Skeleton height={420} />;
  if (!query.data) return <QueryError query={query} />;
  return <Form officeId={officeId} settings={query.data} />;
}

interface Typed {
  rules: TypedRules;
  far: TypedFar;
}

const typedOf = ({ attention, far }: CourierSettings): Typed => ({
  rules: typedRules(attention),
  far: { warn: String(far.warn), alert: String(far.alert) },
});

const rebasedTyped = (base: Typed, mine: Typed, theirs: Typed): Typed => ({
  rules: rebased(base.rules, mine.rules, theirs.rules),
  far: rebased(base.far, mine.far, theirs.far),
});

/** @returns what differs from the office's settings; undefined for nothing, or while something is wrong. */
function editOf(base: CourierSettings, typed: Typed): SettingsEdit | undefined {
  const rules = changedRules(base.attention, typed.rules);
  if (rules === null || farError(typed.far) !== undefined) return undefined;
  const far = changedFar(base.far, typed.far);
  const changes = { ...(Object.keys(rules).length > 0 && { attention: rules }), ...(far && { far }) };
  return Object.keys(changes).length > 0 ? { version: base.version, changes } : undefined;
}

function Form({ officeId, settings }: { officeId: string; settings: CourierSettings }) {
  const client = useQueryClient();
  const mayEdit = useSession().charge === CHARGE_ALL_OFFICES;
  const { base, form: typed, setForm: setTyped, ...editing } = useRebasedForm(settings, typedOf, rebasedTyped);
  const save = useMutation({
    mutationFn: (body: SettingsEdit) => call(settingsOperations['settings.edit'], { query: { officeId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(officeId), saved);
      editing.settle(saved);
      announce('Ajustes guardados');
      void client.invalidateQueries({ queryKey: attentionKey(officeId) });
    },
    onError: () => client.invalidateQueries({ queryKey: settingsKey(officeId) }),
  });
  const edit = editOf(base, typed);
  const submit = (): void => {
    if (edit === undefined || save.isPending) return;
    const { onto, wanted } = editing.prepareSave(save.error);
    const onTop = editOf(onto, wanted);
    if (onTop) save.mutate(onTop);
    else save.reset();
  };
  const put = (kind: AttentionKind, change: Partial<TypedRules[AttentionKind]>): void =>
    setTyped({ ...typed, rules: { ...typed.rules, [kind]: { ...typed.rules[kind], ...change } } });
  return (
    <form
      noValidate
      aria-label="Ajustes de «Por atender»"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles['note']}>
        {mayEdit
          ? 'Valen para toda la oficina, desde el siguiente minuto.'
          : 'Valen para toda la oficina. Los cambia una persona con cargo S.'}
      </p>
      <ul className={styles['rules']}>
        {ATTENTION_KIND_CODES.map((kind) => (
          <Rule
            key={kind}
            kind={kind}
            rule={typed.rules[kind]}
            mayEdit={mayEdit}
            onChange={(change) => put(kind, change)}
          />
        ))}
      </ul>
      <Distances
        far={typed.far}
        mayEdit={mayEdit}
        onChange={(change) => setTyped({ ...typed, far: { ...typed.far, ...change } })}
      />
      {mayEdit && <ChangesToCome now={base} edit={edit} />}
      {save.error && <Alert>{failureText(save.error)}</Alert>}
      {mayEdit && (
        <WindowFoot>
          <Button type="submit" variant="primary" loading={save.isPending} disabled={edit === undefined}>
            {editing.isConflict(save.error) ? 'Guardar sobre lo nuevo' : 'Guardar'}
          </Button>
        </WindowFoot>
      )}
    </form>
  );
}

interface DistancesProps {
  far: TypedFar;
  mayEdit: boolean;
  onChange: (change: Partial<TypedFar>) => void;
}

/** From how many meters a photo or a closing is far from its address. */
function Distances({ far, mayEdit, onChange }: DistancesProps) {
  const error = farError(far);
  const field = (which: keyof TypedFar, label: string) => (
    <label className={styles['limit']}>
      {label}
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Foto lejos de la dirección: ${label.toLowerCase()} (metros)`}
        aria-invalid={error !== undefined}
        title={error}
        disabled={!mayEdit}
        value={far[which]}
        onChange={({ target }) => onChange({ [which]: target.value })}
      />
      m
    </label>
  );
  return (
    <fieldset className={styles['distances']}>
      <legend>Fotos y cierres lejos de la dirección</legend>
      <p className={styles['when']}>
        El aviso se ve en la foto y en la orden; la alerta también en «Por atender». Valen para las fotos que lleguen
        desde ahora.
      </p>
      {field('warn', 'Aviso desde')}
      {field('alert', 'Alerta desde')}
      {error !== undefined && <p className={styles['wrong']}>{error}</p>}
    </fieldset>
  );
}

interface RuleProps {
  kind: AttentionKind;
  rule: TypedRules[AttentionKind];
  mayEdit: boolean;
  onChange: (change: Partial<TypedRules[AttentionKind]>) => void;
}

function Rule({ kind, rule, mayEdit, onChange }: RuleProps) {
  const { name, when, limit } = ATTENTION_KINDS[kind];
  const error = limitError(kind, rule);
  return (
    <li className={styles['rule']}>
      <label>
        <input
          type="checkbox"
          checked={rule.on}
          disabled={!mayEdit}
          onChange={({ target }) => onChange({ on: target.checked })}
        />
        <span>{name}</span>
        <span className={styles['when']}>{when}</span>
      </label>
      {limit && (
        <span className={styles['limit']}>
          <input
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${name}: ${limit.unit}`}
            aria-invalid={error !== undefined}
            title={error ?? `De ${limit.least} a ${limit.most}`}
            disabled={!mayEdit || !rule.on}
            value={rule.limit ?? ''}
            onChange={({ target }) => onChange({ limit: target.value })}
          />
          {limit.unit}
        </span>
      )}
    </li>
  );
}
