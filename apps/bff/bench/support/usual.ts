import cookieParser from 'cookie-parser';
import csurf from 'csurf';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { pinoHttp } from 'pino-http';
import { CREDENTIALS, LOGIN } from './answers.ts';

/*
 * The usual stack, with each part as in its documentation and the session in memory. Opening /sign-in
 * signs in, because authentication is not measured.
 */
interface SignedIn {
  session: { person?: typeof CREDENTIALS };
}

/** The gateway's own requests have a different session type. */
const signedIn = (req: unknown): SignedIn => req as SignedIn;

const [, , port, target = ''] = process.argv;

const app = express();
app.use(pinoHttp());
app.use(helmet());
app.use(cookieParser());
app.use(
  session({
    secret: 'bench-session-secret-0123456789abcdef',
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'strict' },
  }),
);
app.use(csurf());
app.get('/sign-in', (req, res) => {
  signedIn(req).session.person = CREDENTIALS;
  res.cookie('XSRF-TOKEN', req.csrfToken()).sendStatus(200);
});
app.use('/api', (req, res, next) => {
  if (signedIn(req).session.person) next();
  else res.sendStatus(401);
});
app.use(
  '/api',
  createProxyMiddleware({
    target: `${target}/legacy/base`,
    changeOrigin: true,
    on: {
      proxyReq: (outgoing) => {
        outgoing.removeHeader('cookie');
        outgoing.setHeader('authorization', `Bearer ${LOGIN.token}`);
      },
    },
  }),
);

// Longer than any pause of the bench.
app.listen(Number(port), '127.0.0.1').keepAliveTimeout = 120_000;
