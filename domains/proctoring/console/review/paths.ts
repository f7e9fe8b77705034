export const listPath = '/application/ote/markCheating'
export const peoplePath = (examId: string) => `${listPath}?examinationId=${examId}`
export const recordPath = (resultId: string) => `${listPath}-screenRecord?examinationResultId=${resultId}`
export const shotsPath = (type: number, resultId: string) =>
  `${listPath}-shotsList?abnormalType=${type}&examinationResultId=${resultId}`
/** Instants of recordings are told to the second. */
export const clockPattern = 'YYYY-MM-DD HH:mm:ss'
