import { type FrameMessage, keepaliveBytes } from '@kaopei/courseware/contract/package-messages'
import { call, createStore, protocolHeaders, session } from '@kaopei/web/client'
import { learnPackage, type PackageStanding } from '../../contract/package.ts'
import { type CommitInput, dropCommit, isRefused, type Keeper, keepCommit } from './package-kept.ts'

export type Commit = Extract<FrameMessage, { kind: 'commit' }>

export interface Player {
  readonly course: string
  readonly task: string
  readonly part: number
  readonly session: string
}

export interface Saving {
  readonly state: 'idle' | 'saving' | 'saved' | 'unsent' | 'refused'
  /** Why the server takes no more of this player. */
  readonly refusal?: string
}

const retryMs = 5000
const timeoutMs = 12_000

/**
 * Sends what a part commits, the newest alone, one call at a time, again until it is answered. 已保存 is the server's answer, nothing else.
 */
export class PackageSaver {
  readonly saving = createStore<Saving>({ state: 'idle' })
  readonly #player: Player
  readonly #keeper: Keeper
  readonly #onSaved: (standing: PackageStanding, commit: Commit) => void
  #seq = 0
  #waiting: Commit | undefined
  #last: Commit | undefined
  #sending: Promise<void> | undefined
  #isEnded = false

  /** `staffId`: whose part it is. */
  constructor(player: Player, staffId: string, onSaved: (standing: PackageStanding, commit: Commit) => void) {
    this.#player = player
    this.#keeper = { staffId, place: player }
    this.#onSaved = onSaved
  }

  commit(commit: Commit): void {
    if (this.saving.get().state === 'refused') return
    this.#waiting = commit
    this.#last = commit
    // Nobody may be left to send it a moment later.
    if (document.visibilityState === 'hidden') this.sendLast()
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  /** Everything is saved, or this moment has passed. */
  async settled(mostMs: number): Promise<void> {
    await Promise.race([this.#sending, new Promise((resolve) => setTimeout(resolve, mostMs))])
  }

  /**
   * Of a page that goes away: what is unsaved, in a call that outlives it. What is too long for that is kept on the device and saved when the part is
   * opened next, and so is what nobody could send in the name of who is signed in by now. The usual call follows if the page stays.
   */
  sendLast(): void {
    const commit = this.#waiting
    if (!commit) return
    if (!this.#isTheirs()) {
      keepCommit(this.#keeper, this.#inputOf(commit))
      return
    }
    const url = learnPackage.commitPackage.facts.path
    const whole = JSON.stringify(this.#inputOf(commit))
    const isLong = new TextEncoder().encode(whole).length > keepaliveBytes
    const short = { ...commit, state: { ...commit.state, suspendData: '', data: {} } }
    const text = isLong ? JSON.stringify({ ...this.#inputOf(short), isShort: true }) : whole
    // Newer than the short one.
    if (isLong) keepCommit(this.#keeper, this.#inputOf(commit))
    const body: unknown = JSON.parse(text)
    const headers = {
      'content-type': 'application/json',
      ...protocolHeaders({ method: 'POST', url, body }, learnPackage.commitPackage),
    }
    void fetch(url, { method: 'POST', headers, body: text, keepalive: true, credentials: 'omit' }).catch(() => undefined)
  }

  /**
   * The part is left: what could not be sent until now is not tried again. A frame that was taken away before it could say so has finished with
   * what it said last.
   */
  end(): void {
    const last = this.#last
    if (last && !last.isFinished && !this.#isEnded && this.saving.get().state !== 'refused')
      this.#waiting = { ...last, isFinished: true }
    this.sendLast()
    this.#waiting = undefined
    this.#isEnded = true
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting && !this.#isEnded) {
      const commit = this.#waiting
      this.saving.set({ state: 'saving' })
      const outcome = await this.#send(commit)
      if (outcome !== 'unsent' && this.#waiting === commit) this.#waiting = undefined
      if (outcome === 'unsent' && !this.#isEnded) await new Promise((resolve) => setTimeout(resolve, retryMs))
      if (outcome === 'refused') return
    }
  }

  readonly #isTheirs = () => session.get()?.staffId === this.#keeper.staffId

  async #send(commit: Commit): Promise<'saved' | 'unsent' | 'refused'> {
    if (!this.#isTheirs()) {
      this.saving.set({ state: 'unsent' })
      return 'unsent'
    }
    try {
      const standing = await call(learnPackage.commitPackage, this.#inputOf(commit), { silent: true, timeoutMs })
      dropCommit(this.#keeper)
      this.saving.set({ state: 'saved' })
      this.#onSaved(standing, commit)
      return 'saved'
    } catch (error) {
      this.saving.set(isRefused(error) ? { state: 'refused', refusal: error.message } : { state: 'unsent' })
      return isRefused(error) ? 'refused' : 'unsent'
    }
  }

  /** Each call has a number of its own: whichever comes last is the newest, also when a short one went between. */
  #inputOf({ state, sessionSeconds, isFinished }: Commit): CommitInput {
    this.#seq += 1
    return { ...this.#player, seq: this.#seq, state, sessionSeconds, isFinished }
  }
}
