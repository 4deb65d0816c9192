import { type EvidenceKind, type FieldRoute } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { formatCountdown } from '../../shared/format/format-countdown.ts';
import { announce } from '../../shared/hooks/announce.ts';
import { useSeconds } from '../../shared/hooks/use-seconds.ts';
import { Alert } from '../../shared/ui/Alert/Alert.tsx';
import { classes } from '../../shared/styles/classes.ts';
import { useOpenForm } from '../offline/hooks.ts';
import { closeVisit, CORRECTION_MS, correctVisit } from '../offline/records.ts';
import { refreshRoute } from '../offline/route.ts';
import { type OwnVisit, PhoneFull, type Stop, type VisitDraft } from '../offline/types.ts';
import { EMPTY_FORM, formOf, readVisit, type VisitErrors, type VisitForm } from '../rules/visit-form.ts';
import { placeText } from '../rules/stop-texts.ts';
import { type DraftOwner } from '../state/drafts.ts';
import { goToRoute, replaceScreen } from '../state/hash-route.ts';
import { useDraft } from '../state/use-draft.ts';
import { useOnline } from '../state/use-online.ts';
import { Action } from './Action.tsx';
import { CollectionField } from './CollectionField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { ReasonField } from './ReasonField.tsx';
import { ReceiverField } from './ReceiverField.tsx';
import { showTop } from './RouteScreen.tsx';
import { Screen } from './Screen.tsx';
import { SignatureField } from './SignatureField.tsx';
import common from './Common.module.css';
import styles from './VisitScreen.module.css';

interface Props {
  stop: Stop;
  to: VisitDraft['to'];
  route: FieldRoute;
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

/** «Entregar» and «No entregada»: what the courier states about a visit. */
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
      <Screen title={title} back={{ name: 'stop', id: stop.id }}>
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

function VisitForm({ stop, to, route, corrected, isGone, title, form, change, drop }: FormProps) {
  const isOnline = useOnline();
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const earlier = corrected?.photos ?? [];
  const required = route.requires[to === 'entregada' ? 'delivered' : 'failed'];
  const read = readVisit({ stop, to, required, earlier }, form);
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
      await (corrected ? correctVisit(corrected.id, read.draft, read.photos) : closeVisit(read.draft, read.photos));
      void refreshRoute();
      await drop();
      announce(to === 'entregada' ? 'Entrega guardada en este teléfono' : 'Visita guardada en este teléfono');
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
            {to === 'entregada' ? 'Confirmar entrega' : 'Confirmar como no entregada'}
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
      {to === 'no_entregada' && (
        <ReasonField
          reasons={route.reasons}
          value={form.reason}
          error={errors.reason}
          onChange={(reason) => update({ reason })}
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
          {stop.collectDue !== null && (
            <CollectionField due={stop.collectDue} form={form} errors={errors} onChange={update} />
          )}
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

const FULL =
  'Este teléfono no tiene espacio para guardar la visita. Borre algo (fotos, videos) y confirme otra vez: lo que escribió sigue aquí.';

/** Shows how long the visit can still be corrected, and links to the other result. */
function Correcting({ corrected, stop, to }: { corrected: OwnVisit; stop: Stop; to: VisitDraft['to'] }) {
  const left = Date.parse(corrected.at) + CORRECTION_MS - useSeconds(true).getTime();
  return (
    <div className={common['warn']}>
      <p>
        {left > 0
          ? `Está corrigiendo su registro. Le quedan ${formatCountdown(left)}.`
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
