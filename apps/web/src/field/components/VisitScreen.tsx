import { ANOTHER_DATE, type EvidenceKind, type FieldRoute } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { formatCountdown } from '#shared/format/format-countdown.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { classes } from '#shared/styles/classes.ts';
import { useOpenForm } from '../offline/hooks.ts';
import { closeVisits, CORRECTION_MS, correctVisit } from '../offline/records.ts';
import { refreshRoute } from '../offline/route.ts';
import { type OwnVisit, PhoneFull, type Stop, type VisitDraft } from '../offline/types.ts';
import { EMPTY_FORM, formOf, paidFor, readDoor, type VisitErrors, type VisitForm } from '../rules/visit-form.ts';
import { placeText } from '../rules/stop-texts.ts';
import { type DraftOwner } from '../state/drafts.ts';
import { goToRoute, replaceScreen } from '../state/hash-route.ts';
import { useDraft } from '../state/use-draft.ts';
import { useOnline } from '../state/use-online.ts';
import { showTop } from '../state/use-return.ts';
import { Action } from './Action.tsx';
import { Chips } from './Chips.tsx';
import { CollectionField } from './CollectionField.tsx';
import { DoorField } from './DoorField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { ReasonField } from './ReasonField.tsx';
import { ReceiverField } from './ReceiverField.tsx';
import { Screen } from './Screen.tsx';
import { Section } from './Section.tsx';
import { SignatureField } from './SignatureField.tsx';
import { WantedField } from './WantedField.tsx';
import common from './Common.module.css';
import styles from './VisitScreen.module.css';

interface Props {
  stop: Stop;
  to: VisitDraft['to'];
  route: FieldRoute;
  /** The other open stops of the same door. */
  beside: readonly Stop[];
  /** The connection of this phone: a draft of another one is not shown. */
  owner: DraftOwner;
  /** The visit that is corrected: the same until it is confirmed, even after its five minutes. */
  corrected: OwnVisit | null;
  /** Whether the office has taken the stop out of the route meanwhile. */
  isGone: boolean;
}

const KINDS = {
  entregada: ['entrega', 'fachada', 'guia'],
  no_entregada: ['incidencia', 'fachada'],
} as const satisfies Record<VisitDraft['to'], [EvidenceKind, ...EvidenceKind[]]>;

/** «Entregar» and «No entregada»: the form of a visit. */
export function VisitScreen(props: Props) {
  const { stop, to, owner } = props;
  const [corrected] = useState(props.corrected);
  useOpenForm();
  const initial = corrected ? formOf(corrected, stop.collectDue) : EMPTY_FORM;
  const key = `${stop.id}/${stop.attempt}/${to}/${corrected?.id ?? ''}`;
  const { form, change, drop } = useDraft(key, owner, initial);
  const title = to === 'entregada' ? 'Entregar' : 'No entregada';
  if (!form)
    return (
      <Screen title={title} code={stop.code} back={{ name: 'stop', id: stop.id }}>
        <p role="status">Abriendo…</p>
      </Screen>
    );
  return <VisitForm {...props} {...{ corrected, title, form, change, drop }} />;
}

interface FormProps extends Omit<Props, 'owner'> {
  title: string;
  form: VisitForm;
  change: (next: (form: VisitForm) => VisitForm) => void;
  drop: () => Promise<void>;
}

