/** Certificates for what was earned before a rule was there: a thousand people at a time, and a run after a kill goes on behind the last. */
import { courseCompletions } from '@kaopei/course/server'
import { peopleMeasured } from '@kaopei/evaluation/server'
import { trackedJob } from '@kaopei/jobs/server'
import { peopleWithResults } from '@kaopei/result/server'
import { type Db, databaseNow } from '@kaopei/server'
import { projectCompletions } from '@kaopei/training/server'
import { z } from 'zod'
import type { RuleKind } from '../../contract/codes.ts'
import { takeEarned } from '../news/follow.ts'
import { findRule } from './rule.sql.ts'

const payload = z.object({ ruleId: z.string(), ruleName: z.string() })
const checkpoint = z.object({ after: z.string().nullable(), done: z.number().int() })
const atOnce = 1000

type Pages = (db: Db, targetId: string, page: { after: string | null; limit: number }) => Promise<string[]>
const peopleOf: Readonly<Partial<Record<RuleKind, Pages>>> = {
  exam: peopleWithResults,
  course: courseCompletions,
  project: projectCompletions,
  evaluation: peopleMeasured,
}

export const canFill = (kind: RuleKind): boolean => peopleOf[kind] !== undefined

export const fillJob = trackedJob({
  kind: 'certificateFill',
  title: ({ ruleName }) => `补发证书：${ruleName}`,
  payload,
  run: async ({ ruleId }, tracked) => {
    let { after, done } = tracked.checkpoint === undefined ? { after: null, done: 0 } : checkpoint.parse(tracked.checkpoint)
    for (let isOver = false; !isOver; ) {
      if (tracked.isCancelled()) return
      const page = await tracked.transaction(async (db) => {
        const staffIds = await fillPage(db, ruleId, after)
        after = staffIds.at(-1) ?? after
        done += staffIds.length
        await tracked.keepCheckpoint(db, { after, done })
        return staffIds
      })
      tracked.progress(done)
      isOver = page.length < atOnce
    }
    await tracked.finish({ message: `已核对 ${done} 人` })
  },
})

async function fillPage(db: Db, ruleId: string, after: string | null): Promise<string[]> {
  const rule = await findRule(db, ruleId)
  const pages = rule && peopleOf[rule.kind]
  if (!rule?.targetId || !pages) return []
  const { targetId, kind } = rule
  const staffIds = await pages(db, targetId, { after, limit: atOnce })
  await takeEarned(
    db,
    kind,
    staffIds.map((staffId) => ({ targetId, staffId })),
    databaseNow(),
  )
  return staffIds
}
