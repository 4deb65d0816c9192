import { type SessionView } from '@despacho/contracts';
import { lazy, Suspense, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { type NextStage } from '../state/use-sign-in.ts';
import { type FactorStage } from '../rules/login-failure-text.ts';
import { CodeStep } from './CodeStep.tsx';
import { FirstPassword } from './FirstPassword.tsx';

const SetUpStep = lazy(chunk(() => import('./SetUpStep.tsx')));

interface Props {
  next: NextStage;
  /** The user of the page behind the form, if any. */
  over: string | undefined;
  onSignedIn: (view: SessionView) => Promise<void> | void;
  onBack: () => void;
}

/** What follows the sign-in form: a new password, then the second factor. Loaded only when it is needed. */
export default function SecondStage({ next, ...rest }: Props) {
  const [changed, setChanged] = useState<FactorStage>();
  const stage = changed ?? next.stage;
  const sucursal = next.credentials?.sucursal;
  if (stage === 'code') return <CodeStep sucursal={sucursal} {...rest} />;
  if (next.stage === 'password' && !changed)
    return <FirstPassword credentials={next.credentials} {...rest} onFactorDue={setChanged} />;
  return (
    <Suspense fallback={null}>
      <SetUpStep sucursal={sucursal} {...rest} />
    </Suspense>
  );
}
