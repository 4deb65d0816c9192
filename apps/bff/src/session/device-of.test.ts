import { describe, expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('deviceOf', () => {
  it.each([
    ['Chrome en Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
    ['Chrome en Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
    ['Chrome en Android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`],
    ['Chrome en Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
    ['Chrome en ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
    [
      'Chrome en iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Edge en Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    ],
    [
      'Edge en Android',
      `Mozilla/5.0 (Linux; Android 10; HD1913) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`,
    ],
    [
      'Edge en iPad',
      `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${APPLE} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1`,
    ],
    ['Firefox en Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['Firefox en Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    ['Firefox en Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    [
      'Firefox en iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
    ],
    ['Safari en Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.6 Safari/605.1.15`],
    [
      'Safari en iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/18.6 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Samsung Internet en Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Opera en Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`,
    ],
    ['Navegador desconocido en Linux', 'Mozilla/5.0 (X11; Linux x86_64) Something/1.0'],
    ['Chrome', 'Chrome/142'],
    ['Dispositivo desconocido', 'curl/8.5.0'],
    ['Dispositivo desconocido', ''],
    ['Dispositivo desconocido', undefined],
  ])('G7: is %s', (device, agent) => {
    expect(deviceOf(agent)).toBe(device);
  });

  it('G7: contains none of its input, however long', () => {
    const agent = `${'('.repeat(100_000)}<b>Windows</b> Firefox/1`;
    expect(deviceOf(agent)).toBe('Dispositivo desconocido');
    expect(deviceOf(`<b>Windows</b>\r\nFirefox/1 ${'x'.repeat(100_000)}`)).toBe('Firefox en Windows');
  });
});
