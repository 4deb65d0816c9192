import { createHash } from 'node:crypto';

/** Read on a telephone in the street: large text, and a button for a thumb. */
const STYLE =
  ':root{color-scheme:light dark}body{max-width:34rem;margin:0 auto;padding:1.25rem;font:1.0625rem/1.5 system-ui,sans-serif}h1{font-size:1.375rem}button{width:100%;min-height:3rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:#0d6e6e;color:#fff;font:inherit;font-weight:600}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of the page: no script or picture, only its own style, and the token of its address is sent nowhere else. */
export const NOTICE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The page for a courier who scans the code with the phone's camera: the notice about the tracker, to be accepted
 * before the office's «En ruta» may open it.
 * @param days for which positions are stored.
 */
export const noticePage = (days: number, isAccepted: boolean): string => `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Aviso de seguimiento</title>
<style>${STYLE}</style>
<h1>Aviso de seguimiento</h1>
<p>Con Traccar Client su oficina ve dónde está este teléfono, también mientras usted usa otra aplicación: solo desde que usted
o su oficina marca su salida a ruta hasta que se cierra su ruta o termina el día de trabajo.</p>
<p>Lo ve el personal autorizado de su oficina, y se borra a los ${days} días. De los recorridos de
todos quedan solo sumas de la oficina, sin su nombre ni sus lugares: cuántos metros y minutos toma ir de una parada a otra. Sus datos se tratan según la Ley 29733, de
Protección de Datos Personales: puede pedir a su empresa verlos, corregirlos o que los elimine.</p>
${
  isAccepted
    ? '<p><strong>Aceptado.</strong> Ahora escanee el mismo código desde los ajustes de Traccar Client.</p>'
    : '<form method="post"><button>Leí el aviso y lo acepto</button></form>'
}
</html>
`;
