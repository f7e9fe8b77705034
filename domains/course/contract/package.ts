/** Packages (SCORM) as a learner works through them: a part is opened, and everything that it commits is kept. */
import { endpoint, id, protocolErrors } from '@kaopei/contract'
import { packageState } from '@kaopei/courseware/contract/package-messages'
import { z } from 'zod'
import { learnErrors } from './learn-errors.ts'
import { packageErrors } from './package-errors.ts'

const ofPart = z.object({ course: id, task: id, part: z.int().min(1).max(10_000) })

const standing = z.object({
  /** Numbers of the parts that were completed or passed. */
  partsDone: z.array(z.int()),
  /** Of the part, over all sessions. */
  totalSeconds: z.int(),
  /** Whole percent of the task. */
  percent: z.int(),
  isComplete: z.boolean(),
})
export type PackageStanding = z.output<typeof standing>

export const commitInput = ofPart.extend({
  /** Of the part's player, as `openPackage` named it. */
  session: id,
  /** Grows with each commit of the session: an older one that comes late changes nothing. */
  seq: z.int().min(1).max(100_000_000),
  state: packageState,
  sessionSeconds: z.int().min(0).max(1_000_000),
  isFinished: z.boolean(),
  /** Too long for a call of a page that goes away: suspend data and the rest stay as they were kept before. */
  isShort: z.boolean().default(false),
})
export type CommitInput = z.output<typeof commitInput>

export const learnPackage = {
  openPackage: endpoint({
    path: '/api/v1/course/learn/openPackage',
    summary: '打开标准课件的一节',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofPart,
    output: standing.extend({
      session: id,
      /** As it was left; null: never opened. */
      state: packageState.nullable(),
    }),
    errors: [
      protocolErrors.notFound,
      learnErrors.notEnrolled,
      learnErrors.gone,
      learnErrors.locked,
      learnErrors.licenceOver,
      learnErrors.noSeat,
      learnErrors.notThisKind,
      learnErrors.notOpened,
      packageErrors.noPart,
    ],
  }),
  commitPackage: endpoint({
    path: '/api/v1/course/learn/commitPackage',
    summary: '保存标准课件的学习记录',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    bodyLimit: 4 * 1024 * 1024,
    input: commitInput,
    output: standing,
    errors: [
      learnErrors.notOpened,
      learnErrors.gone,
      learnErrors.notEnrolled,
      learnErrors.licenceOver,
      learnErrors.noSeat,
      packageErrors.noPart,
      packageErrors.replaced,
    ],
  }),
}
