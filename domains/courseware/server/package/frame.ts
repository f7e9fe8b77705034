// Runs in the frame of a package, on the origin of contents: served by content-app.ts with its types blanked out, so it imports types alone.
import type { PackageState, PageMessage } from '../../contract/package-messages.ts'
import type { FrameFacts } from './frame-page.ts'

/** What of scorm-again is used here. */
interface ScormApi {
  on(event: string, listener: () => void): void
  loadFromFlattenedJSON(values: Record<string, unknown>, element: string): void
  getFlattenedCMI(): Record<string, unknown>
  LMSFinish?(parameter: string): string
  Terminate?(parameter: string): string
  LMSCommit?(parameter: string): string
  Commit?(parameter: string): string
  isTerminated(): boolean
  isInitialized(): boolean
}
type ScormClass = new (settings: Record<string, unknown>) => ScormApi

type Values = Record<string, unknown>
type Start = Extract<PageMessage, { kind: 'start' }>

const facts: FrameFacts = JSON.parse(document.body.dataset.facts ?? '{}')
const is12 = facts.standard === '1.2'
const names = is12
  ? { class: 'Scorm12API', object: 'API', commit: 'LMSCommit', finish: 'LMSFinish', session: 'cmi.core.session_time' }
  : { class: 'Scorm2004API', object: 'API_1484_11', commit: 'Commit', finish: 'Terminate', session: 'cmi.session_time' }

let page: string | undefined
let api: ScormApi | undefined
let seq = 0
let hasFinished = false

window.addEventListener('message', (event: MessageEvent<PageMessage>) => {
  // Who frames this page is held by its frame-ancestors; whoever begins is spoken with to the end, and nobody else.
  if (event.source !== window.parent || event.data?.kaopei !== 'package') return
  if (page !== undefined && event.origin !== page) return
  if (event.data.kind === 'start' && api === undefined) {
    page = event.origin
    begin(event.data)
  }
  if (event.data.kind === 'close') finish()
})
window.parent.postMessage({ kaopei: 'package', kind: 'ready' }, '*')

function begin(start: Start): void {
  const Api = Reflect.get(window, names.class) as ScormClass | undefined // made by the script before this one
  if (!Api) {
    tell({ kaopei: 'package', kind: 'failed', text: '课件运行环境加载失败，请刷新后重试' })
    return
  }
  api = new Api({
    autocommit: true,
    // What is told while a tab closes reaches nobody: what a package set and never commits is on its way before.
    autocommitSeconds: 2,
    lmsCommitUrl: false,
    logLevel: 5,
    mastery_override: true,
    autoCompleteLessonStatus: true,
  })
  api.loadFromFlattenedJSON(is12 ? values12(start) : values2004(start), '')
  api.on(names.commit, () => commit(false))
  api.on(names.finish, () => finish())
  Reflect.set(window, names.object, api)
  const part = document.getElementById('part')
  if (part instanceof HTMLIFrameElement) part.src = facts.src
}

function values12({ learner, state, isPreview }: Start): Values {
  const { maxTimeAllowed = '', timeLimitAction = '' } = facts.runTime
  return {
    ...kept(state),
    'cmi.core.student_id': learner.id,
    'cmi.core.student_name': learner.name,
    'cmi.core.credit': isPreview ? 'no-credit' : 'credit',
    'cmi.core.lesson_mode': isPreview ? 'browse' : 'normal',
    'cmi.core.entry': entryOf(state),
    'cmi.core.lesson_status': state?.status === 'unknown' ? 'incomplete' : (state?.status ?? 'not attempted'),
    'cmi.core.lesson_location': state?.location ?? '',
    'cmi.core.total_time': clock(state?.totalSeconds ?? 0),
    ...(state?.scoreHundredths != null && { 'cmi.core.score.raw': String(state.scoreHundredths / 100) }),
    'cmi.suspend_data': state?.suspendData ?? '',
    'cmi.launch_data': facts.launchData,
    ...(facts.masteryScore !== null && { 'cmi.student_data.mastery_score': String(facts.masteryScore) }),
    ...(maxTimeAllowed !== '' && { 'cmi.student_data.max_time_allowed': maxTimeAllowed }),
    ...(timeLimitAction !== '' && { 'cmi.student_data.time_limit_action': timeLimitAction }),
  }
}

function values2004({ learner, state, isPreview }: Start): Values {
  const { completionThreshold = '' } = facts.runTime
  const status = state && ['completed', 'incomplete', 'not attempted'].includes(state.status) ? state.status : 'unknown'
  return {
    ...kept(state),
    'cmi.learner_id': learner.id,
    'cmi.learner_name': learner.name,
    'cmi.credit': isPreview ? 'no-credit' : 'credit',
    'cmi.mode': isPreview ? 'browse' : 'normal',
    'cmi.entry': entryOf(state),
    'cmi.completion_status': status,
    'cmi.success_status': state?.success ?? 'unknown',
    'cmi.location': state?.location ?? '',
    'cmi.total_time': `PT${state?.totalSeconds ?? 0}S`,
    ...(state?.scoreHundredths != null && { 'cmi.score.scaled': String(state.scoreHundredths / 10_000) }),
    ...(state?.progressPercent != null && { 'cmi.progress_measure': String(state.progressPercent / 100) }),
    'cmi.suspend_data': state?.suspendData ?? '',
    'cmi.launch_data': facts.launchData,
    ...(facts.masteryScore !== null && { 'cmi.scaled_passing_score': String(facts.masteryScore / 100) }),
    ...(completionThreshold !== '' && { 'cmi.completion_threshold': completionThreshold }),
  }
}

