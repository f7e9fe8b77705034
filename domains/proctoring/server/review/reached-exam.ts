import { type ExamRow, findAnyExam, type Reach, reachesExam } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'

/** An exam that the caller may hear of at all; of its people they see whom they reach. */
export async function findReachedExam(db: Db, reach: Reach, examId: string): Promise<ExamRow | undefined> {
  const exam = await findAnyExam(db, examId)
  return exam && (await reachesExam(db, reach, examId)) ? exam : undefined
}
