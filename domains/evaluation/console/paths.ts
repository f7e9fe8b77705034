const base = '/application/testCenter'

export const libraryPath = `${base}/evaluationLibrary`
export const scalePath = (id: string) => `${base}/evaluationLibraryDetail?id=${id}`
export const assessmentPath = `${base}/assessment`
export const assessmentDetailPath = (id: string) => `${base}/assessmentDetails?id=${id}`
export const resultsPath = `${base}/testResult`
export const resultPath = (id: string) => `${base}/evaluationResult?evaluationResultId=${id}`
export const statisticsPath = (scaleId: string) => `${base}/evaluationLibraryResult?scaleId=${scaleId}`
export const analysisPath = (appointmentId: string) => `${base}/evaluationReport?appointmentId=${appointmentId}`
