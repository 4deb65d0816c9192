/** What a person does with their second factor. */
export type FactorTask = 'add' | 'codes' | 'remove';

/** @returns a key in groups of four characters, to be typed from a screen. */
export const inGroups = (key: string): string => key.replace(/.{4}(?=.)/g, '$& ');

export const CODES_TITLE = 'Guarde sus códigos de recuperación';

export const CODES_LEAD =
  'Si pierde su celular, ingrese con uno de ellos. Cada uno sirve una vez. No se pueden volver a ver: cópielos o imprímalos, y guárdelos en un lugar que no sea su celular.';

/** Title, explanation, label of the button, and what is announced when it is done. */
export const FACTOR_TEXTS: Readonly<Record<FactorTask, { title: string; lead: string; submit: string; done: string }>> =
  {
    add: {
      title: 'Activar el segundo paso',
      lead: 'Necesita una aplicación de códigos en su celular, como Google Authenticator o Microsoft Authenticator. Primero confirme que es usted.',
      submit: 'Continuar',
      done: 'Segundo paso activado',
    },
    codes: {
      title: 'Códigos de recuperación nuevos',
      lead: 'Los códigos anteriores dejan de servir.',
      submit: 'Crear códigos nuevos',
      done: 'Códigos creados',
    },
    remove: {
      title: 'Quitar el segundo paso',
      lead: 'Para ingresar bastará su contraseña. Sus otras sesiones se cierran.',
      submit: 'Quitar el segundo paso',
      done: 'Segundo paso quitado',
    },
  };