function VisitForm({ stop, to, route, beside, corrected, isGone, title, form, change, drop }: FormProps) {
  const isOnline = useOnline();
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const earlier = corrected?.photos ?? [];
  const result = to === 'entregada' ? 'delivered' : 'failed';
  // A correction concerns one order.
  const there = corrected ? [] : beside;
  const others = there.filter(({ id }) => !form.apart.includes(id));
  // Of the office, and of the clients of all orders that are closed together.
  const required = [
    ...new Set([...route.requires[result], ...[stop, ...others].flatMap(({ requires }) => requires?.[result] ?? [])]),
  ];
  const count = others.length + 1;
  const read = readDoor({ stop, to, required, earlier, day: route.day }, others, form);
  const errors: VisitErrors = isChecked ? read.errors : {};
  const update = (some: Partial<VisitForm>): void => {
    change((before) => ({ ...before, ...some }));
  };

  const confirm = async (): Promise<void> => {
    setChecked(true);
    setFailure(undefined);
    const wrong = Object.values(read.errors);
    if (wrong.length > 0) {
      announce(`Falta completar: ${wrong.join('. ')}`);
      requestAnimationFrame(() => {
        const first = document.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
        first?.focus({ preventScroll: true });
        first?.scrollIntoView({ block: 'start' });
      });
      return;
    }
    setBusy(true);
    try {
      const [draft] = read.drafts;
      await (corrected && draft
        ? correctVisit(corrected.id, draft, read.photos)
        : closeVisits(read.drafts, read.photos));
      void refreshRoute();
      await drop();
      announce(count > 1 ? `${count} visitas guardadas en este teléfono` : SAVED[to]);
      showTop();
      goToRoute();
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof PhoneFull ? FULL : 'Este teléfono no pudo guardar la visita. Inténtelo otra vez.');
    }
  };

  return (
    <Screen
      title={title}
      code={stop.code}
      back={{ name: 'stop', id: stop.id }}
      lead={<p className={styles['place']}>{placeText(stop)}</p>}
      footer={
        <>
          {failure !== undefined && <Alert>{failure}</Alert>}
          <p className={classes(common['quiet'], styles['hint'])}>
            {isOnline
              ? 'Se guarda en el teléfono y se envía enseguida'
              : 'Se guarda en el teléfono y se envía cuando haya señal'}
          </p>
          <Action tone={to === 'entregada' ? 'main' : 'stop'} loading={isBusy} onClick={() => void confirm()}>
            {confirmText(to, count)}
          </Action>
        </>
      }
    >
      {isGone && (
        <p className={common['warn']}>
          La oficina retiró esta parada de su ruta. Si ya la visitó, confirme igual: no se pierde, la oficina lo
          revisará.
        </p>
      )}
      {corrected && <Correcting corrected={corrected} stop={stop} to={to} />}
      {there.length > 0 && (
        <DoorField stop={stop} others={there} apart={form.apart} onChange={(apart) => update({ apart })} />
      )}
      {to === 'no_entregada' && (
        <ReasonField
          reasons={route.reasons}
          value={form.reason}
          error={errors.reason}
          onChange={(reason) => update({ reason })}
        />
      )}
      {to === 'no_entregada' && form.reason === ANOTHER_DATE && (
        <WantedField
          day={route.day}
          value={form.wanted}
          error={errors.wanted}
          onChange={(wanted) => update({ wanted })}
        />
      )}
      <PhotoField
        photos={form.photos}
        required={required.filter((kind) => kind !== 'firma')}
        earlier={earlier.filter((kind) => kind !== 'firma')}
        kinds={KINDS[to]}
        error={errors.photos}
        onChange={(next) => change((before) => ({ ...before, photos: next(before.photos) }))}
      />
      {to === 'entregada' && (
        <>
          {read.collecting.length > 1 && (
            <Section title="Cómo se cobra">
              <Chips
                label="Cómo se cobra"
                options={WAYS}
                pressed={[form.byOrder === null ? 'junto' : 'aparte']}
                onPress={(way) => update({ byOrder: way === 'junto' ? null : {} })}
              />
            </Section>
          )}
          {form.byOrder === null || read.collecting.length < 2
            ? read.sum > 0 && <CollectionField due={read.sum} form={form} errors={errors} onChange={update} />
            : read.collecting.map(({ id, code, collectDue }) => (
                <CollectionField
                  key={id}
                  title={code}
                  due={collectDue ?? 0}
                  form={paidFor(form, id)}
                  errors={isChecked ? (read.byOrder.get(id) ?? {}) : {}}
                  onChange={(some) =>
                    change((before) => ({
                      ...before,
                      byOrder: { ...before.byOrder, [id]: { ...paidFor(before, id), ...some } },
                    }))
                  }
                />
              ))}
          <ReceiverField recipient={stop.recipient.name} form={form} errors={errors} onChange={update} />
          <SignatureField
            signature={form.signature}
            isRequired={required.includes('firma')}
            isThere={earlier.includes('firma')}
            error={errors.signature}
            onChange={(signature) => update({ signature })}
          />
        </>
      )}
    </Screen>
  );
}

const SAVED = {
  entregada: 'Entrega guardada en este teléfono',
  no_entregada: 'Visita guardada en este teléfono',
} as const;

const WAYS = [
  { value: 'junto', label: 'En una suma' },
  { value: 'aparte', label: 'Orden por orden' },
] as const;

function confirmText(to: VisitDraft['to'], count: number): string {
  if (to === 'entregada') return count === 1 ? 'Confirmar entrega' : `Confirmar ${count} entregas`;
  return count === 1 ? 'Confirmar como no entregada' : `Confirmar ${count} como no entregadas`;
}

const FULL =
  'Este teléfono no tiene espacio para guardar la visita. Borre algo (fotos, videos) y confirme otra vez: lo que escribió sigue aquí.';

/** Shows how long the visit can still be corrected, and links to the other result. */
function Correcting({ corrected, stop, to }: { corrected: OwnVisit; stop: Stop; to: VisitDraft['to'] }) {
  const left = Date.parse(corrected.at) + CORRECTION_MS - useSeconds(true).getTime();
  return (
    <div className={common['warn']}>
      <p>
        {left > 0
          ? `Está corrigiendo su visita. Le quedan ${formatCountdown(left)}.`
          : 'Ya pasaron los cinco minutos: la oficina revisará esta corrección.'}
      </p>
      <Action
        tone="plain"
        onClick={() => replaceScreen({ name: to === 'entregada' ? 'fail' : 'deliver', id: stop.id })}
      >
        {to === 'entregada' ? 'En realidad no se entregó' : 'En realidad sí se entregó'}
      </Action>
    </div>
  );
}
