import { useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { chunk } from '#shared/http/chunk.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import styles from './SignInForm.module.css';

const load = chunk(() => import('../state/start-provider-sign-in.ts'));

interface Props {
  /** Whether the form is over a page. */
  isOver: boolean;
  /** @returns the typed branch; undefined if it is missing, which the form shows. */
  readSucursal: (form: HTMLFormElement) => string | undefined;
}

/** Button to sign in with the company's account. Its code is loaded on the first press. */
export function CompanyButton({ isOver, readSucursal }: Props) {
  const [text, setText] = useState<string>();
  const { isBusy, failure, run } = useTask(async (form: HTMLFormElement | null) => {
    const sucursal = form && readSucursal(form);
    setText(undefined);
    if (sucursal) setText(await (await load()).startProviderSignIn(sucursal, isOver));
  });
  return (
    <div>
      <Button className={styles['company']} loading={isBusy} onClick={({ currentTarget: { form } }) => void run(form)}>
        Ingresar con la cuenta de su empresa
      </Button>
      <p role="status" className={styles['answer']}>
        {failure === undefined ? text : failureText(failure)}
      </p>
    </div>
  );
}
