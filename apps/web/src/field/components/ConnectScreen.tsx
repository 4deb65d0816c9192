import { type Enrolment } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { classes } from '#shared/styles/classes.ts';
import { Action } from './Action.tsx';
import { FieldFailure, readEnrolment, textOf } from '../field-calls.ts';
import { connectPhone } from '../offline/phone.ts';
import { MessageScreen } from './MessageScreen.tsx';
import common from './Common.module.css';
import styles from './Message.module.css';

interface Props {
  secret: string;
  /** The phone is connected, and its route is shown. */
  onConnected: () => void;
}

/** Shows whose phone this will be, and connects it with the code that the office gives the courier. */
export function ConnectScreen({ secret, onConnected }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [ended, setEnded] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    readEnrolment(secret).then(
      (read) => {
        if (isCurrent) setEnrolment(read);
      },
      (error: unknown) => {
        if (isCurrent) setEnded(textOf(error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [secret, turn]);

  if (ended !== undefined)
    return (
      <MessageScreen title="No se puede conectar">
        <p>{ended}</p>
        <Action
          onClick={() => {
            setEnded(undefined);
            setTurn(turn + 1);
          }}
        >
          Reintentar
        </Action>
      </MessageScreen>
    );
  if (!enrolment) return <MessageScreen title="Leyendo el enlace…" />;
  return (
    <main className={styles['single']}>
      <title>Conectar este teléfono · Despacho</title>
      <Logo size={32} />
      <div className={classes('frame', styles['person'])}>
        <Avatar name={enrolment.courier} />
        <div>
          <h1 className={styles['heading']}>Este será el teléfono de {enrolment.courier}</h1>
          <p className={common['quiet']}>Oficina {enrolment.office}</p>
        </div>
      </div>
      <CodeForm secret={secret} onConnected={onConnected} onVoid={setEnded} />
      <p className={common['quiet']}>Si no es usted, cierre esta página y avise a su oficina.</p>
    </main>
  );
}

function CodeForm({ secret, onConnected, onVoid }: Props & { onVoid: (text: string) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    if (!/^\d{4}$/.test(code)) {
      setError('Escriba las cuatro cifras');
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await connectPhone(secret, code);
      onConnected();
    } catch (thrown) {
      setBusy(false);
      const kind = thrown instanceof FieldFailure ? thrown.kind : '';
      if (kind === 'expired') onVoid(textOf(thrown));
      else if (kind === 'unprocessable') {
        setError(textOf(thrown));
        setCode('');
      } else setFailure(textOf(thrown));
    }
  };
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Código de cuatro cifras"
        hint="Se lo dice su oficina."
        error={error}
        className={styles['code']}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={4}
        value={code}
        onChange={({ target }) => {
          setCode(target.value.replace(/\D/g, ''));
          setError(undefined);
        }}
      />
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Action type="submit" loading={isBusy}>
        Conectar este teléfono
      </Action>
    </form>
  );
}
