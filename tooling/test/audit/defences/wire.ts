import { BFF, HTTP, change, type Weakened } from './weakened.ts';

/** Defences below HTTP: targets, parser, connections, methods and ports. */
export const wireDefences: readonly Weakened[] = [
  {
    without: 'refusing ambiguous targets',
    changes: [change(`${HTTP}refuse-odd-targets.ts`, 'const kind = oddityOf(req.url);', 'const kind = oddityOf("/");')],
    noticed: ['odd-targets'],
  },
  {
    without: 'a strict parser',
    changes: [
      change(`${HTTP}public-server.ts`, 'insecureHTTPParser: false', 'insecureHTTPParser: true'),
      change(
        `${HTTP}refuse-odd-heads.ts`,
        'const fault = faultOfHead(req, cookies);',
        'const fault = faultOfHead(req, cookies) && undefined;',
      ),
    ],
    noticed: ['smuggling'],
  },
  {
    without: 'reusable connections',
    changes: [
      change(
        `${HTTP}public-server.ts`,
        '    if (pendingAnswers.add(res) > limits.pipelined) {\n',
        '    res.shouldKeepAlive = false;\n    if (pendingAnswers.add(res) > limits.pipelined) {\n',
      ),
    ],
    noticed: ['pipelining', 'keep-alive'],
  },
  {
    without: 'keep-alive longer than the proxy’s',
    changes: [change(`${HTTP}public-server.ts`, 'keepAlive: 95_000', 'keepAlive: 1000')],
    noticed: ['keep-alive'],
  },
  {
    without: 'a limit for slow headers',
    changes: [
      change(`${HTTP}public-server.ts`, 'head: 15_000', 'head: 600_000'),
      change(`${HTTP}public-server.ts`, 'nodeHead: 100_000', 'nodeHead: 600_000'),
      change(`${HTTP}public-server.ts`, 'request: 120_000', 'request: 600_000'),
      change(`${HTTP}public-server.ts`, 'silence: MINUTE_MS', 'silence: 600_000'),
    ],
    noticed: ['slow-headers'],
    ask: { slow: true },
  },
  {
    without: 'refusing TRACE',
    changes: [
      change(
        `${BFF}app.ts`,
        '  app.use(Object.values(outerSteps(services)));',
        "  app.trace('/{*path}', (req, res) => { res.type('message/http').send(req.rawHeaders.join(' ')); });\n  app.use(Object.values(outerSteps(services)));",
      ),
    ],
    noticed: ['odd-methods'],
  },
  {
    without: 'a separate admin port',
    changes: [
      change(
        `${BFF}app.ts`,
        '  app.get(securityTxtPaths',
        "  app.get('/metrics', (_req, res) => { res.send(services.metrics.render()); });\n  app.get(securityTxtPaths",
      ),
    ],
    noticed: ['admin-port'],
  },
  {
    without: 'a certificate for its host name',
    changes: [],
    noticed: ['certificate'],
    tls: 'for another name',
  },
  {
    without: 'a certificate of a trusted authority',
    changes: [],
    noticed: ['certificate'],
    tls: 'of another authority',
  },
];
