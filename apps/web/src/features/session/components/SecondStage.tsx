import { type SessionView } from '@despacho/contracts';
import { useState } from 'react';
import { type NextStage } from '../state/use-sign-in.ts';
import { CodeStep } from './CodeStep.tsx';
import { FirstPassword } from './FirstPassword.tsx';

interface Props {
  next: NextStage;
  /** The user of the page behind the form, if any. */
  over: string | undefined;
  onSignedIn: (view: SessionView) => Promise<void> | void;
  onBack: () => void;
}

/** What follows the sign-in form: a new password, then the code of a second factor. Loaded only when it is needed. */
export default function SecondStage({ next, ...rest }: Props) {
  const [isChanged, setChanged] = useState(false);
  if (next.stage === 'code' || isChanged) return <CodeStep sucursal={next.credentials?.sucursal} {...rest} />;
  return <FirstPassword credentials={next.credentials} {...rest} onFactorDue={() => setChanged(true)} />;
}
