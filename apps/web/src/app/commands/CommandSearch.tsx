import { Autocomplete } from '@base-ui/react/autocomplete';
import Building2 from 'lucide-react/icons/building-2';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Package from 'lucide-react/icons/package';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FoundCourier } from '#features/map/components/Found.tsx';
import { SEARCH_FAILED } from '#features/map/state/use-found-orders.ts';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { promiseText } from '#features/orders/rules/due.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { queryWords } from '#shared/fields/search.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { useAnnounceMatches } from '#shared/hooks/use-announce-matches.ts';
import { useCertainEnter } from '#shared/ui/Combobox/use-certain-enter.ts';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import styles from './CommandSearch.module.css';
import { type CourierAct, type Item, useCommandMatches, usePick } from './state/use-command-matches.tsx';

const MAX_LENGTH = 100;

interface Props {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

const keyOf = (item: Item): string => {
  switch (item.kind) {
    case 'act':
      return item.id;
    case 'screen':
      return item.screen.path;
    case 'courier':
      return `r ${item.courier.id}`;
    case 'order':
      return `o ${item.order.id}`;
    case 'client':
      return `c ${item.client.id}`;
  }
};

/** The search of the box, which may then ask for the courier of an action. */
export function CommandSearch({ text, onText, onClose }: Props) {
  const [step, setStep] = useState<CourierAct>();
  const ask = (next: CourierAct | undefined): void => {
    setStep(next);
    onText('');
  };
  // Clears the highlight between the two lists, so that a double Enter does not choose a courier.
  return <ResultsList key={step?.id} {...{ text, onText, onClose, step, ask }} />;
}

interface ListProps extends Props {
  step: CourierAct | undefined;
  ask: (step: CourierAct | undefined) => void;
}

/** One list of acts, sections, couriers, orders and clients, best match first. */
function ResultsList({ text, onText, onClose, step, ask }: ListProps) {
  const input = useRef<HTMLInputElement>(null);
  const { timeZone } = useOffice();
  const typed = text.trim();
  const { groups, only, isReading, isFailed } = useCommandMatches(typed, step);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  useAnnounceMatches(text, isReading ? undefined : count);
  // Once, because it replaces a field that had the focus.
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(MAX_LENGTH, MAX_LENGTH);
  }, []);
  const pick = usePick(step, () => flushSync(onClose), ask);
  const enter = useCertainEnter(only !== null);
  const nothing = step ? `Nadie coincide con «${typed}».` : `Nada coincide con «${typed}».`;
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filteredItems={groups}
      mode="none"
      value={text}
      autoHighlight={only !== null && 'always'}
      highlightItemOnHover={false}
      itemToStringValue={keyOf}
      onValueChange={(next, { reason }) => {
        if (reason === 'item-press') return;
        enter.onText();
        onText(next.slice(0, MAX_LENGTH));
      }}
    >
      <div className={styles['head']}>
        <Search size={18} aria-hidden="true" />
        {step && <span className={styles['step']}>{step.act.label}</span>}
        <Autocomplete.Input
          ref={input}
          className={styles['input']}
          aria-label={step ? `${step.act.label} ¿Qué repartidor?` : 'Buscar o hacer'}
          placeholder={step ? '¿Qué repartidor?' : 'Orden, nombre o acción'}
          inputMode="search"
          enterKeyHint="search"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && !event.repeat && text === '' && step) ask(undefined);
            enter.onKeyDown(event);
          }}
        />
      </div>
      <Autocomplete.List aria-label="Resultados" className={styles['list']}>
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={styles['heading']}>{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Item) => (
                <Autocomplete.Item
                  key={keyOf(item)}
                  value={item}
                  className={styles['item']}
                  {...(item.kind === 'act' && item.act.keys && { 'aria-keyshortcuts': item.act.keys.join(' ') })}
                  onClick={() => pick(item)}
                >
                  <Row item={item} words={queryWords(typed)} timeZone={timeZone} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Autocomplete.Empty className={styles['none']}>
        {isFailed ? SEARCH_FAILED : isReading ? 'Buscando…' : nothing}
      </Autocomplete.Empty>
      <p className={styles['foot']} aria-hidden="true">
        {count > 0 && isFailed && <span className={styles['failed']}>{SEARCH_FAILED}</span>}
        {count > 0 && isReading && <span>Buscando…</span>}
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> ir
        </span>
        <span>
          <Kbd>
            <CornerDownLeft size={10} />
          </Kbd>{' '}
          elegir
        </span>
        <span>
          <Kbd>Esc</Kbd> cerrar
        </span>
      </p>
    </Autocomplete.Root>
  );
}

function Row({ item, words, timeZone }: { item: Item; words: readonly string[]; timeZone: string }): ReactNode {
  switch (item.kind) {
    case 'act': {
      const { icon: Icon, label, keys = [] } = item.act;
      return (
        <>
          <Icon size={18} aria-hidden="true" />
          <span className={styles['name']} data-unready={!item.isReady || undefined}>
            <Highlight text={label} words={words} />
            {item.about !== undefined && <small> {item.about}</small>}
          </span>
          <span className={styles['keys']} aria-hidden="true">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        </>
      );
    }
    case 'screen':
      return (
        <>
          <CornerDownLeft size={18} aria-hidden="true" />
          <span className={styles['name']}>
            <Highlight text={item.screen.title} words={words} />
          </span>
        </>
      );
    case 'courier':
      return <FoundCourier courier={item.courier} words={words} />;
    case 'order': {
      const { code, recipient, place, courier, state } = item.order;
      const when = promiseText(item.order, serverNow(), timeZone);
      return (
        <>
          <Package size={18} aria-hidden="true" />
          <span className={styles['order']}>
            <strong>
              <span>
                <Highlight text={recipient.name} words={words} />
              </span>
              <code className="note">
                <Highlight text={code} words={words} />
              </code>
            </strong>
            <small>{[when, place.address, ...(courier ? [courier.name] : [])].join(' · ')}</small>
          </span>
          <span className={styles['mark']}>
            <StateMark state={state} />
          </span>
        </>
      );
    }
    case 'client':
      return (
        <>
          <Building2 size={18} aria-hidden="true" />
          <span className={styles['name']}>
            <Highlight text={item.name} words={words} />
            {item.about !== '' && <small> {item.about}</small>}
          </span>
        </>
      );
  }
}
