/** A report for a post as it was issued. It never changes: screens, lists, exports and PDFs are made of it. Reports of scales stand with their own results. */
import { id } from '@kaopei/contract'
import { z } from 'zod'
import { partState, postVerdicts } from './post-codes.ts'

const band = z.object({ label: z.string(), text: z.string() }).nullable()

/** What a part came to. `share` is the score by the total, 0..1. */
const examFigures = z.object({
  attemptId: id,
  scoreHundredths: z.int(),
  maxHundredths: z.int(),
  share: z.number(),
  isPassed: z.boolean(),
  at: z.string(),
  /** Everybody of this assessment whose result was out: the figure is compared with them from five people on. */
  n: z.int(),
  meanShare: z.number().nullable(),
})

const part = z.object({
  state: partState.schema,
  /** The exam, or the scale. */
  name: z.string(),
  /** Of an exam that was sat; null otherwise. */
  exam: examFigures.nullable(),
  band,
})
export type ReportPart = z.output<typeof part>

const fit = z.object({
  modelNumber: z.int(),
  /** 0..1; null: nothing is measured. */
  fit: z.number().nullable(),
  share: z.number(),
  cautious: z.number(),
  verdict: z.enum(postVerdicts),
  band,
  skills: z.array(
    z.object({
      skillId: id,
      name: z.string(),
      requiredLevel: z.int(),
      weight: z.int(),
      isKey: z.boolean(),
      level: z.int().nullable(),
      /** Null: nothing was ever measured; otherwise what the level stands on (evidenceClass) and from when. */
      class: z.int().nullable(),
      at: z.string().nullable(),
      isBelow: z.boolean(),
    }),
  ),
})
export type ReportFit = z.output<typeof fit>

export const postReport = z.object({
  assessmentName: z.string(),
  purpose: z.string(),
  postName: z.string(),
  personName: z.string(),
  departmentName: z.string().nullable(),
  textsNumber: z.int(),
  /** Null: the assessment had no such part. */
  knowledge: part.nullable(),
  skill: part.nullable(),
  personality: part.nullable(),
  /** Null: the post had no model. */
  fit: fit.nullable(),
})
export type PostReport = z.output<typeof postReport>

/** From so many people on figures of others stand beside somebody's own. */
export const leastCompared = 5
