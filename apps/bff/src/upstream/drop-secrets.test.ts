import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { dropSecrets } from './drop-secrets.ts';

const NAMES = `pass PASS userPass user_pass userpass psw pswUsuario user-psw pswd USER_PSWD pin PIN codigoPin pin_2 pin2 otp otp-code jwt
  idJwt apiKey api_key APIKey apikey X-Api-Key accessKey access_key_id privateKey private-key PRIVATEKEY credencial
  credenciales credential userCredentials sessionId session_id SESSIONID PHPSESSID bearer bearerValue authorization Authorization
  cookie set-cookie llave llaves llavePrivada llave_api llavesecreta Llavé tOKEN cLAVE ClAvE conTraseña passPhrase passcode secretKey`;

const ORDINARY = `passenger passengers passport pasaporte compass compassId bypass pasos shipping shippingId opinion opinión spinner pintura pineda pins
  option optional adoptPet keyboard monkey key keys keyAccount access accessLevel private apiVersion session sessionIdle
  sessionIdleMinutes processId assessId hasHistory hasHeader hashtag secretaria secretario clavel autoclave llavero llamadas
  autorizacion authorized authorizedBy stepsWeek capsWidth shipsWith basalto saltos author conocimiento credito contrato`;

const namesIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** @returns the letters of a value's texts, because a name is also a secret's with other characters inside: «JW t». */
const lettersOf = (value: unknown): string =>
  JSON.stringify(value)
    .normalize('NFD')
    .replace(/\\(u[0-9a-f]{4}|.)|[^a-z]/gi, '');

describe('dropSecrets', () => {
  it('S32 G27: drops names that are too long', () => {
    expect(dropSecrets([{ a: 1, ['n'.repeat(256)]: 2, ['n'.repeat(257)]: 3 }])).toEqual([
      { a: 1, ['n'.repeat(256)]: 2 },
    ]);
  });

  it.each(namesIn(NAMES))('S32: drops %s in any spelling', (name) => {
    expect(dropSecrets([{ a: 1, [name]: 'x' }])).toEqual([{ a: 1 }]);
  });

  it.each(namesIn(ORDINARY))('S32: keeps %s, which only looks like one', (name) => {
    expect(dropSecrets([{ a: 1, [name]: 'x' }])).toEqual([{ a: 1, [name]: 'x' }]);
  });

  it.each(
    `clave Clave claveAcceso contraseña CONTRASEÑA password password_hash passwd token apiToken
    api_token access-token hash client_secret pwd salt`.split(/\s+/),
  )('S32: drops a field named %s at any depth', (name) => {
    expect(dropSecrets({ a: 1, [name]: 'x', b: [{ [name]: { deep: 1 }, c: 2 }] })).toEqual({ a: 1, b: [{ c: 2 }] });
  });

  it('S32: keeps every other field unchanged, whatever its value', () => {
    const plain = fc
      .jsonValue()
      .filter(
        (value) =>
          !/clave|contrase|pass|psw|pwd|token|hash|secret|salt|pin|otp|jwt|key|llave|cred|sess|bearer|auth|cookie|proto/i.test(
            lettersOf(value),
          ),
      );
    fc.assert(
      fc.property(plain, (value) => {
        expect(dropSecrets(value)).toEqual(value);
      }),
    );
  });

  it('rejects deep nesting instead of overflowing the stack', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 50; depth += 1) nested = [nested];
    expect(() => dropSecrets(nested)).toThrow(Failure);
  });

  it('returns the value itself if there is nothing to drop', () => {
    const value = { a: [{ b: 1 }] };
    expect(dropSecrets(value)).toBe(value);
    expect(dropSecrets([value, { token: 1 }])).toEqual([value, {}]);
  });

  it('S32: still recognizes a name after its cache was full', () => {
    const others = Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]);
    const { token, ...kept } = dropSecrets({ ...Object.fromEntries(others), token: 'x' }) as Record<string, unknown>;
    expect([token, Object.keys(kept).length]).toEqual([undefined, 5000]);
    expect(dropSecrets({ token: 'x', field7: 1, ['clave'.repeat(20)]: 1 })).toEqual({ field7: 1 });
  });

  it('ignores nesting inside a dropped field, and rejects deep nesting next to it', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(dropSecrets({ token: nest(100), a: nest(39) })).toEqual({ a: nest(39) });
    expect(() => dropSecrets({ token: 1, a: nest(40) })).toThrow(Failure);
  });
});
