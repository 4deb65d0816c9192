/**
 * What the bench uses of express-session. The package's own types give every Express request their `session`, which is
 * not the gateway's.
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
