const base = '/application/testCenter'
export const withoutKnowledgePath = `${base}/noGeneralKnowedegReport`

export const libraryPath = `${base}/evaluationLibrary`
export const scalePath = (id: string) => `${base}/evaluationLibraryDetail?id=${id}`
export const assessmentPath = `${base}/assessment`
export const assessmentDetailPath = (id: string) => `${base}/assessmentDetails?id=${id}`
export const resultsPath = `${base}/testResult`
export const resultPath = (id: string) => `${base}/evaluationResult?evaluationResultId=${id}`
export const statisticsPath = (scaleId: string) => `${base}/evaluationLibraryResult?scaleId=${scaleId}`
export const analysisPath = (appointmentId: string) => `${base}/evaluationReport?appointmentId=${appointmentId}`
export const postTestsPath = `${base}/postReportTest`
export const postTestPath = (id: string) => `${base}/postReportTestDetails?id=${id}`
export const postReportsPath = `${base}/postReport`
/** The report of three dimensions, or the one without general knowledge. */
export const postReportPath = (postResultId: string, hasKnowledge: boolean) =>
  `${hasKnowledge ? `${base}/threeDimensionalReport` : withoutKnowledgePath}?postResultId=${postResultId}`
