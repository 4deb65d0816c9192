import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import {
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionRules,
  type CourierSettings,
  limitOf,
  settingsOperations,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../shared/format/failure-text.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { call } from '../../../shared/http/call.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { QueryError } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { settingsKey, settingsQuery } from '../../couriers/api/settings-query.ts';
import { useSession } from '../../session/state/session.ts';
import { attentionKey } from '../api/attention-query.ts';
import styles from '../AttentionWindow.module.css';
import { changedRules, limitError, limitValue, type TypedRules, typedRules } from '../rules/typed-rules.ts';

/** What the office lists in «Por atender», and from when. Only charge S may change it. */
export function AttentionSettings({ officeId }: { officeId: string }) {
  const query = useQuery(settingsQuery(officeId));
  if (query.isPending) return <Skeleton height={420} />;
  if (!query.data) return <QueryError query={query} />;
  return <Form key={query.data.version} officeId={officeId} settings={query.data} />;
}

function Form({ officeId, settings }: { officeId: string; settings: CourierSettings }) {
  const client = useQueryClient();
  const mayEdit = useSession().charge === CHARGE_ALL_OFFICES;
  const [typed, setTyped] = useState<TypedRules>(() => typedRules(settings.attention));
  const changes = changedRules(settings.attention, typed);
  const save = useMutation({
    mutationFn: (attention: Partial<AttentionRules>) =>
      call(settingsOperations['settings.edit'], {
        query: { officeId },
        body: { version: settings.version, changes: { attention } },
      }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(officeId), saved);
      announce('Ajustes guardados');
      void client.invalidateQueries({ queryKey: attentionKey(officeId) });
    },
    onError: () => client.invalidateQueries({ queryKey: settingsKey(officeId) }),
  });
  const put = (kind: AttentionKind, change: Partial<TypedRules[AttentionKind]>): void =>
    setTyped({ ...typed, [kind]: { ...typed[kind], ...change } });
  return (
    <form
      noValidate
      aria-label="Ajustes de «Por atender»"
      onSubmit={(event) => {
        event.preventDefault();
        if (changes && Object.keys(changes).length > 0 && !save.isPending) save.mutate(changes);
      }}
    >
      <p className={styles['note']}>
        {mayEdit
          ? 'Valen para toda la oficina, desde el siguiente minuto.'
          : 'Valen para toda la oficina. Los cambia una persona con cargo S.'}
      </p>
      <ul className={styles['rules']}>
        {ATTENTION_KIND_CODES.map((kind) => (
          <Rule key={kind} kind={kind} rule={typed[kind]} mayEdit={mayEdit} onChange={(change) => put(kind, change)} />
        ))}
      </ul>
      {save.error && <Alert>{failureText(save.error)}</Alert>}
      {mayEdit && (
        <WindowFoot>
          <Button
            type="submit"
            variant="primary"
            loading={save.isPending}
            disabled={!changes || Object.keys(changes).length === 0}
          >
            Guardar
          </Button>
        </WindowFoot>
      )}
    </form>
  );
}

interface RuleProps {
  kind: AttentionKind;
  rule: TypedRules[AttentionKind];
  mayEdit: boolean;
  onChange: (change: Partial<TypedRules[AttentionKind]>) => void;
}

function Rule({ kind, rule, mayEdit, onChange }: RuleProps) {
  const { name, when } = ATTENTION_KINDS[kind];
  const limit = limitOf(kind);
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
            value={limitValue(rule)}
            onChange={({ target }) => onChange({ limit: target.value })}
          />
          {limit.unit}
        </span>
      )}
    </li>
  );
}
