import { type Logger } from 'pino';
import { Refusal } from '#platform/refusal.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';
import { type PictureReply, type PictureTask } from './encode-picture.ts';
import { PictureChild, type PictureFailure, type PictureLimits } from './picture-child.ts';

/** The person for whom a picture is decoded. */
export interface PictureAuthor {
  officeId: string;
  username: string;
}

/** The most expensive allowed photo, with 16 bits per channel, takes 1.6 s and 400 MB. */
const LIMITS: PictureLimits = { cpuMs: 8000, elapsedMs: 30_000, memory: 800 * 1024 ** 2 };
/** Timeout (ms) of the wait for a turn. */
const WAIT_MS = 20_000;
/** How long (ms) an idle process is kept: it occupies 70 MB, and starting one takes 0.2 s of CPU time. */
const IDLE_MS = 60_000;

const OFFICE_BUSY = 'Su oficina está recibiendo muchas fotos; vuelva a intentarlo en unos segundos';

interface IdleChild {
  child: PictureChild;
  timer: NodeJS.Timeout;
}

/**
 * Decodes pictures in child processes, which are reused and replaced after a failure. One picture at a time per person
 * and per office, two in total. Each process of the service counts alone, because the limits protect its cores and
 * memory.
 */
export class PictureDecoder {
  readonly #logger: Logger;
  readonly #limits: PictureLimits;
  readonly #program: URL | undefined;
  readonly #people = new KeyedSlots({ waitMs: WAIT_MS, busy: 'Espere a que se guarde su otra foto' });
  readonly #offices = new KeyedSlots({ waitMs: WAIT_MS, busy: OFFICE_BUSY });
  readonly #machine = new KeyedSlots({
    atOnce: 2,
    waitMs: WAIT_MS,
    busy: 'Se están procesando muchas fotos; vuelva a intentarlo en unos segundos',
  });
  readonly #working = new Set<PictureChild>();
  #idle: IdleChild[] = [];
  #isClosed = false;

  constructor(logger: Logger, { limits = LIMITS, program }: { limits?: PictureLimits; program?: URL } = {}) {
    this.#logger = logger;
    this.#limits = limits;
    this.#program = program;
  }

  /** Whether `close` was called. A getter, because that may happen during an await. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ids of the running processes. */
  get pids(): (number | undefined)[] {
    return [...this.#working, ...this.#idle.map(({ child }) => child)].map(({ pid }) => pid);
  }

  /**
   * Decodes a picture when it is its author's turn.
   * @param signal stops waiting and decoding when the client disconnects.
   * @returns the picture, or why it cannot be decoded, which is final.
   * @throws Refusal busy or unavailable if it may be possible later.
   */
  decode(task: PictureTask, { officeId, username }: PictureAuthor, signal: AbortSignal): Promise<PictureReply> {
    // A person waits for their own photo first, so that they take one place in their office's queue.
    return this.#people.run(JSON.stringify([officeId, username]), signal, () =>
      this.#offices.run(officeId, signal, () =>
        this.#machine.run('', signal, () => this.#decodeTwice(task, officeId, signal)),
      ),
    );
  }

  /** Kills all processes, also while they decode. */
  close(): void {
    this.#isClosed = true;
    for (const child of this.#working) child.kill();
    for (const { child, timer } of this.#idle) {
      clearTimeout(timer);
      child.kill();
    }
    this.#idle = [];
  }

  /** Retries once after a crash: only a second one proves that the picture is the cause. */
  async #decodeTwice(task: PictureTask, officeId: string, signal: AbortSignal): Promise<PictureReply> {
    const first = await this.#decodeOnce(task, signal);
    const answer = first === 'crashed' ? await this.#decodeOnce(task, signal) : first;
    if (typeof answer !== 'string') return answer;
    if (answer !== 'left') this.#logger.warn({ office: officeId, failure: answer }, 'a picture was not decoded');
    return this.#faultOf(answer);
  }

  #faultOf(failure: PictureFailure): PictureReply {
    switch (failure) {
      case 'cpu':
      case 'memory':
        return { fault: 'complex' };
      case 'crashed':
        return { fault: 'damaged' };
      case 'left':
        throw new Refusal('busy', 'La solicitud se interrumpió');
      case 'stuck':
        throw new Refusal('busy', OFFICE_BUSY);
      case 'killed':
      case 'unstarted':
        throw new Refusal('unavailable', 'Ahora no se pueden procesar fotos; vuelva a intentarlo en unos minutos');
    }
  }

  async #decodeOnce(task: PictureTask, signal: AbortSignal): Promise<PictureReply | PictureFailure> {
    if (this.#isClosed) return 'killed';
    const child = this.#takeIdle() ?? new PictureChild(this.#program);
    this.#working.add(child);
    const answer = await child.run(task, this.#limits, signal);
    this.#working.delete(child);
    if (typeof answer !== 'string' && !this.isClosed) this.#keep(child);
    else child.kill();
    return answer;
  }

  #takeIdle(): PictureChild | undefined {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.child.isAlive) return kept.child;
    }
    return undefined;
  }

  #keep(child: PictureChild): void {
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((each) => each.child !== child);
      child.kill();
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({ child, timer });
  }
}
