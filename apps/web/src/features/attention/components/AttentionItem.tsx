import { ATTENTION_KINDS, type AttentionLine } from '@despacho/contracts/dispatch';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { failureText } from '#shared/format/failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { moveFocusOnUnmount } from '#shared/hooks/move-focus-on-unmount.ts';
import { type RovingItem } from '#shared/hooks/use-roving-focus.ts';
import { classes } from '#shared/styles/classes.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { useSession } from '#features/session/state/session.ts';
import { withKind } from '../rules/attention-address.ts';
import { actionOf, lineSubject, lineTitle, manyLabel, manyPath, whoCan } from '../rules/kinds.ts';
import { type Reader, shortSince, shortWhen } from '../rules/line-times.ts';
import { snoozeChoices } from '../rules/snooze-times.ts';
import { useAct } from '../state/use-act.ts';
import { AskPhoto, photoToAsk } from './AskPhoto.tsx';
import styles from './AttentionList.module.css';
import { SnoozeForm } from './SnoozeForm.tsx';

interface Props {
  officeId: string;
  line: AttentionLine;
  reader: Reader;
  /** Whether the user may act on lines. */
  mayAct: boolean;
  roving: RovingItem;
  /** Element of the window that contains the list. */
  frame: RefObject<HTMLElement | null> | undefined;
}

/** The focus of a line that ends goes to the next one, or to the previous one. */
const FOCUS = (element: HTMLElement | null) =>
  element
    ? moveFocusOnUnmount(() => (element.nextElementSibling ?? element.previousElementSibling) as HTMLElement | null)(
        element,
      )
    : undefined;

/** The start: a time of today, or its day. */
function Since({ line: { since }, reader }: { line: AttentionLine; reader: Reader }) {
  const text = shortSince(since, reader);
  return (
    <time
      dateTime={since}
      title={shortWhen(since, reader)}
      className={styles['since']}
      data-clock={/^\d+:/.test(text) || undefined}
    >
      <span className="visually-hidden">desde </span>
      {text}
    </time>
  );
}

/** The owner of a line: the user, somebody else, or nobody. */
function Holder({ line, isMine }: { line: AttentionLine; isMine: boolean }) {
  if (!line.taken) return null;
  return (
    <span className={styles['holder']} title={`Se encarga ${line.taken.by.user}`}>
      <Avatar name={line.taken.by.user} />
      <span className="truncate">{isMine ? 'Usted' : line.taken.by.user}</span>
    </span>
  );
}

/**
 * A line with its keys: Enter for its action, E to take or leave it, P to postpone it, F to
 * ask for a photo. Only the line is a tab stop;
 * Tab goes on to its buttons.
 */
