import { type ModuleCode, SCREEN_ACCESS } from '@despacho/contracts';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { classes } from '#shared/styles/classes.ts';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { useMayUse } from '../state/session.ts';

interface Props {
  /** Any one of these modules allows the step. */
  access: readonly ModuleCode[];
  to: string;
  /** Whom to ask, for users who may not take the step. */
  ask: string;
  children: ReactNode;
}

/** The next step from an empty screen: a link for users who may take it, otherwise whom to ask. */
export function NextStep({ access, to, ask, children }: Props) {
  const mayUse = useMayUse();
  if (!mayUse(access)) return <p>{ask}</p>;
  return (
    <Link to={to} className={classes(buttonStyles['button'], buttonStyles['secondary'], buttonStyles['md'])}>
      {children}
    </Link>
  );
}

/** Creating an order, which most empty screens need. */
export function OrderStep() {
  return (
    <NextStep
      access={SCREEN_ACCESS.assing}
      to={`${paths.assign}?nueva=1`}
      ask="Las órdenes las crea quien tiene «Asig. Orden(B)»."
    >
      Crear una orden
    </NextStep>
  );
}

/** Connecting a courier's phone, from which deliveries and photos come. */
export function PhoneStep() {
  return (
    <NextStep
      access={SCREEN_ACCESS.assing}
      to={`${paths.assign}?repartidores=1`}
      ask="Los teléfonos los conecta quien tiene «Asig. Orden(B)»."
    >
      Conectar un teléfono
    </NextStep>
  );
}
