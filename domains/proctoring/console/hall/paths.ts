export const hallsPath = '/application/ote/examinationHall'
export const hallPath = (examId: string) => `${hallsPath}?examId=${examId}`
export const absencesPath = (attemptId: string) => `/switchScreenDetail?examinationResultId=${attemptId}`
