/** The phone as second camera: films while the exam is sat, keeps what cannot be sent, and comes back by itself. It knows one key, and nothing of anybody. */
import type { OutputOf } from '@kaopei/contract'
import { assemblyInfo, call, createStore, isApiError, serverNow } from '@kaopei/web/client'
import { type CameraDuty, secondCamera, secondCameraErrors } from '../../contract/second-camera.ts'
import { FilmRecorder, isBrief } from '../capture/film.ts'
import { filmRhythm, paceOf } from '../capture/pace.ts'
import { openPost, type Post } from '../capture/post.ts'
import { nameOfDevice } from '../device-name.ts'

type Plan = OutputOf<typeof secondCamera.plan>
export type Facing = 'environment' | 'user'

export interface PhoneView {
  readonly stage: 'opening' | 'refused' | CameraDuty
  /** Why it does not go on. */
  readonly problem: string | null
  readonly digits: string
  readonly examName: string
  readonly track: MediaStreamTrack | null
  readonly cameraProblem: string | null
  readonly facing: Facing
  readonly isOffline: boolean
  readonly isAwake: boolean
  readonly waiting: number
  readonly sent: number
}

const first: PhoneView = {
  ...{ stage: 'opening', problem: null, digits: '', examName: '', track: null, cameraProblem: null, facing: 'environment' },
  ...{ isOffline: false, isAwake: false, waiting: 0, sent: 0 },
}
const keptUnder = 'kaopei.secondCamera'
const askEveryMs = { waiting: 3000, filming: 10_000 }

interface Kept {
  readonly token: string
  readonly digits: string
}

export class Phone {
  readonly view = createStore<PhoneView>(first)
  #key: Kept | undefined
  #plan: Plan | undefined
  #post: Post | undefined
  #recorder: FilmRecorder | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lock: WakeLockSentinel | undefined
  #isClosed = false

