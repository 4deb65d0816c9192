import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Logger } from 'pino';
import { applicationName } from '../database/server-pool.ts';

const CHANNEL = 'despacho_events';

/** For connecting, for each statement, and for the test notification to arrive. */
const TIMEOUT_MS = 5000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/**
 * Notifies other processes on the same PostgreSQL server that an office's log has grown, by LISTEN and NOTIFY on a
 * separate connection. Nothing depends on a notification arriving, because the feed polls. On a server without LISTEN,
 * behind a pooler that does not forward notifications (PgBouncer in transaction mode), or after a lost connection, none
 * are sent or received until a later attempt succeeds.
 */
export class EventNotifications {
  readonly #databaseUrl: string;
  readonly #logger: Logger;
  /** Identifies this process in its notifications, so that it ignores its own. */
  readonly #sender = randomUUID();
  readonly #unsent = new Set<string>();
  #onEvent: (officeId: string) => void = () => undefined;
  #trial = Promise.withResolvers<undefined>();
  /** The connection in use or being established. */
  #client: pg.Client | undefined;
  /** Whether a test notification has arrived. */
  #works = false;
  #sending = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(databaseUrl: string, logger: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#logger = logger;
  }

  /** Whether notifications are currently sent and received. */
  get works(): boolean {
    return this.#works;
  }

  /**
   * Connects, and reconnects when the connection is lost. @param onEvent called with each office that another process
   * announced.
   */
  start(onEvent: (officeId: string) => void): void {
    this.#onEvent = onEvent;
    void this.#connect();
  }

  /**
   * Notifies others about an office, batched with other pending offices. Does nothing while notifications do not work.
   */
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
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    // Without a listener, a lost connection would end the process.
    client.on('error', (error) => this.#fail(client, error));
    client.on('end', () => this.#fail(client, new Error('the connection ended')));
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
      application_name: applicationName('despacho-events'),
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
  }

  /**
   * Sends a test notification over another connection. Behind a pooler in transaction mode, LISTEN succeeds but nothing
   * arrives.
   * @throws Error if it does not arrive in time.
   */
  async #try(): Promise<void> {
    this.#trial = Promise.withResolvers<undefined>();
    const other = this.#createClient();
    other.on('error', () => undefined);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('a trial notification did not arrive')), TIMEOUT_MS);
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
    // An office's id may contain spaces, the sender does not.
    const [, sender, officeId] = /^(\S+) (.+)$/s.exec(payload) ?? [];
    if (officeId !== undefined && sender !== this.#sender) this.#onEvent(officeId);
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

  /** Closes a connection and schedules another attempt. */
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