export function AttentionItem({ officeId, line, reader, mayAct, roving, frame }: Props) {
  const me = useSession();
  const item = useRef<HTMLLIElement>(null);
  const ref = useCallback((element: HTMLLIElement) => {
    item.current = element;
    const passFocus = FOCUS(element);
    return () => {
      if (typeof passFocus === 'function') passFocus();
      item.current = null;
    };
  }, []);
  const [isTyping, setTyping] = useState(false);
  const { act, error, isPending } = useAct(officeId, line);
  const isMine = line.taken?.by.username.toLowerCase() === me.username.toLowerCase();
  const action = mayAct ? actionOf(line, { officeId, viewer: me }) : null;
  const kind = mayAct ? photoToAsk(line) : undefined;
  const title = lineTitle(line, reader);
  const focusLine = (): void => item.current?.focus();
  const take = (): void => {
    if (!isPending) act({ act: isMine ? 'soltar' : 'tomar' });
  };
  const postpone = (until: string): void => {
    setTyping(false);
    focusLine();
    if (!isPending) act({ act: 'posponer', until });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (!mayAct || !['enter', 'e', 'p', 'f'].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'enter') item.current?.querySelector('a')?.click();
    if (key === 'e') take();
    if (key === 'f') item.current?.querySelector<HTMLElement>('[data-ask]')?.click();
    if (key !== 'p' || isPending) return;
    if (line.snoozed) act({ act: 'retomar' });
    else item.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
  };
  const tone = line.causes[0] ? ATTENTION_KINDS[line.causes[0].kind].tone : 'neutral';
  return (
    <li
      ref={ref}
      {...roving}
      className={styles['line']}
      data-tone={tone}
      data-line={line.id}
      data-quiet={line.snoozed !== null || undefined}
      aria-keyshortcuts={mayAct ? `Enter E P${kind ? ' F' : ''}` : undefined}
      onKeyDown={press}
    >
      <span className={styles['dot']} aria-hidden="true" />
      <span className={styles['texts']}>
        <span className={styles['title']}>{title}</span>
        <span className={styles['subject']}>{lineSubject(line)}</span>
        {!mayAct && <WhoCan line={line} />}
        {line.order?.asked !== undefined && (
          <span className={styles['subject']}>Foto pedida al repartidor, {shortWhen(line.order.asked, reader)}</span>
        )}
        {line.snoozed && (
          <span className={styles['subject']}>
            {line.snoozed.by.user} la pospuso hasta {shortWhen(line.snoozed.until, reader)}
          </span>
        )}
      </span>
      <span className={styles['side']}>
        <Since line={line} reader={reader} />
        <Holder line={line} isMine={isMine} />
      </span>
      {mayAct && (
        <span className={styles['actions']}>
          <Button
            size="sm"
            variant="ghost"
            loading={isPending}
            title={isMine ? 'Dejarla (E)' : 'Encargarse (E)'}
            onClick={take}
          >
            {isMine ? 'Dejar' : 'Me encargo'}
          </Button>
          {kind && line.order && <AskPhoto officeId={officeId} orderId={line.order.id} kind={kind} />}
          {action &&
            (action.isCall ? (
              <a href={action.href} className={ACTION} title={line.courier?.phone ?? undefined}>
                {action.label}
              </a>
            ) : (
              <Link to={action.href} className={ACTION}>
                {action.label}
              </Link>
            ))}
          {line.snoozed ? (
            <Button size="sm" variant="ghost" loading={isPending} onClick={() => act({ act: 'retomar' })}>
              Mostrar ya
            </Button>
          ) : (
            <Menu
              compact
              frame={frame}
              label={`Posponer: ${line.order?.code ?? line.courier?.name ?? title}`}
              icon={<Clock size={16} aria-hidden="true" />}
              items={() => [
                ...snoozeChoices({ ...reader, now: serverNow() }).map(({ label, until }) => ({
                  label,
                  onSelect: () => postpone(until),
                })),
                { label: 'Hasta otra hora…', onSelect: () => setTyping(true) },
              ]}
            />
          )}
        </span>
      )}
      {isTyping && (
        <SnoozeForm
          reader={reader}
          onPostpone={postpone}
          onCancel={() => {
            setTyping(false);
            focusLine();
          }}
        />
      )}
      {error && (
        <span className={styles['failure']}>
          <Alert>{failureText(error)}</Alert>
        </span>
      )}
    </li>
  );
}

/** Who can handle the line, for a person who may only read. */
function WhoCan({ line }: Pick<Props, 'line'>) {
  const text = whoCan(line);
  return text !== undefined && <span className={styles['subject']}>{text}</span>;
}

/** A line that represents many of its kind: shows the first cause, and opens their list or their window. */
export function ManyItem({ officeId, line, reader, mayAct, roving }: Omit<Props, 'frame'>) {
  const [params] = useSearchParams();
  const viewer = useSession();
  const kind = line.causes[0]?.kind;
  if (!kind) return null;
  const path = mayAct ? manyPath(kind, { officeId, viewer }) : null;
  return (
    <li
      ref={FOCUS}
      {...roving}
      className={styles['line']}
      data-tone={ATTENTION_KINDS[kind].tone}
      data-line={kind}
      aria-keyshortcuts="Enter"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        event.currentTarget.querySelector('a')?.click();
      }}
    >
      <span className={styles['dot']} aria-hidden="true" />
      <span className={styles['texts']}>
        <span className={styles['title']}>{lineTitle(line, reader)}</span>
        <span className={styles['subject']}>{lineSubject(line)}</span>
        {!mayAct && <WhoCan line={line} />}
      </span>
      <Since line={line} reader={reader} />
      <span className={styles['actions']}>
        <Link to={path ?? { search: withKind(params, kind) }} className={ACTION}>
          {mayAct ? manyLabel(kind) : 'Verlas'}
          <span className="visually-hidden">: {lineTitle(line, reader)}</span>
        </Link>
      </span>
    </li>
  );
}

const ACTION = classes(buttonStyles['button'], buttonStyles['secondary'], buttonStyles['sm'], styles['action']);

/** A line whose causes have ended. */
export function ClosedItem({ line, reader }: Pick<Props, 'line' | 'reader'>) {
  return (
    <li className={styles['closed']}>
      <Check size={14} aria-hidden="true" />
      <span className="truncate">
        <span className="visually-hidden">Resuelta: </span>
        {lineSubject(line)}
      </span>
      <span className={styles['closedWhen']}>resuelta {shortWhen(line.closedAt ?? line.since, reader)}</span>
    </li>
  );
}
