import type { Db } from '@kaopei/server'

// Exams ask candidates for something of their own. Their room stands above this one and says here which there are.

export type ExamExists = (db: Db, examId: string) => Promise<boolean>

export let examExists: ExamExists = async () => false

export function askForExams(exists: ExamExists): void {
  examExists = exists
}
