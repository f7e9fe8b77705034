import type pg from 'pg'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'

export interface Session {
  readonly actor: Actor
  readonly expiresAt: Date
  /** The person's last input as the server believes it. */
  lastOperationAt: Date
  /** Why the session was ended from elsewhere; null while it lives. */
  readonly endedReason: string | null
  /** "Keep me logged in": ends at `expiresAt` alone, not by idleness. */
  readonly isKept?: boolean
}

/** Where sessions live; the identity room implements it. */
export interface SessionSource {
  find(tokenHash: string): Promise<Session | undefined>
  touch(session: Session, at: Date): Promise<void>
}

const channel = 'kaopei_session'
const listeningMs = 30_000
const deafMs = 2_000
const capacity = 50_000
const patienceMs = 500
/** Heard by reads under way when listening begins or ends: nobody knows what was missed. */
const anything = '*'

/**
 * Keeps sessions in memory for a short while. Whoever ends a session or changes rights notifies the channel `kaopei_session` with
 * `session:<id>`, `staff:<id>` or `company:<id>` in the same transaction; every server process then forgets at commit. While the
 * notification connection is down entries live two seconds, so a revocation is never older than that.
 */
export class SessionCache {
  readonly #source: SessionSource
  readonly #entries = new Map<string, { session: Session; readAt: number }>()
  /** What each read under way has heard meanwhile: its answer may be older than the news. */
  readonly #reading = new Set<string[]>()
  #isListening = false
  #client: pg.Client | undefined
  #hearing: Promise<'heard' | 'lost'> | undefined
  #hearingNext: Promise<'heard' | 'lost'> | undefined
  /** Gives the connection up and opens another. */
  #hearAgain: (() => void) | undefined
  #isClosed = false

  constructor(source: SessionSource) {
    this.#source = source
  }

  async find(tokenHash: string, nowMs: number): Promise<Session | undefined> {
    const known = this.#entries.get(tokenHash)
    // A negative age: the clock was set back. Nobody knows then how old it is.
    const ageMs = known ? nowMs - known.readAt : Number.NaN
    if (known && ageMs >= 0 && ageMs < (this.#isListening ? listeningMs : deafMs)) return known.session
    const heard: string[] = []
    this.#reading.add(heard)
    const session = await this.#source.find(tokenHash).finally(() => this.#reading.delete(heard))
    if (!session || heard.some((message) => isAbout(message, session))) {
      this.#entries.delete(tokenHash)
      return session
    }
    if (known && known.session.lastOperationAt > session.lastOperationAt) session.lastOperationAt = known.session.lastOperationAt
    if (this.#entries.size >= capacity) this.#entries.clear()
    this.#entries.set(tokenHash, { session, readAt: nowMs })
    return session
  }

  /** Remembers the person's last input; written down at most once a minute. */
  async touch(session: Session, at: Date): Promise<void> {
    const isWorthWriting = at.getTime() - session.lastOperationAt.getTime() > 60_000
    if (at <= session.lastOperationAt) return
    if (!isWorthWriting) return
    session.lastOperationAt = at
    await this.#source.touch(session, at)
  }

  forget(message: string): void {
    for (const heard of this.#reading) heard.push(message)
    for (const [hash, { session }] of this.#entries) if (isAbout(message, session)) this.#entries.delete(hash)
  }

  #forgetAll(): void {
    for (const heard of this.#reading) heard.push(anything)
    this.#entries.clear()
  }

  /**
   * After a commit of this process: its news is here when this ends, so whoever is told of the change meets it at the very next call. News comes in
   * the order of commits and before the answer to a later query of the same connection.
   */
  async catchUp(): Promise<void> {
    if (!this.#isListening || !this.#client) return this.#forgetAll()
    const { promise: lateness, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => resolve('late'), patienceMs)
    const answer = await Promise.race([this.#hear(this.#client), lateness])
    clearTimeout(timer)
    // Then there is news that nobody has heard yet, perhaps never will.
    if (answer === 'late' || answer === 'lost') this.#forgetAll()
    if (answer === 'late') this.#hearAgain?.()
  }

  /** One query at a time. Whoever comes while one is under way shares the next: the one before may have passed their commit. */
  #hear(client: pg.Client): Promise<'heard' | 'lost'> {
    const underWay = this.#hearing
    if (underWay !== undefined) {
      this.#hearingNext ??= underWay.then(() => {
        this.#hearingNext = undefined
        return this.#client ? this.#hear(this.#client) : 'lost'
      })
      return this.#hearingNext
    }
    const hearing = client
      .query('select')
      .then(
        () => 'heard' as const,
        () => 'lost' as const,
      )
      .finally(() => {
        if (this.#hearing === hearing) this.#hearing = undefined
      })
    this.#hearing = hearing
    return hearing
  }

  async listen(connect: () => pg.Client, log: Logger): Promise<void> {
    if (this.#isClosed) return
    const client = connect()
    const retry = () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#hearing = undefined
      this.#hearingNext = undefined
      this.#isListening = false
      this.#forgetAll()
      void client.end().catch(() => undefined)
      if (!this.#isClosed) setTimeout(() => void this.listen(connect, log), 500).unref()
    }
    this.#client = client
    this.#hearAgain = retry
    client.on('error', retry)
    client.on('end', retry)
    client.on('notification', (notice) => this.forget(notice.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      if (this.#client !== client) return
      this.#forgetAll()
      this.#isListening = true
    } catch (error) {
      log.warn({ err: error }, 'session notifications are unavailable, trying again')
      retry()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isListening = false
    await this.#client?.end().catch(() => undefined)
  }
}

function isAbout(message: string, { actor }: Session): boolean {
  if (message === anything) return true
  const { sessionId, staffId, companyId, impersonatorId } = actor
  const [kind, wanted = ''] = message.split(':')
  switch (kind) {
    case 'session':
      return sessionId === wanted
    case 'staff':
      return [staffId, impersonatorId].includes(wanted)
    default:
      return companyId === wanted
  }
}
