import { isOnline } from '../browser/online.ts';
import { ChunkFailure } from '../http/chunk-failure.ts';
import { HttpFailure } from '../http/failure.ts';
import { outdated } from '../http/outdated-page.ts';

interface FailureText {
  title: string;
  advice: string;
  /** Finds the log line; shown in small print, to be read out to support. */
  requestId: string | undefined;
}

const AGAIN = 'Vuelva a intentarlo en un momento. Si continúa, avise al administrador de su oficina.';

const WITHOUT_ANSWER = {
  network: {
    title: 'No hay conexión con el servidor',
    advice: 'Revise su conexión a internet y vuelva a intentarlo.',
  },
  timeout: { title: 'La respuesta tardó demasiado', advice: 'El servicio puede estar ocupado. Vuelva a intentarlo.' },
  broken: { title: 'El servidor respondió algo inesperado', advice: AGAIN },
} as const;

const ADVICE: Partial<Record<number, string>> = {
  400: 'Revise los datos y vuelva a intentarlo.',
  401: 'Ingrese otra vez para continuar.',
  403: 'Pida el permiso al administrador de su oficina.',
  404: 'Puede que ya no exista o que la dirección esté mal escrita.',
  409: 'Vuelva a cargar los datos y repita su cambio.',
  410: 'Vuelva a empezar.',
  422: 'Revise lo que pidió y vuelva a intentarlo.',
  504: 'El servicio no respondió a tiempo: puede estar ocupado. Vuelva a intentarlo; si continúa, avise al administrador de su oficina.',
};

/** @returns the text with a full stop, unless it already ends in punctuation. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * @returns the message for anything that was thrown: what failed, and what the user can do. The service's own message
 * comes first (S35), because it names the rule.
 */
export function describeFailure(error: unknown): FailureText {
  if (error instanceof ChunkFailure) {
    if (outdated.get())
      return {
        title: 'Hay una versión nueva de Despacho',
        advice: 'Recargue la página para abrir esta sección. Lo que ya guardó no se pierde.',
        requestId: undefined,
      };
    const { title, advice } = WITHOUT_ANSWER.network;
    return { title: isOnline() ? 'No se pudo cargar esta sección' : title, advice, requestId: undefined };
  }
  if (!(error instanceof HttpFailure)) {
    return { title: 'Ocurrió un error inesperado', advice: AGAIN, requestId: undefined };
  }
  const requestId = error.problem?.requestId;
  if (error.reason !== 'refused') return { ...WITHOUT_ANSWER[error.reason], requestId };
  const wait = error.problem?.retryAfterSeconds;
  const generic =
    wait === undefined ? (ADVICE[error.status] ?? AGAIN) : `Vuelva a intentarlo en ${Math.ceil(wait)} segundos.`;
  const advice = asSentence(error.problem?.detail ?? generic);
  return { title: error.problem?.title ?? 'El servidor respondió con un error', advice, requestId };
}