/** Only what was suspended is resumed. */
function entryOf(state: Start['state']): string {
  if (state === null) return 'ab-initio'
  return state.exit === 'suspend' ? 'resume' : ''
}

/** The rest of what the package had set; answers to questions of 1.2 are written, never read. */
function kept(state: Start['state']): Values {
  return Object.fromEntries(Object.entries(state?.data ?? {}).map(([key, value]) => [`cmi.${key}`, value]))
}

function commit(isFinished: boolean): void {
  if (!api || hasFinished) return
  hasFinished = isFinished
  const values = api.getFlattenedCMI()
  tell({
    kaopei: 'package',
    kind: 'commit',
    seq: ++seq,
    state: stateOf(values),
    sessionSeconds: sessionSeconds(values),
    isFinished,
  })
}

/** Once, whoever says so first: the package, the page, or the browser that goes away. */
function finish(): void {
  // A package that never began has nothing to tell: that the page closed while it loaded completes nothing.
  if (!api || hasFinished || (!api.isInitialized() && !api.isTerminated())) return
  if (!api.isTerminated()) {
    // Its own event comes back here.
    if (is12) api.LMSFinish?.('')
    else api.Terminate?.('')
  }
  commit(true)
}

window.addEventListener('pagehide', finish)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && api?.isInitialized()) commit(false)
})

function stateOf(values: Values): PackageState {
  const text = (key: string) => String(values[`cmi.${key}`] ?? '')
  const base = is12 ? 'core.' : ''
  const own = is12 ? state12(text) : state2004(text)
  return {
    ...own,
    location: text(is12 ? 'core.lesson_location' : 'location').slice(0, 1000),
    suspendData: text('suspend_data').slice(0, 64_000),
    exit: exitOf(text(`${base}exit`)),
    data: rest(values),
  }
}

type OwnState = Pick<PackageState, 'status' | 'success' | 'scoreHundredths' | 'progressPercent'>

function state12(text: (key: string) => string): OwnState {
  const status = text('core.lesson_status')
  const known = ['incomplete', 'browsed', 'completed', 'passed', 'failed'] as const
  return {
    status: known.find((one) => one === status) ?? 'not attempted',
    success: status === 'passed' || status === 'failed' ? status : 'unknown',
    scoreHundredths: hundredths(text('core.score.raw'), text('core.score.min'), text('core.score.max')),
    progressPercent: null,
  }
}

function state2004(text: (key: string) => string): OwnState {
  const status = text('completion_status')
  const known = ['incomplete', 'completed', 'not attempted'] as const
  const success = text('success_status')
  const scaled = numberOf(text('score.scaled'))
  const progress = numberOf(text('progress_measure'))
  return {
    status: known.find((one) => one === status) ?? 'unknown',
    success: success === 'passed' || success === 'failed' ? success : 'unknown',
    scoreHundredths:
      scaled === undefined
        ? hundredths(text('score.raw'), text('score.min'), text('score.max'))
        : within(scaled * 10_000, 10_000),
    progressPercent: progress === undefined ? null : within(progress * 100, 100),
  }
}

function hundredths(raw: string, min: string, max: string): number | null {
  const value = numberOf(raw)
  if (value === undefined) return null
  const low = numberOf(min) ?? 0
  const high = numberOf(max) ?? 100
  return high > low ? within(((value - low) / (high - low)) * 10_000, 10_000) : within(value * 100, 10_000)
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round(value)))
}

function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

function exitOf(text: string): PackageState['exit'] {
  const known = ['suspend', 'logout', 'normal', 'time-out'] as const
  return known.find((one) => one === text) ?? ''
}

/** Objectives, answers, preferences, comments: what is set and fits. */
function rest(values: Values): Record<string, string> {
  const shapes = /^cmi\.(objectives|interactions|student_preference|learner_preference|comments|comments_from_learner)\b/
  const entries = Object.entries(values).flatMap(([key, value]): [string, string][] => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    const isKept =
      shapes.test(key) &&
      text !== '' &&
      text.length <= 4000 &&
      key.length <= 200 &&
      !key.endsWith('_children') &&
      !key.endsWith('_count')
    return isKept ? [[key.slice('cmi.'.length), text]] : []
  })
  return Object.fromEntries(entries.slice(0, 2000))
}

/** `HHHH:MM:SS.SS` or `PT1H2M3S`. */
function sessionSeconds(values: Values): number {
  const value = String(values[names.session] ?? '')
  const [, hours, minutes, seconds] =
    /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(value) ?? /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(value) ?? []
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return within(sum, 1_000_000)
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`
}

function tell(message: unknown): void {
  if (page !== undefined) window.parent.postMessage(message, page)
}
