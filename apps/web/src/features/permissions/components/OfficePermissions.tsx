import { MODULE_CODES, type ModuleCode, type User } from '@despacho/contracts';
import Users from 'lucide-react/icons/users';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { queryWords } from '../../../shared/fields/search.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { useMediaQuery } from '../../../shared/ui/use-media-query.ts';
import { useSession } from '../../session/session.ts';
import { bulkColumn, bulkRow } from '../rules/bulk.ts';
import { findUsers } from '../rules/find-users.ts';
import { columnLock, type Lock, LOCK_REASONS } from '../rules/locks.ts';
import { userKey } from '../rules/pending.ts';
import { plainText, summarySentence } from '../rules/summary.ts';
import { useChangeKeys } from '../state/use-change-keys.ts';
import { useColleagues } from '../state/use-colleagues.ts';
import { useEdits } from '../state/use-edits.ts';
import { useHint } from '../state/use-hint.ts';
import { useLeaveGuard } from '../state/use-leave-guard.ts';
import { ChangesBar } from './ChangesBar.tsx';
import { Hint } from './Hint.tsx';
import { Matrix } from './Matrix.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PersonModules } from './PersonModules.tsx';
import { rowViews } from './row-view.ts';
import styles from './OfficePermissions.module.css';

/** Below this, eleven columns cannot be hit by a finger: people are listed, and each opens a list of switches. */
const NARROW = '(width < 640px)';

/** The parameter of the address that names the person whose switches are shown on a phone. */
const PERSON_PARAM = 'persona';

interface Props {
  officeId: string;
  users: readonly User[];
  search: string;
  onClearSearch: () => void;
}

/** The permissions of one office's people, and what is about to change in them. */
export function OfficePermissions({ officeId, users, search, onClearSearch }: Props) {
  const me = useSession();
  const marks = useColleagues(officeId);
  const edits = useEdits(me, officeId, users);
  const [hint, showHint] = useHint();
  const narrow = useMediaQuery(NARROW);
  const [params] = useSearchParams();

  const { pending, replace } = edits;
  const dirty = pending.size > 0;
  useLeaveGuard(dirty, plainText(summarySentence(pending, users)), () => {
    edits.drop();
  });
  const discardAll = useChangeKeys(edits, dirty);

  const words = useMemo(() => queryWords(search), [search]);
  const shown = useMemo(() => findUsers(users, search), [users, search]);
  const rows = rowViews(shown, { edits, marks, me, officeId });
  const columnLocks = useMemo(() => {
    const locks = new Map<ModuleCode, Lock>();
    for (const module of MODULE_CODES) {
      const lock = columnLock(me, module);
      if (lock) locks.set(module, lock);
    }
    return locks;
  }, [me]);

  const onLocked = useCallback(
    (lock: Lock) => {
      showHint(LOCK_REASONS[lock]);
    },
    [showHint],
  );
  const bulkOf = (module: ModuleCode, on: boolean) => bulkColumn(pending, shown, module, on, { me, officeId });
  const onBulkRow = useCallback(
    (id: string, on: boolean) => {
      const user = users.find((one) => userKey(one) === id);
      if (user) replace((now) => bulkRow(now, user, on, { me, officeId }).pending);
    },
    [users, replace, me, officeId],
  );

  if (users.length === 0)
    return (
      <EmptyState icon={<Users size={22} />} title="Esta oficina no tiene usuarios">
        Aparecerán aquí cuando se migren sus cuentas.
      </EmptyState>
    );

  const personId = params.get(PERSON_PARAM);
  const person = narrow ? rowViews(users, { edits, marks, me, officeId }).find(({ id }) => id === personId) : undefined;
  const address = (id: string | null): string => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete(PERSON_PARAM);
    else next.set(PERSON_PARAM, id);
    return `?${next.toString()}`;
  };

  return (
    <>
      {person && (
        <PersonModules
          row={person}
          columnLocks={columnLocks}
          backHref={address(null)}
          onToggle={edits.toggle}
          onLocked={onLocked}
          onBulkRow={onBulkRow}
        />
      )}
      {!person && rows.length === 0 && (
        <EmptyState
          icon={<Users size={22} />}
          title={`Nadie coincide con «${search}»`}
          action={<Button onClick={onClearSearch}>Ver todos</Button>}
        >
          Se busca en el nombre y en la cuenta, con o sin tildes.
        </EmptyState>
      )}
      {!person && rows.length > 0 && narrow && <PeopleList rows={rows} words={words} hrefOf={address} />}
      {!person && rows.length > 0 && !narrow && (
        <Matrix
          rows={rows}
          words={words}
          columnLocks={columnLocks}
          bulkSize={(module, on) => bulkOf(module, on).cells}
          onToggle={edits.toggle}
          onLocked={onLocked}
          onBulkColumn={(module, on) => {
            replace(() => bulkOf(module, on).pending);
          }}
          onBulkRow={onBulkRow}
        />
      )}
      <div className={styles['spacer']} />
      {hint !== null && <Hint>{hint}</Hint>}
      {dirty && <ChangesBar edits={edits} users={users} marks={marks} onDiscard={discardAll} />}
    </>
  );
}
