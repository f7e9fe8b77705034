import { frameMessage, type PageMessage, packagePlayerUrl } from '@kaopei/courseware/contract/package-messages'
import { call } from '@kaopei/web/client'
import { learnPackage, type PackageStanding } from '../../contract/package.ts'
import { saveKept } from './package-kept.ts'
import { PackageSaver, type Saving } from './package-saver.ts'

type Start = Extract<PageMessage, { kind: 'start' }>

export interface RunWish {
  readonly course: string
  readonly task: string
  readonly part: number
  readonly frameUrl: string
  readonly learner: Start['learner']
  readonly onStanding: (standing: PackageStanding) => void
  readonly onSaving: (saving: Saving) => void
  readonly onFailed: (text: string) => void
}

const lastCommitMs = 3000

/** A part that runs: the frame, what is said with it, and the saving of what it commits. Only the frame that was made here is heard, on our own origin. */
export class PackageRun {
  readonly #wish: RunWish
  readonly #frame = document.createElement('iframe')
  readonly #opened: Promise<{ readonly saver: PackageSaver; readonly start: Start } | undefined>
  #saver: PackageSaver | undefined
  #hasFinished: (() => void) | undefined

  constructor(place: HTMLElement, wish: RunWish) {
    this.#wish = wish
    this.#opened = this.#open()
    window.addEventListener('message', this.#hear)
    window.addEventListener('pagehide', this.#leave)
    this.#frame.title = '标准课件'
    this.#frame.allow = 'fullscreen; autoplay'
    this.#frame.src = packagePlayerUrl(wish.frameUrl, wish.part)
    place.append(this.#frame)
  }

  /** The frame tells its last state, which is saved; it is taken away afterwards, or when that takes too long. */
  async close(): Promise<void> {
    outlive(this.#frame)
    const last = new Promise<void>((resolve) => {
      this.#hasFinished = resolve
    })
    this.#say({ kaopei: 'package', kind: 'close' })
    // A page that turns takes the frame away with itself where it could not be taken out of it: then nobody answers.
    await new Promise((resolve) => setTimeout(resolve))
    if (this.#saver && this.#frame.isConnected) {
      await Promise.race([last, new Promise((resolve) => setTimeout(resolve, lastCommitMs))])
      await this.#saver.settled(lastCommitMs)
    }
    this.#saver?.end()
    window.removeEventListener('message', this.#hear)
    window.removeEventListener('pagehide', this.#leave)
    this.#frame.remove()
  }

  async #open() {
    const { course, task, part, learner, onStanding, onSaving, onFailed } = this.#wish
    try {
      await saveKept({ staffId: learner.id, place: { course, task, part } })
      const { session, state, ...standing } = await call(learnPackage.openPackage, { course, task, part }, { silent: true })
      onStanding(standing)
      const saver = new PackageSaver({ course, task, part, session }, learner.id, (saved, { seq }) => {
        this.#say({ kaopei: 'package', kind: 'saved', seq })
        onStanding(saved)
      })
      saver.saving.subscribe(() => onSaving(saver.saving.get()))
      this.#saver = saver
      const kept = state && { ...state, totalSeconds: standing.totalSeconds }
      return { saver, start: { kaopei: 'package', kind: 'start', learner, state: kept, isPreview: false } as const }
    } catch (error) {
      onFailed(error instanceof Error ? error.message : '标准课件打开失败，请刷新后重试')
      return undefined
    }
  }

  readonly #leave = () => this.#saver?.sendLast()

  readonly #hear = ({ data, origin, source }: MessageEvent) => {
    if (origin !== window.location.origin || source === null || source !== this.#frame.contentWindow) return
    const message = frameMessage.safeParse(data).data
    if (message?.kind === 'ready') void this.#opened.then((opened) => opened && this.#say(opened.start))
    if (message?.kind === 'failed') this.#wish.onFailed(message.text)
    if (message?.kind !== 'commit') return
    this.#saver?.commit(message)
    if (message.isFinished) this.#hasFinished?.()
  }

  #say(message: PageMessage): void {
    this.#frame.contentWindow?.postMessage(message, window.location.origin)
  }
}

/** Where the browser can, the frame is taken out of a page that is left without being loaded anew, so that its last state still comes. */
function outlive(frame: HTMLIFrameElement): void {
  const { body } = document
  if (!('moveBefore' in body) || typeof body.moveBefore !== 'function' || !frame.isConnected) return
  frame.hidden = true
  body.moveBefore(frame, null)
}
