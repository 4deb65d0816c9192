/**
 * The parts of express-session that the bench uses. The package's own types add their `session` to every Express
 * request, which conflicts with the gateway's.
 */
declare module 'express-session' {
  import { type RequestHandler } from 'express';

  export default function session(options: {
    secret: string;
    resave: boolean;
    saveUninitialized: boolean;
    cookie: { sameSite: 'strict' };
  }): RequestHandler;
}
