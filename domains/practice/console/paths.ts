/** Addresses of the room's screens. The wizard is at the exam's address, told apart by its type. */
const stepPaths = [
  '/createProcess/createStepOne',
  '/createProcess/createStepTwo',
  '/createProcess/createStepThree',
  '/createProcess/createStepFour',
] as const

export type WizardStep = 0 | 1 | 2 | 3

export function stepPath(step: WizardStep, practiceId?: string): string {
  return `${stepPaths[step]}?type=2${practiceId === undefined ? '' : `&id=${practiceId}`}`
}

export const listPath = '/application/ote/practiceManage'
export const weakPointsPath = '/application/ote/practiceManage/weakPoints'

export function detailPath(practiceId: string, tab?: string): string {
  return `/application/ote/practiceManageDetail?id=${practiceId}${tab ? `&tab=${tab}` : ''}`
}

/** Opened in a new tab; type 2 is a practice. */
export function previewPath(practiceId: string): string {
  return `/examPaperPreview?examid=${practiceId}&type=2`
}
