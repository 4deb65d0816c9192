import { line } from '@despacho/contracts';
import { Router } from 'express';
import * as z from 'zod';
import { requireWritable } from '#platform/fitness/refuse-unfit.ts';
import { readInput } from '#platform/http/read-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { toLegacyUser } from './shapes.ts';

const loginQuery = z.object({
  sucursal: line(64),
  user: line(128),
  password: z.string().min(1).max(1024),
});

const credentialsQuery = z.object({
  token: z.string().min(1).max(512),
  sucursal: z.string().max(64).optional(),
});

/** `GET auth` and `GET auth/credentials`, with password and token in the query. */
export function authRoutes(services: Services): Router {
  const router = Router();

  router.get('/auth', async (request, response) => {
    // A GET that stores a token.
    requireWritable(services);
    const { sucursal, user, password } = readInput(loginQuery, request.query, 'query');
    const { token, person } = await signIn(services, { sucursal, username: user, password });
    response.json({ token, sucursal: person.office.id, ruc: person.ruc });
  });

  router.get('/auth/credentials', async (request, response) => {
    const { token, sucursal } = readInput(credentialsQuery, request.query, 'query');
    const person = await recogniseToken(services, token);
    if (sucursal !== undefined && sucursal.toLowerCase() !== person.office.id.toLowerCase())
      throw new Refusal('unauthenticated', 'Su sesión terminó; vuelva a ingresar');
    response.json({ token, ...toLegacyUser(person), ruc: person.ruc });
  });

  return router;
}
