/** Addresses of the room's screens. */
export const stepPaths = [
  '/createProcess/createStepOne',
  '/createProcess/createStepTwo',
  '/createProcess/createStepThree',
  '/createProcess/createStepFour',
] as const

export type WizardStep = 0 | 1 | 2 | 3

export function stepPath(step: WizardStep, examId?: string): string {
  return examId === undefined ? stepPaths[step] : `${stepPaths[step]}?id=${examId}`
}

export const listPath = '/application/ote/examManage'

export function detailPath(examId: string, tab?: string): string {
  return `/application/ote/examManageDetail?id=${examId}${tab ? `&tab=${tab}` : ''}`
}

export const noticesPath = '/application/ote/candidatesNotice'

export const noticePath = (examId: string): string => `/examinationNotice?id=${examId}`

export function userPath(examId: string, staffId: string): string {
  return `/application/ote/userDetail?examId=${examId}&staffId=${staffId}`
}

export const reportPath = '/application/ote/examReport'

export function analysisPath(examId: string, tab?: string): string {
  return `/application/ote/examAnalysis?id=${examId}${tab ? `&tab=${tab}` : ''}`
}

/** Opened in a new tab; type 1 is an exam. */
export function previewPath(examId: string): string {
  return `/examPaperPreview?examid=${examId}&type=1`
}
