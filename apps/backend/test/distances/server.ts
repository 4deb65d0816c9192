import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import process from 'node:process';
import { metersBetween, type Point } from '@despacho/contracts/dispatch';

/*
 * A process that answers in the shape of OSRM's table service, as of `docs/http.md` of OSRM 5.22, with its default limits.
 * The first part of the path decides how it lies. GET /calls lists the calls so far. The roads of this server are 1.3 times as
 * long as a straight line, 1.5 times towards the east, and driven at 6 m/s.
 */

const MAX_TABLE_SIZE = 100;

interface Matrix {
  durations: unknown[][];
  distances: unknown[][];
}

const calls: { path: string; query: Record<string, string> }[] = [];

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(value));
};

const refuse = (response: ServerResponse, code: string): void => {
  json(response, 400, { code, message: 'refused' });
};

/** Replaces the value of the first pair. */
const changed = (rows: unknown[][], to: (value: unknown) => unknown) =>
  rows.map((values, row) => values.map((value, column) => (row === 0 && column === 1 ? to(value) : value)));
const both =
  (to: (value: unknown) => unknown) =>
  ({ durations, distances }: Matrix): Matrix => ({
    durations: changed(durations, to),
    distances: changed(distances, to),
  });
const nothing = (rows: unknown[][]) => rows.map((values) => values.map(() => 0));

/** Tables of a server that lies about one pair, or about all. */
const LIES: Record<string, (matrix: Matrix) => Matrix> = {
  nula: both(() => null),
  negativa: ({ durations, distances }) => ({
    durations: changed(durations, () => -1),
    distances: changed(distances, () => -100),
  }),
  texto: both(String),
  veloz: (matrix) => ({ ...matrix, durations: changed(matrix.durations, () => 1) }),
  eterna: (matrix) => ({ ...matrix, durations: changed(matrix.durations, () => 1e6) }),
  // The map of another place moves all points to its nearest road.
  lejana: ({ durations, distances }) => ({ durations: nothing(durations), distances: nothing(distances) }),
  enorme: (matrix) => Object.assign(matrix, { filler: 'x'.repeat(8 * 1024 * 1024) }),
  corta: ({ durations, distances }) => ({ durations: durations.slice(1), distances }),
  angosta: ({ durations, distances }) => ({ durations, distances: distances.map((row) => row.slice(1)) }),
};

/** Answers that are no table. */
const FAILURES: Record<string, (response: ServerResponse) => void> = {
  muda: () => undefined,
  lenta: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"code":"Ok",');
  },
  redirigida: (response) => response.writeHead(302, { Location: '/otro' }).end(),
  rota: (response) => response.writeHead(200).end('<html>'),
  // Some servers print what is no number in JSON.
  nan: (response) =>
    response.writeHead(200).end('{"code":"Ok","durations":[[0,NaN],[NaN,0]],"distances":[[0,1],[1,0]]}'),
  mld: (response) => refuse(response, 'NotImplemented'),
};

const waypoint = ({ lat, lng }: Point) => ({ distance: 4.2, name: 'Avenida José Larco', location: [lng, lat] });

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://routing');
  if (url.pathname === '/calls') {
    json(response, 200, calls);
    return;
  }
  const query = Object.fromEntries(url.searchParams);
  calls.push({ path: url.pathname, query });
  const [lie = '', coordinates = ''] = /^\/?(.*?)\/?table\/v1\/driving\/(.*)$/.exec(url.pathname)?.slice(1) ?? [];
  const failure = FAILURES[lie];
  // Answers some calls in time, and others not.
  if (lie === 'cansada' && query['sources'] !== query['destinations']) return;
  if (failure) {
    failure(response);
    return;
  }
  const points = coordinates.split(';').map((text) => {
    const [lng = NaN, lat = NaN] = text.split(',').map(Number);
    return { lat, lng };
  });
  const chosen = (name: string) => (query[name] ?? '').split(';').map((index) => points[Number(index)]);
  const [sources, destinations] = [chosen('sources'), chosen('destinations')];
  if (query['annotations'] !== 'duration,distance' || [...sources, ...destinations].includes(undefined)) {
    refuse(response, 'InvalidQuery');
    return;
  }
  if (sources.length * destinations.length > MAX_TABLE_SIZE ** 2) {
    refuse(response, 'TooBig');
    return;
  }
  const distances = (sources as Point[]).map((from) =>
    (destinations as Point[]).map((to) => Math.round(metersBetween(from, to) * (to.lng > from.lng ? 15 : 13)) / 10),
  );
  const durations = distances.map((row) => row.map((meters) => Math.round((meters / 6) * 10) / 10));
  json(response, 200, {
    sources: (sources as Point[]).map(waypoint),
    destinations: (destinations as Point[]).map(waypoint),
    code: 'Ok',
    ...(LIES[lie] ?? ((matrix) => matrix))({ durations, distances }),
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
// Ends with the tests, even if they are killed.
process.on('disconnect', () => process.exit(0));
