import { listPath } from '../review/paths.ts'

export const casesPath = (examId: string) => `${listPath}-verdicts?examinationId=${examId}`
export const casePath = (resultId: string) => `${listPath}-verdict?examinationResultId=${resultId}`
export const replayPath = (resultId: string) => `${listPath}-replay?examinationResultId=${resultId}`
export const checksPath = `${listPath}-checks`
