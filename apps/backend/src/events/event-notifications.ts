import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Logger } from 'pino';

const CHANNEL = 'despacho_events';
/** Names these connections in the server's list of them. */
const APPLICATION = 'despacho-events';

/** For connecting, for each statement, and for the trial notification to arrive. */
const TIMEOUT_MS = 5000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/**
 * Hints between the processes on one PostgreSQL server that an office's log has grown, by LISTEN and NOTIFY on a connection of its
 * own. Nothing depends on one arriving: the feed polls. A server without LISTEN, a pooler that does not pass notifications on
 * (PgBouncer in transaction mode) and a lost connection mean that hints are neither sent nor received until a later
 * attempt succeeds.
 */
export class EventNotifications {
  readonly #databaseUrl: string;
  readonly #logger: Logger;
  /** Names this process in what it sends, so that it ignores its own hints. */
  readonly #sender = randomUUID();
  readonly #unsent = new Set<string>();
  #heard: (officeId: string) => void = () => undefined;
  #trial = Promise.withResolvers<undefined>();
  /** The connection under way or in use. */
  #client: pg.Client | undefined;
  /** Whether notifications are known to arrive. */
  #works = false;
  #sending = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(databaseUrl: string, logger: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#logger = logger;
  }

  /** Whether hints are sent and received now. */
  get works(): boolean {
    return this.#works;
  }

  /** Connects, now and whenever the connection is lost. @param heard called with each office that another process named. */
  start(heard: (officeId: string) => void): void {
    this.#heard = heard;
    void this.#connect();
  }

  /** Sends a hint about an office, with those of others that came meanwhile. Does nothing while notifications do not work. */
  announce(officeId: string): void {
    if (!this.#works) return;
    this.#unsent.add(officeId);
    if (!this.#sending) void this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#works = false;
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = this.#createClient();
    this.#client = client;
    client.on('notification', ({ payload = '' }) => {
      this.#receive(payload);
    });
    // Without a listener the loss of the connection would end the process.
    client.on('error', (error) => {
      this.#fail(client, error);
    });
    client.on('end', () => {
      this.#fail(client, new Error('the connection ended'));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await this.#try();
      if (this.#client !== client || this.#closed) return;
      this.#works = true;
      this.#retryMs = FIRST_RETRY_MS;
      this.#logger.info('event notifications connected');
    } catch (error) {
      this.#fail(client, error);
    }
  }

  #createClient(): pg.Client {
    return new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: APPLICATION,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
  }

  /**
   * Sends a notification over another connection. Behind a pooler that lends connections for a transaction, LISTEN succeeds and
   * nothing ever arrives.
   * @throws Error where it does not arrive in time.
   */
  async #try(): Promise<void> {
    this.#trial = Promise.withResolvers<undefined>();
    const other = this.#createClient();
    other.on('error', () => undefined);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error('a trial notification did not arrive'));
    }, TIMEOUT_MS);
    try {
      await other.connect();
      await other.query('select pg_notify($1, $2)', [CHANNEL, this.#sender]);
      await Promise.race([this.#trial.promise, late.promise]);
    } finally {
      clearTimeout(timer);
      await other.end().catch(() => undefined);
    }
  }

  #receive(payload: string): void {
    const [sender = '', officeId] = payload.split(' ');
    if (sender !== this.#sender && officeId !== undefined) this.#heard(officeId);
    else if (payload === this.#sender) this.#trial.resolve(undefined);
  }

  async #send(): Promise<void> {
    const client = this.#client;
    this.#sending = true;
    try {
      while (client && this.#works && this.#unsent.size > 0) {
        const officeIds = [...this.#unsent];
        this.#unsent.clear();
        const text = 'select pg_notify($1, $2 || office_id) from unnest($3::text[]) as office_id';
        await client.query(text, [CHANNEL, `${this.#sender} `, officeIds]);
      }
    } catch (error) {
      if (client) this.#fail(client, error);
    } finally {
      this.#sending = false;
    }
  }

  /** Gives a connection up and tries again later. */
  #fail(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    this.#works = false;
    this.#unsent.clear();
    void client.end().catch(() => undefined);
    const { message, code } = error as { message?: string; code?: string };
    this.#logger.warn({ reason: message, code, retryMs: this.#retryMs }, 'event notifications unavailable, polling');
    this.#retry = setTimeout(() => void this.#connect(), this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }
}
