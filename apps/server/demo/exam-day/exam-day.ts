import { suspicion } from '@kaopei/proctoring/contract/suspicion/suspicion'
import type { DemoCompany } from '../company.ts'
import type { Stage } from '../stage.ts'
import { holdOnsiteExam } from './onsite.ts'
import { holdRemoteExam, sendFilms } from './remote.ts'
import { judge, sendPictures } from './review.ts'

const hour = 3_600_000

/** Recordings are taken until a day after the hand-in. */
const onsiteAgo = 20 * hour

/**
 * A supervised exam that is over, with everything that came of it, and one that goes on: hall, review, replay, suspicion map and lists have something to
 * show. Answers what is to be done last.
 */
export async function makeDemoExamDay(stage: Stage, company: DemoCompany, today: Date): Promise<() => Promise<void>> {
  const admin = stage.as(company.admin, true)
  const openAt = new Date(Math.floor((today.getTime() - onsiteAgo) / hour) * hour + hour)
  const onsite = await holdOnsiteExam(stage, company, openAt)
  await sendPictures(stage, onsite)
  stage.now = new Date(openAt.getTime() + 3 * hour)
  await stage.runJobs()
  await stage.runSweep('proctoring.night')
  await judge(stage, company, onsite)
  await admin.call(suspicion.compare, { examinationId: onsite.examId })
  const remote = await holdRemoteExam(stage, company, today)
  return () => sendFilms(stage, remote)
}
