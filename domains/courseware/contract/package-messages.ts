/**
 * What the frame of a package and the page around it say to each other by postMessage. The frame is on the origin of contents, and whatever the package
 * does happens there: the page takes nothing for true but what these shapes allow, and only from the frame that it opened, on the origin of its address.
 *
 * The course of it: frame `ready` → page `start` (what is kept of this person) → frame `commit` again and again, each answered by `saved` with the same
 * `seq` → frame `commit` with `isFinished` when the package ends, the page turns or closes. Who saves does so at every commit: the last one may never come.
 */
import { recordOf } from '@kaopei/contract'
import { z } from 'zod'

/** The standards allow 4,096 (1.2) and 64,000 (2004) characters; many packages of 1.2 write more, so both may. */
export const longestSuspendData = 64_000
/** A keepalive call carries at most 64 KiB; of a longer one the suspend data is left to the calls before. */
export const keepaliveBytes = 60 * 1024

/** What is kept of a part, as the room of courses has it in `course.scorm_state`. */
export const packageState = z.object({
  status: z.enum(['not attempted', 'unknown', 'incomplete', 'browsed', 'completed', 'passed', 'failed']),
  success: z.enum(['unknown', 'passed', 'failed']),
  /** 0 to 10,000; null where the package gave none. */
  scoreHundredths: z.int().min(0).max(10_000).nullable(),
  progressPercent: z.int().min(0).max(100).nullable(),
  location: z.string().max(1000),
  suspendData: z.string().max(longestSuspendData),
  /** How the session ended, by the package: suspend lets the next one go on. */
  exit: z.enum(['', 'suspend', 'logout', 'normal', 'time-out']),
  /** Everything else that the package set, flat: `interactions.0.id` → text. Kept and given back, never believed. */
  data: recordOf(z.string().max(200), z.string().max(4000), 2000),
})
export type PackageState = z.output<typeof packageState>

const mark = { kaopei: z.literal('package') }

/** From the frame. */
export const frameMessage = z.discriminatedUnion('kind', [
  z.object({ ...mark, kind: z.literal('ready') }),
  z.object({
    ...mark,
    kind: z.literal('commit'),
    /** Counts up within the frame: an older one that comes late changes nothing. */
    seq: z.int().min(1),
    state: packageState,
    /** Of this session so far, as the package says; wall time is the page's own. */
    sessionSeconds: z.int().min(0).max(1_000_000),
    /** The package ended, or the page goes away: nothing follows. */
    isFinished: z.boolean(),
  }),
  /** The package could not be opened. */
  z.object({ ...mark, kind: z.literal('failed'), text: z.string().max(500) }),
])
export type FrameMessage = z.output<typeof frameMessage>

/** To the frame. */
export type PageMessage =
  | {
      readonly kaopei: 'package'
      readonly kind: 'start'
      readonly learner: { readonly id: string; readonly name: string }
      /** Null: never opened. Totals are the server's, not the package's. */
      readonly state: (PackageState & { readonly totalSeconds: number }) | null
      /** Nothing is kept: the preview of an author. */
      readonly isPreview: boolean
    }
  | { readonly kaopei: 'package'; readonly kind: 'saved'; readonly seq: number }
  /** The page is about to leave: the frame answers with its last commit. */
  | { readonly kaopei: 'package'; readonly kind: 'close' }

/** What the frame around a package may do: without allow-modals packages lose their bookmark, for `confirm` answers no. */
export const packageSandbox = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups'

/**
 * The page of the product that holds the frame: it alone may show the origin of contents. Whoever shows a package frames this, of the same origin as itself,
 * and speaks with it as if it were the package's frame; it hands everything on, both ways.
 */
export const packagePlayerPath = '/package-player'

/** The address of a part's player; `frameUrl` is that of the call's answer. */
export function packagePlayerUrl(frameUrl: string, part: number): string {
  return `${packagePlayerPath}?frame=${encodeURIComponent(`${frameUrl}${part}`)}`
}