  /** `code` stands in the address that the computer shows; without one the phone goes on with the key that it has. */
  async open(code: string): Promise<void> {
    document.addEventListener('visibilitychange', this.#comeBack)
    try {
      await assemblyInfo()
      this.#key = code === '' ? readKey() : await redeem(code)
    } catch (error) {
      return this.#refuse(isApiError(error) && error.message ? error.message : '连接失败，请检查网络后重新扫码')
    }
    if (!this.#key) return this.#refuse('请用手机扫描电脑上显示的二维码')
    keepKey(this.#key)
    this.#set({ digits: this.#key.digits })
    this.#post = await openPost()
    this.#post.subscribe(() => this.#count())
    await this.#openCamera()
    void this.#stayAwake()
    await this.#ask()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#comeBack)
    void this.#recorder?.stop()
    this.view.get().track?.stop()
    void this.#lock?.release()
  }

  async turn(): Promise<void> {
    this.#set({ facing: this.view.get().facing === 'user' ? 'environment' : 'user' })
    await this.#openCamera()
  }

  retryCamera(): Promise<void> {
    return this.#openCamera()
  }

  async #openCamera(): Promise<void> {
    this.view.get().track?.stop()
    try {
      const video = { facingMode: { ideal: this.view.get().facing }, width: { ideal: 640 }, frameRate: { ideal: 5, max: 15 } }
      const media = await navigator.mediaDevices.getUserMedia({ video, audio: false })
      const [track] = media.getVideoTracks()
      if (!track) throw new Error('no track')
      track.addEventListener('ended', () => this.view.get().track === track && void this.#openCamera())
      this.#set({ track, cameraProblem: null })
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      this.#set({
        track: null,
        cameraProblem: isDenied ? '请在浏览器设置中允许使用摄像头' : '摄像头未能开启，请关闭其他使用摄像头的程序',
      })
    }
    this.#follow()
  }

  /** A phone that was asleep has lost its lock, and often its camera. */
  readonly #comeBack = () => {
    if (document.visibilityState !== 'visible' || this.#isClosed || this.view.get().stage === 'over') return
    if (this.view.get().track?.readyState !== 'live' && this.#key) void this.#openCamera()
    void this.#stayAwake()
    clearTimeout(this.#timer)
    if (this.#key) void this.#ask()
  }

  async #stayAwake(): Promise<void> {
    try {
      this.#lock = await navigator.wakeLock.request('screen')
      this.#lock.addEventListener('release', () => this.#set({ isAwake: false }))
      this.#set({ isAwake: true })
    } catch {
      this.#set({ isAwake: false })
    }
  }

  async #ask(): Promise<void> {
    if (!this.#key || this.#isClosed) return
    try {
      const facts = {
        battery: await batteryPercent(),
        waiting: this.#post?.waiting ?? 0,
        isFilming: this.#recorder !== undefined,
      }
      this.#take(await call(secondCamera.plan, { token: this.#key.token, ...facts }, { silent: true, timeoutMs: 10_000 }))
    } catch (error) {
      if (isApiError(error) && error.code === secondCameraErrors.over.code) return this.#end()
      this.#set({ isOffline: true })
    }
    const { stage } = this.view.get()
    if (stage === 'over' || this.#isClosed) return
    this.#timer = setTimeout(() => void this.#ask(), stage === 'filming' ? askEveryMs.filming : askEveryMs.waiting)
  }

  #take(plan: Plan): void {
    const isNew = plan.attemptId !== this.#plan?.attemptId || plan.pieceAddress !== this.#plan?.pieceAddress
    this.#plan = plan
    this.#set({ stage: plan.duty, examName: plan.examName, isOffline: false })
    if (plan.attemptId !== null && plan.pieceAddress !== null && isNew)
      void this.#post?.begin(plan.attemptId, { ...plan, pieceAddress: plan.pieceAddress }).then(() => this.#follow())
    else {
      this.#post?.takeLoad(plan.load)
      this.#follow()
    }
    if (plan.duty === 'over') this.#end()
  }

  /** Films what the plan wants, with the track that there is; another track is another recorder. */
  #follow(): void {
    const { track } = this.view.get()
    const [stream] = this.#plan?.streams ?? []
    const isWanted = this.#plan?.duty === 'filming' && stream !== undefined && track?.readyState === 'live' && !this.#isClosed
    if (this.#recorder && (!isWanted || this.#recorder.track !== track)) {
      void this.#recorder.stop()
      this.#recorder = undefined
    }
    if (!isWanted || this.#recorder || !this.#plan?.attemptId) return
    const { attemptId } = this.#plan
    const { source, kind, everySeconds, kilobitsPerSecond, maxWidth, framesPerSecond } = stream
    const size = { width: { max: maxWidth }, frameRate: { max: framesPerSecond } }
    void track.applyConstraints(size).catch(() => undefined) // one that cannot be made smaller is bounded by the bit rate
    this.#recorder = new FilmRecorder(track, {
      rhythm: () => filmRhythm(everySeconds, this.#post?.standingOf(attemptId).load ?? 0),
      now: serverNow,
      bitsPerSecond: () => kilobitsPerSecond * 1000 * paceOf(this.#post?.standingOf(attemptId).load ?? 0).share,
      took: ({ bytes, isEmpty, ...span }) => {
        if (isEmpty && isBrief(span)) return
        const piece = { attemptId, source, kind, ...span, sizeBytes: bytes.byteLength, hasThumb: false }
        void this.#post?.keep(piece, { bytes, thumb: null })
      },
      failed: () => this.#set({ cameraProblem: '此浏览器不能录像，请更换手机浏览器' }),
    })
    this.#recorder.start()
  }

  #count(): void {
    const attemptId = this.#plan?.attemptId
    if (!attemptId || !this.#post) return
    this.#recorder?.follow()
    const { sent, waiting } = this.#post.standingOf(attemptId)
    this.#set({ sent, waiting })
  }

  /** What is left goes on being sent while the page is open; the camera goes off. */
  #end(): void {
    void this.#recorder?.stop()
    this.#recorder = undefined
    this.view.get().track?.stop()
    void this.#lock?.release()
    forgetKey()
    this.#set({ stage: 'over', track: null })
  }

  #refuse(problem: string): void {
    this.#set({ stage: 'refused', problem })
  }

  #set(change: Partial<PhoneView>): void {
    this.view.set({ ...this.view.get(), ...change })
  }
}

async function redeem(code: string): Promise<Kept> {
  const { token, digits } = await call(
    secondCamera.redeem,
    { code, device: nameOfDevice(navigator.userAgent).slice(0, 100) },
    { silent: true },
  )
  return { token, digits }
}

/** Only some browsers tell. */
async function batteryPercent(): Promise<number | null> {
  if (!('getBattery' in navigator) || typeof navigator.getBattery !== 'function') return null
  const battery: unknown = await navigator.getBattery().catch(() => undefined)
  const level = typeof battery === 'object' && battery !== null && 'level' in battery ? battery.level : undefined
  return typeof level === 'number' ? Math.round(level * 100) : null
}

function readKey(): Kept | undefined {
  try {
    const [token = '', digits = ''] = (localStorage.getItem(keptUnder) ?? '').split(' ')
    return token === '' ? undefined : { token, digits }
  } catch {
    return undefined
  }
}

function keepKey({ token, digits }: Kept): void {
  try {
    localStorage.setItem(keptUnder, `${token} ${digits}`)
  } catch {
    // a reload then needs another code
  }
}

function forgetKey(): void {
  try {
    localStorage.removeItem(keptUnder)
  } catch {
    // it opens nothing any more
  }
}
