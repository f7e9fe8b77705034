/** Writes by hand, in batches that are committed with what they did: a notice that was cut off goes on where it was. */
import { type Db, databaseNow, dataScopeShape, job, type Services } from '@kaopei/server'
import { z } from 'zod'
import { findProject } from '../projects/project.sql.ts'
import { selectJudged } from './judge.sql.ts'
import { lockNotice, updateNotice } from './notice.sql.ts'
import { reachOf, writeTo } from './write.ts'

const batchSize = 100

const payload = z.object({
  noticeId: z.string(),
  projectId: z.string(),
  staffIds: z.array(z.string()).optional(),
  onlyOwing: z.boolean(),
  scope: dataScopeShape,
})

export const notifyJob = job({
  name: 'training.notify',
  lane: 'notice',
  payload,
  run: async (wish, { transaction, isStopping, services }) => {
    let isOver = false
    do {
      if (isStopping()) throw new Error('the worker is stopping; the notice goes on elsewhere')
      isOver = await transaction((db) => writeBatch(db, services, wish))
    } while (!isOver)
  },
})

/** Answers whether it was the last. */
async function writeBatch(db: Db, services: Services, { noticeId, ...whom }: z.output<typeof payload>): Promise<boolean> {
  const notice = await lockNotice(db, noticeId)
  const project = await findProject(db, whom.projectId)
  if (!notice || notice.isOver || !project) return true
  const now = databaseNow()
  const reach = await reachOf(db, services, 'projectNotice')
  const people = await selectJudged(db, { ...whom, reach }, { after: notice.judgedTo, limit: batchSize })
  const { title, content } = notice
  const once = { onceKeyOf: () => `hand:${noticeId}` }
  const counts = await writeTo(db, services, people, { ...once, key: 'projectNotice', noticeId, project, title, content, now })
  const isOver = people.length < batchSize
  await updateNotice(db, noticeId, { counts, judgedTo: people.at(-1)?.staffId ?? null, endedAt: isOver ? now : null })
  return isOver
}
